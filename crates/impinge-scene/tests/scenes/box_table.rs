//! Tables of boxes: every form, and what is refused.

use crate::fixtures::*;
use impinge::glam::DVec3;
use impinge_scene::{LoadOptions, Scene, Unit, load_bytes};

/// The corners of an object in the world, in the order of the cube.
fn corners(scene: &Scene, object: usize) -> Vec<DVec3> {
    let object = &scene.objects[object];
    scene.meshes[object.mesh]
        .positions
        .iter()
        .map(|&corner| object.transform.transform_point3(corner))
        .collect()
}

fn assert_near(found: DVec3, expected: [f64; 3]) {
    assert!((found - DVec3::from(expected)).length() < 1e-12, "{found} instead of {expected:?}");
}

#[test]
fn boxes_share_one_cube() {
    let table = "name,x,y,z,size_x,size_y,size_z\ncar,1,2,3,4,2,1\n,10,0,0,1,1,1\n\"a, b\",0,0,0,0,1,1\n";
    let scene = load("boxes.csv", table.as_bytes()).unwrap();
    let paths: Vec<&str> = scene.objects.iter().map(|object| object.path.as_str()).collect();
    assert_eq!(paths, ["boxes.csv/car", "boxes.csv/line 3", "boxes.csv/a, b"]);
    assert_eq!((scene.meshes.len(), scene.triangle_count()), (1, 36));
    assert_eq!(corners(&scene, 0)[0], DVec3::new(-1.0, 1.0, 2.5));
    assert_eq!(corners(&scene, 0)[7], DVec3::new(3.0, 3.0, 3.5));
    let flat = "line 4: size_x is 0, so the box is flat; check its size";
    assert_eq!(warnings(&scene), [flat]);
    // Outwards, or solids would be inside out.
    let cube = &scene.meshes[0];
    let volume = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|corner| cube.positions[corner as usize]);
        a.dot(b.cross(c)) / 6.0
    };
    assert!((cube.triangles.iter().map(volume).sum::<f64>() - 1.0).abs() < 1e-15);
}

/// The corner at (+, +, +) of a box 2 × 4 × 6 at the origin, (1, 2, 3), turned in ways whose images are
/// known.
#[test]
fn rotations() {
    let half = 0.5_f64.sqrt();
    let quarter = std::f64::consts::FRAC_PI_2;
    for (columns, values, expected) in [
        ("yaw", format!("{quarter}"), [-2.0, 1.0, 3.0]),
        ("yaw_deg", "90".to_owned(), [-2.0, 1.0, 3.0]),
        ("roll", format!("{quarter}"), [1.0, -3.0, 2.0]),
        ("pitch_deg", "90".to_owned(), [3.0, 2.0, -1.0]),
        // About x first, then about z: (1, 2, 3) → (1, −3, 2) → (3, 1, 2).
        ("roll_deg,pitch_deg,yaw_deg", "90,0,90".to_owned(), [3.0, 1.0, 2.0]),
        ("qx,qy,qz,qw", format!("0,0,{half},{half}"), [-2.0, 1.0, 3.0]),
        // Of any length, and either sign.
        ("qw,qx,qy,qz", "-1e300,-1e300,0,0".to_owned(), [1.0, -3.0, 2.0]),
    ] {
        let table = format!("x,y,z,size_x,size_y,size_z,{columns}\n0,0,0,2,4,6,{values}\n");
        let scene = load("turned.csv", table.as_bytes()).unwrap();
        assert_near(corners(&scene, 0)[7], expected);
    }
}

#[test]
fn corners_are_kept_to_the_last_bit() {
    let table = "Name,min_x,min_y,min_z,max_x,max_y,max_z\na,0,0,0,1,1,1\nb,0.1,0.7,-0.3,0.7,0.8,1e9\nc,1,1,1,1,1,1\n";
    let scene = load("boxes.csv", table.as_bytes()).unwrap();
    assert_eq!(corners(&scene, 1)[0], DVec3::new(0.1, 0.7, -0.3));
    assert_eq!(corners(&scene, 1)[7], DVec3::new(0.7, 0.8, 1e9));
    assert_eq!(corners(&scene, 2)[7], DVec3::ONE);
    // The cube for the first and the last, a mesh of its own for the other.
    assert_eq!(scene.objects.iter().map(|object| object.mesh).collect::<Vec<_>>(), [0, 1, 0]);
}

#[test]
fn units_byte_order_mark_and_comments() {
    let table = "\u{feff}# made by hand\nX , Y , Z , SIZE_X,size_y,size_z\n 1000 , 0 , 0 , 2000 , 1 , 1 \n";
    let options = LoadOptions { unit: Some(Unit::Millimetre), ..LoadOptions::default() };
    let scene = load_bytes("boxes.csv".as_ref(), table.as_bytes(), &options).unwrap();
    assert_eq!(corners(&scene, 0)[7], DVec3::new(2.0, 0.0005, 0.0005));
}

/// Spreadsheets of many countries write these instead of commas.
/// `#12` is what elements of IFC and STEP files are called, and nothing writes quotes around it.
#[test]
fn comments_that_could_be_rows_are_told() {
    let told = |table: &str| {
        let scene = load("boxes.csv", table.as_bytes()).unwrap();
        (scene.objects.len(), warnings(&scene))
    };
    let header = "name,x,y,z,size_x,size_y,size_z\n";
    let with =
        "begins with `#` and is skipped as a comment, but has the same number of columns as the first row";
    let quotes = "; put names that begin with # in quotes";
    let one = told(&format!(
        "#a,b,c,d,e,f,g\n{header}# of the third floor\n\n#12,0,0,0,1,1,1\r\na,0,0,0,1,1,1\n#,,\n"
    ));
    assert_eq!(one, (1, vec![format!("line 5: {with}{quotes}")]));
    // The last of them are followed by nothing.
    let all = told(&format!("{header}#12,0,0,0,1,1,1\n#13,0,0,0,1,1,1\n#14,0,0,0,1,1,1"));
    let nothing = "objects: none with triangles was found; add one, or choose another file".to_owned();
    assert_eq!(all, (0, vec![format!("line 2: {with}, and so are 2 more lines{quotes}"), nothing]));
    assert_eq!(told(&format!("{header}\"#12\",0,0,0,1,1,1\n")), (1, vec![]));
}

#[test]
fn semicolons_and_tabs_separate_as_well() {
    let table = "# made by hand, with care\nname,x,y,z,size_x,size_y,size_z\n\"a;b\",1,2,3,1,1,1\n";
    let expected = corners(&load("boxes.csv", table.as_bytes()).unwrap(), 0);
    for separator in [";", "\t"] {
        let (comment, rows) = table.split_once('\n').unwrap();
        let table = format!("{comment}\r\n{}", rows.replace(',', separator).replace('\n', "\r\n"));
        let scene = load("boxes.csv", table.as_bytes()).unwrap();
        assert_eq!((corners(&scene, 0), scene.objects[0].name.as_str()), (expected.clone(), "a;b"));
        assert!(warnings(&scene).is_empty());
    }
    // Or what the spreadsheet says.
    for separator in [";", "|"] {
        let (_, rows) = table.split_once('\n').unwrap();
        let table = format!("\u{feff}sep={separator}\r\n{}", rows.replace(',', separator));
        let scene = load("boxes.csv", table.as_bytes()).unwrap();
        assert_eq!((corners(&scene, 0), scene.objects[0].name.as_str()), (expected.clone(), "a;b"));
    }
    let scene = load("boxes.csv", b"sep=,\nx,y,z,size_x,size_y,size_z\n0,0,0,1,1,1\n").unwrap();
    assert_eq!(scene.objects[0].name, "line 3");
    // Lines are counted as editors count them, whatever they end with.
    let table = "x,y,z,size_x,size_y,size_z\n0,0,0,1,1,1\n\n# far away\n9,0,0,1,1,1\n9,9,0,1,1\n";
    for table in [table.to_owned(), table.replace('\n', "\r\n")] {
        let whole = load("boxes.csv", table.as_bytes()).expect_err("five columns").to_string();
        assert!(whole.contains("line 6: it has 5 columns"), "{table:?}: {whole}");
        let (rows, _) = table.rsplit_once("9,9").unwrap();
        let scene = load("boxes.csv", rows.as_bytes()).unwrap();
        let names: Vec<&str> = scene.objects.iter().map(|object| object.name.as_str()).collect();
        assert_eq!(names, ["line 2", "line 5"], "{table:?}");
    }
    // A comma in the first row decides.
    assert!(load("boxes.csv", b"x,y,z;size_x\n").expect_err("columns").to_string().contains("no column `z`"));
}

#[test]
fn what_is_not_used_or_not_finite_is_told() {
    let table =
        "frame,x,y,z,size_x,size_y,size_z,yaww\n1,0,0,0,1,1,1,0\n1,nan,0,0,1,1,1,0\n2,0,0,inf,1,1,1,0\n";
    let scene = load("boxes.csv", table.as_bytes()).unwrap();
    assert_eq!(scene.objects.len(), 1);
    assert_eq!(
        warnings(&scene),
        [
            "line 1: unused columns: frame, yaww; rename them if they are misspelt",
            "line 3: skipped: a number is not finite, and so is 1 more row; write finite numbers"
        ]
    );
    let table = "x,y,z,size_x,size_y,size_z\n1e308,0,0,1.7e308,1,1\n";
    let scene = load("boxes.csv", table.as_bytes()).unwrap();
    assert!(scene.objects.is_empty());
}

/// Of a recording, each moment is a scene of its own.
#[test]
fn rows_of_several_moments_are_told() {
    let table = |moments: [&str; 4]| {
        let rows = moments.map(|moment| format!("{moment},0,0,0,1,1,1\n"));
        format!("Frame,x,y,z,size_x,size_y,size_z\n{}", rows.concat())
    };
    let unused = "line 1: unused columns: Frame; rename them if they are misspelt";
    let scene = load("boxes.csv", table(["7"; 4]).as_bytes()).unwrap();
    assert_eq!(warnings(&scene), [unused]);
    let scene = load("boxes.csv", table(["7", "7", "8", "9"]).as_bytes()).unwrap();
    let told = "line 4: Frame is 8 here, and 7 in line 2: all rows are in one scene at the same time; use a separate table for each time";
    assert_eq!(
        (warnings(&scene).as_slice(), scene.objects.len()),
        (&[unused.to_owned(), told.to_owned()][..], 4)
    );
}

/// Degrees in a column of radians.
#[test]
fn angles_of_more_than_a_turn_are_told() {
    let table = |column: &str, angles: [&str; 3]| {
        let rows = angles.map(|angle| format!("0,0,0,1,1,1,{angle}\n"));
        format!("x,y,z,size_x,size_y,size_z,{column}\n{}", rows.concat())
    };
    for (column, angles, told) in [
        ("yaw", ["6.2831854", "-3.2", "0"], None),
        ("yaw_deg", ["90", "180", "720"], None),
        (
            "yaw",
            ["0", "90", "0"],
            Some(
                "line 3: yaw is 90 radians, more than a full turn; name the column yaw_deg if it is in degrees",
            ),
        ),
        (
            "Roll",
            ["-90", "90", "0"],
            Some(
                "line 2: roll is -90 radians, more than a full turn, and so is 1 more row; name the column roll_deg if it is in degrees",
            ),
        ),
    ] {
        let scene = load("boxes.csv", table(column, angles).as_bytes()).unwrap();
        assert_eq!(warnings(&scene), told.into_iter().collect::<Vec<_>>(), "{column} {angles:?}");
    }
}

#[test]
fn errors_name_the_line() {
    let header = "x,y,z,size_x,size_y,size_z";
    for (table, line, problem) in [
        ("a,b\n1,2\n".to_owned(), "line 1", "no column `x`"),
        ("x y z size_x size_y size_z\n0 0 0 1 1 1\n".to_owned(), "line 1", "the first row, `x y z size_x"),
        ("x,y,z\n1,2,3\n".to_owned(), "line 1", "no column `size_x`"),
        ("min_x,min_y,min_z,max_x,max_y\n".to_owned(), "line 1", "no column `max_z`"),
        (format!("{header},yaw,qx,qy,qz,qw\n"), "line 1", "given twice"),
        (format!("{header},qx,qy,qz\n"), "line 1", "no column `qw`; add it"),
        (format!("{header},X\n"), "line 1", "there are two columns `x`; remove one"),
        (format!("name,{header},name\n"), "line 1", "there are two columns `name`"),
        (
            "min_x,min_y,min_z,max_x,max_y,max_z,yaw_deg\n".to_owned(),
            "line 1",
            "boxes given by corners are axis-aligned, and `yaw_deg` is a rotation; give x, y, z",
        ),
        (
            "a,0,0,0,1,1,1\n".to_owned(),
            "line 1",
            "the first row is `a,0,0,0,1,1,1`, without names of columns",
        ),
        (
            "id,cx,cy,cz,length,width,height,heading\n".to_owned(),
            "line 1",
            "no column `x`, only id, cx, cy, cz, length, width, height, heading; name the columns x, y, z, size_x, size_y, size_z, \
             or min_x, min_y, min_z, max_x, max_y, max_z",
        ),
        (format!("{header},min_x\n"), "line 1", "given twice"),
        (
            format!("{header}\n1,2,3,1,1,1\n1,2,3,1,1,one\n"),
            "line 3",
            "`one` in column size_z is not a number; write a number such as 1.5",
        ),
        (format!("{header}\n1,2,3,1,1,\n"), "line 2", "column size_z is empty; write a number"),
        (
            format!("{header}\n1,2,3,1,1\n"),
            "line 2",
            "it has 5 columns, but the first row has 6; add the missing values",
        ),
        (format!("{header}\n1,2,3,1,1,-1\n"), "line 2", "size_z is -1; write a size of 0 or more"),
        (format!("{header},qx,qy,qz,qw\n1,2,3,1,1,1,0,0,0,0\n"), "line 2", "the quaternion is 0"),
        (
            "min_x,min_y,min_z,max_x,max_y,max_z\n0,0,0,1,1,-1\n".to_owned(),
            "line 2",
            "min_z is 0, greater than max_z, which is -1; swap them",
        ),
        ("1,2,3,1,1,1\n".to_owned(), "line 1", "without names of columns; add a first row"),
        (
            format!("{}\n1,5;2;3;1;1;1\n", header.replace(',', ";")),
            "line 2",
            "`1,5` in column x is not a number; use a decimal point",
        ),
    ] {
        let error = load("broken.csv", table.as_bytes()).expect_err(problem).to_string();
        assert!(error.contains(line) && error.contains(problem), "{line}, {problem}: {error}");
        // What to do is told, and nobody exports what somebody wrote.
        assert!(!error.contains("export it again"), "{error}");
    }
}
