//! Formats that are not supported: recognised by their first bytes, the root element of XML, or the name of
//! the file. The error names the format and a converter.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::text::without_mark;
use crate::xml::root_name;

/// The format of a file, and what to do about it.
type Told = (&'static str, &'static str);

const CONVERT: &str = "convert it to glTF (.gltf, .glb), OBJ, STL, PLY, 3MF or COLLADA (.dae)";
const FROM_CAD: &str =
    "convert it to .glb or .stl with a CAD program, for example FreeCAD, which opens it and exports meshes";
const FROM_BLENDER: &str = "convert it to .glb, for example with Blender: import it, and export glTF 2.0";
const FROM_MESHLAB: &str = "convert it to PLY, OBJ or STL, for example with MeshLab or `meshio convert`";
const POINTS: &str =
    "reconstruct a surface from its points first, for example with MeshLab, and save it as PLY";
const PICTURE: &str = "give a scene; pictures can be compared as masks";

const UTF_16: Told = ("text in UTF-16, which is not supported", "save it in UTF-8");
const FBX: Told = ("an FBX scene, which is not supported", CONVERT);
const STEP: Told = ("a STEP model, which is not supported", CONVERT);
const IFC: Told = ("an IFC model, which is not supported", "convert it to .glb, as by IfcConvert");
const BLENDER: Told = ("a scene of Blender, which is not supported", "export it as glTF (.glb)");
const USD: Told = ("a USD scene, which is not supported", FROM_BLENDER);
const OFF: Told = ("a mesh in OFF, which is not supported", FROM_MESHLAB);
const SDF: Told = (
    "a model or world in SDF, which is not supported",
    "convert it to URDF (.urdf), for example with `sdf2urdf` of pysdf",
);
const MJCF: Told = (
    "a model of MuJoCo (MJCF), which is not supported",
    "convert it to URDF (.urdf), for example with mjcf-urdf-simple-converter",
);
const ROBOT: Told = ("a robot under another extension", "if it is in URDF, name it .urdf");
const X3D: Told = ("an X3D scene, which is not supported", CONVERT);
const VRML: Told = ("a VRML scene, which is not supported", CONVERT);
const DWG: Told = ("a drawing of AutoCAD (DWG), which is not supported", CONVERT);
const DXF: Told = ("a drawing in DXF, which is not supported", FROM_CAD);
const IGES: Told = ("an IGES model, which is not supported", FROM_CAD);
const JT: Told = ("a JT model, which is not supported", FROM_CAD);
const PARASOLID: Told = ("a Parasolid model, which is not supported", FROM_CAD);
const BREP: Told = ("a BREP model of Open CASCADE, which is not supported", FROM_CAD);
const FREECAD: Told = ("a model of FreeCAD, which is not supported", "export its bodies as .glb or .stl");
const CAD: Told = ("a file of a CAD program, which is not supported", "export it from there as .glb or .stl");
const SKETCHUP: Told = ("a model of SketchUp, which is not supported", "export it as .glb or COLLADA (.dae)");
const RHINO: Told = ("a model of Rhino, which is not supported", "export it as .glb or .obj");
const MAX: Told = ("a 3D Studio scene, which is not supported", FROM_BLENDER);
const AMF: Told =
    ("an AMF model, which is not supported", "convert it to 3MF or STL, for example with PrusaSlicer");
const ALEMBIC: Told = ("an Alembic scene, which is not supported", FROM_BLENDER);
const VTK: Told =
    ("a data set of VTK, which is not supported", "convert it to PLY or STL, for example with ParaView");
const GMSH: Told =
    ("a mesh of Gmsh, which is not supported", "convert its surface to STL: `gmsh -2 -format stl`");
const CITY: Told = ("a city model (CityGML), which is not supported", CONVERT);
const TILE: Told = (
    "a tile of 3D Tiles, which is not supported",
    "take the .glb out of it, for example with `3d-tiles-tools b3dmToGlb`",
);
const POINT_CLOUD: Told = ("a cloud of points, which is not supported", POINTS);

/// By the first bytes.
const BEGINNINGS: [(&[u8], Told); 34] = [
    (b"\x89PNG\r\n", ("a PNG picture, which is not supported", PICTURE)),
    (b"\xff\xd8\xff", ("a JPEG picture, which is not supported", "give a scene")),
    (b"GIF8", ("a GIF picture, which is not supported", PICTURE)),
    (b"%PDF-", ("a PDF document, which is not supported", "give a scene")),
    (b"Kaydara FBX", FBX),
    (b"; FBX ", FBX),
    (b"BLENDER", BLENDER),
    (b"AC10", DWG),
    (b"\x1f\x8b", ("compressed by gzip, which is not supported", "unpack it")),
    // Before UTF-16, whose mark it begins with.
    (b"\xff\xfe\xff\x0eS\0k\0e\0", SKETCHUP),
    (b"\xff\xfe", UTF_16),
    (b"\xfe\xff", UTF_16),
    (b"#VRML", VRML),
    (b"#X3D", X3D),
    (b"#usda", USD),
    (b"PXR-USDC", USD),
    (b"OFF\n", OFF),
    (b"OFF\r", OFF),
    (b"OFF ", OFF),
    (b"OFF BINARY", OFF),
    (b"COFF", OFF),
    (b"NOFF", OFF),
    (b"CNOFF", OFF),
    (b"STOFF", OFF),
    (b"DBRep_DrawableShape", BREP),
    (b"CASCADE Topology", BREP),
    (b"**ABCDEFGHIJKLMNOPQRSTUVWXYZ", PARASOLID),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", CAD),
    (b"3D Geometry File Format", RHINO),
    (b"Ogawa", ALEMBIC),
    (b"# vtk DataFile", VTK),
    (b"$MeshFormat", GMSH),
    (b"b3dm", TILE),
    (b"# .PCD", POINT_CLOUD),
];

/// By the root element, whatever the file is called.
const ROOTS: [(&str, Told); 8] = [
    ("sdf", SDF),
    ("mujoco", MJCF),
    ("mujocoinclude", MJCF),
    ("X3D", X3D),
    ("amf", AMF),
    ("VTKFile", VTK),
    ("CityModel", CITY),
    ("ifcXML", IFC),
];

/// By the name, where the content does not settle it.
const NAMES: [(&[&str], Told); 26] = [
    (
        &["xacro"],
        ("a robot in macros, which is not supported", "run `xacro` on it, and give the .urdf that it writes"),
    ),
    (
        &["srdf"],
        (
            "SRDF, which lists the pairs of a robot that need no check",
            "give the robot's .urdf, and this file with --srdf",
        ),
    ),
    (&["sdf", "world"], SDF),
    (&["mjcf"], MJCF),
    (&["usd", "usda", "usdc", "usdz"], USD),
    (&["off"], OFF),
    (&["step", "stp", "p21", "stpz"], STEP),
    (&["ifc", "ifczip", "ifcxml"], IFC),
    (&["igs", "iges"], IGES),
    (&["fbx"], FBX),
    (&["blend"], BLENDER),
    (&["dxf"], DXF),
    (&["dwg"], DWG),
    (&["wrl", "vrml"], VRML),
    (&["x3d", "x3dv", "x3db"], X3D),
    (&["jt"], JT),
    (&["x_t", "x_b", "xmt_txt", "xmt_bin"], PARASOLID),
    (&["brep", "brp"], BREP),
    (&["fcstd"], FREECAD),
    (&["sldprt", "sldasm", "ipt", "iam", "catpart", "catproduct", "prt", "asm", "sat", "f3d", "3dxml"], CAD),
    (&["skp"], SKETCHUP),
    (&["3dm"], RHINO),
    (&["3ds", "max"], MAX),
    (&["amf"], AMF),
    (&["abc"], ALEMBIC),
    (&["las", "laz", "e57", "pcd", "pts", "xyz"], POINT_CLOUD),
];

/// Only so much of a text is searched.
const BEGINNING: usize = 1 << 16;

/// What the content shows a file to be that is not read, and what to do about it.
pub(crate) fn told(bytes: &[u8]) -> Option<Told> {
    let bytes = without_mark(bytes);
    let of_beginning = BEGINNINGS.iter().find(|(beginning, _)| bytes.starts_with(beginning));
    if let Some(&(_, told)) = of_beginning {
        return Some(told);
    }
    let beginning = &bytes[..bytes.len().min(BEGINNING)];
    if let Some(root) = root_name(beginning) {
        return ROOTS.iter().find(|(name, _)| *name == root).map(|&(_, told)| told);
    }
    if !bytes.trim_ascii_start().starts_with(b"ISO-10303-21") {
        return None;
    }
    let is_ifc = beginning.windows(4).any(|window| window == b"'IFC");
    Some(if is_ifc { IFC } else { STEP })
}

/// What the name of a file promises that is not read. For files whose content did not settle it.
pub(crate) fn by_name(file: &Path) -> Option<Told> {
    let extension = file.extension()?.to_string_lossy().to_ascii_lowercase();
    NAMES.iter().find(|(names, _)| names.contains(&extension.as_str())).map(|&(_, told)| told)
}

/// Returns the format of a file and a converter, if the file holds shapes in an unsupported format, such as
/// `a mesh in OFF, which is not read`. The file name decides; for `.xml` the root element.
///
/// It is meant for files that the user does not name one by one. [`crate::load`] checks the content first.
///
/// ```
/// use impinge_scene::unsupported_format;
/// let (what, advice) = unsupported_format("world.sdf".as_ref()).unwrap();
/// assert!(what.starts_with("a model or world in SDF") && advice.starts_with("convert it to URDF"));
/// assert_eq!(unsupported_format("world.glb".as_ref()), None);
/// ```
pub fn unsupported_format(file: &Path) -> Option<(&'static str, &'static str)> {
    let extension = file.extension()?.to_string_lossy().to_ascii_lowercase();
    match extension.as_str() {
        "xml" => {
            let mut beginning = Vec::new();
            // One that cannot be read is refused where it is named.
            File::open(file).ok()?.take(BEGINNING as u64).read_to_end(&mut beginning).ok()?;
            told(&beginning)
        }
        // It holds pairs of links, not shapes.
        "srdf" => None,
        _ => by_name(file),
    }
}

/// A robot in a file whose name does not have the ending of one.
pub(crate) fn unnamed_robot(bytes: &[u8]) -> Option<Told> {
    let bytes = without_mark(bytes);
    let root = root_name(&bytes[..bytes.len().min(BEGINNING)]);
    (root == Some("robot")).then_some(ROBOT)
}

/// What an archive of files with these names is.
pub(crate) fn archive(mut names: impl Iterator<Item = impl AsRef<str>>) -> Option<Told> {
    names.find_map(|name| match by_name(name.as_ref().as_ref()) {
        _ if name.as_ref() == "GuiDocument.xml" => Some(FREECAD),
        told => told.filter(|told| [USD, IFC].contains(told)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ifc_and_step_are_told_apart() {
        let step = |schema: &str| format!("ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('{schema}'));\n");
        let what = |text: String| told(text.as_bytes()).map(|(what, _)| what);
        assert_eq!(what(step("IFC4")), Some("an IFC model, which is not supported"));
        assert_eq!(what(step("AUTOMOTIVE_DESIGN")), Some("a STEP model, which is not supported"));
        assert_eq!(what("v 0 0 0\n".to_owned()), None);
    }

    #[test]
    fn names_are_of_formats_that_are_not_read() {
        use crate::Format;
        let read: Vec<&str> = Format::ALL.iter().flat_map(|format| format.extensions()).copied().collect();
        for name in NAMES.iter().flat_map(|(names, _)| *names) {
            assert!(!read.contains(name), "{name}");
            assert!(by_name(format!("a.{}", name.to_uppercase()).as_ref()).is_some());
        }
    }
}
