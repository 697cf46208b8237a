//! `impinge mask`: pictures that overlap or not, every form of the report, and files that are broken or lie.

use std::io::Cursor;

use crate::fixtures::{Folder, Outcome, Run, golden};
use image::{DynamicImage, GrayImage, ImageBuffer, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use serde_json::json;

type Tried<T> = Result<T, Box<dyn std::error::Error>>;

fn mask(folder: &Folder, words: &str) -> Tried<Run> {
    Run::of(folder.command("mask").args(words.split_whitespace()).output()?)
}

fn encoded(picture: impl Into<DynamicImage>, format: ImageFormat) -> Tried<Vec<u8>> {
    let mut bytes = Cursor::new(Vec::new());
    picture.into().write_to(&mut bytes, format)?;
    Ok(bytes.into_inner())
}

/// A disc that is opaque, with a rim that is not quite.
fn disc(side: u32) -> RgbaImage {
    RgbaImage::from_fn(side, side, |x, y| {
        let [x, y] = [x, y].map(|at| (f64::from(at) + 0.5) / f64::from(side) * 2.0 - 1.0);
        let distance = (x * x + y * y).sqrt();
        let alpha = if distance < 0.8 {
            255
        } else if distance < 1.0 {
            100
        } else {
            0
        };
        Rgba([200, 30, 30, alpha])
    })
}

/// What is reported of a picture in which every pixel is solid.
fn all_solid(file: &str) -> String {
    format!(
        "warning: {file}: picture: it has no transparency, so all its pixels are solid; name a colour with --transparent\n"
    )
}

fn bar() -> RgbaImage {
    RgbaImage::from_pixel(40, 4, Rgba([0, 0, 0, 255]))
}

fn scene() -> Tried<Folder> {
    let folder = Folder::with("disc.png", encoded(disc(32), ImageFormat::Png)?)?;
    folder.add("bar.png", encoded(bar(), ImageFormat::Png)?)?;
    Ok(folder)
}

#[test]
fn every_form() -> Outcome {
    let folder = scene()?;
    for (words, code, name) in [
        ("--offset 20,10", 1, "mask.txt"),
        ("--offset 20,10 --color always", 1, "mask_color.txt"),
        ("--offset 20,10 --format json", 1, "mask.json"),
        ("--offset 50,-3", 0, "mask_disjoint.txt"),
        ("--offset -4,14 --rotate 30 --scale 1.5,0.5 --format json", 1, "mask_turned.json"),
    ] {
        let run = mask(&folder, &format!("disc.png bar.png {words}"))?;
        assert_eq!(run.code, code, "{words}");
        // In colour, the first word has codes around it.
        assert!(run.err.ends_with(&all_solid("bar.png")["warning:".len()..]), "{words}: {}", run.err);
        golden(name, &run.out)?;
    }
    assert_eq!(mask(&folder, "disc.png bar.png --exit-zero -o report.txt")?.code, 0);
    assert!(std::fs::read_to_string(folder.path("report.txt"))?.starts_with("overlapping"));
    Ok(())
}

#[test]
fn answers() -> Outcome {
    let folder = scene()?;
    let count = |words: &str| -> Tried<(i32, u64)> {
        let run = mask(&folder, &format!("{words} --format json"))?;
        Ok((run.code, run.json()?["count"].as_u64().unwrap_or(u64::MAX)))
    };
    // Edges that touch do not overlap; the rim of the disc is below the threshold, until that is lowered.
    assert_eq!(count("bar.png bar.png --offset 40,0")?, (0, 0));
    assert_eq!(count("bar.png bar.png --offset 39,-3")?, (1, 1));
    assert_eq!(count("disc.png bar.png --offset 30,14")?, (0, 0));
    assert_eq!(count("disc.png bar.png --offset 30,14 --threshold 99")?, (1, 8));
    // About its middle: the bar stands upright at x from 18 to 22, y from −18 to 22.
    assert_eq!(count("bar.png bar.png --rotate 90")?, (1, 16));
    assert_eq!(count("bar.png bar.png --rotate 90 --offset 0,22")?, (0, 0));
    assert_eq!(count("bar.png bar.png --rotate 90 --offset 0,21")?, (1, 4));
    assert_eq!(count("bar.png bar.png --rotate -270 --scale -0.5,1")?, (1, 16));
    assert_eq!(count("bar.png bar.png --rotate 360")?, (1, 160));
    // Less than half a pixel: no centre is covered, but the squares overlap.
    assert_eq!(count("bar.png bar.png --scale 1.02,1 --offset 40,0")?, (1, 0));
    let told = mask(&folder, "bar.png bar.png --scale 1.02,1 --offset 40,0")?.out;
    assert!(told.starts_with("overlapping: 0 pixels, as no pixel of a has its centre in b\n"), "{told}");
    Ok(())
}

/// Where nothing is solid, nothing was asked.
#[test]
fn a_picture_without_a_solid_pixel_is_told() -> Outcome {
    let folder = scene()?;
    let run = mask(&folder, "disc.png bar.png --threshold 255")?;
    let told = |file: &str| {
        format!(
            "warning: {file}: picture: none of its pixels is solid, as none has an alpha above 255: it can overlap nothing\n"
        )
    };
    assert_eq!((run.code, run.err), (0, told("disc.png") + &told("bar.png")));
    let report = mask(&folder, "disc.png bar.png --threshold 255 --format json")?.json()?;
    assert_eq!(report["warnings"].as_array().map(Vec::len), Some(2));
    assert_eq!(mask(&folder, "disc.png bar.png --threshold 99")?.err, all_solid("bar.png"));
    let refused = mask(&folder, "disc.png bar.png --offset 1.5,2")?.err;
    assert!(refused.contains("give two whole numbers with a comma between them"), "{refused}");
    Ok(())
}

#[test]
fn pictures_show_both() -> Outcome {
    let folder = scene()?;
    assert_eq!(mask(&folder, "disc.png bar.png --offset 20,10 --picture both.png")?.code, 1);
    let drawn = image::open(folder.path("both.png"))?.into_rgba8();
    assert_eq!(drawn.dimensions(), (60, 32));
    let report = mask(&folder, "disc.png bar.png --offset 20,10 --format json")?.json()?;
    let overlap = drawn.pixels().filter(|pixel| pixel.0 == [0xd5, 0x5e, 0x00, 255]).count();
    assert_eq!(json!(overlap), report["count"]);
    let run = mask(&folder, "disc.png bar.png --offset 2000000000,-2000000000 --picture far.png")?;
    assert!(run.code == 2 && run.err.contains("choose a smaller offset"), "{run:?}");
    // Whatever its name promises, it is PNG.
    let run = mask(&folder, "bar.png disc.png --picture both.jpg")?;
    assert!(
        run.err.contains("warning: both.jpg: --picture: is written as PNG, despite its extension"),
        "{}",
        run.err
    );
    assert!(std::fs::read(folder.path("both.jpg"))?.starts_with(b"\x89PNG"));
    Ok(())
}

#[test]
fn kinds_of_pictures() -> Outcome {
    let folder = Folder::with("plain.png", encoded(bar(), ImageFormat::Png)?)?;
    let wide = ImageBuffer::from_fn(40, 4, |x, _| Rgba([0_u16, 0, 0, if x < 20 { 32_640 } else { 32_800 }]));
    folder.add("deep.png", encoded(wide, ImageFormat::Png)?)?;
    folder.add("gray.png", encoded(GrayImage::new(40, 4), ImageFormat::Png)?)?;
    let key = RgbImage::from_fn(40, 4, |x, _| if x < 30 { Rgb([255, 0, 255]) } else { Rgb([9, 9, 9]) });
    folder.add("key.bmp", encoded(key, ImageFormat::Bmp)?)?;
    folder.add("bar.webp", encoded(bar(), ImageFormat::WebP)?)?;
    folder.add("bar.gif", encoded(bar(), ImageFormat::Gif)?)?;
    // The ending of a name says nothing.
    folder.add("bar.txt", encoded(bar(), ImageFormat::Gif)?)?;
    let faint = RgbaImage::from_fn(40, 4, |x, _| Rgba([0, 0, 0, if x < 20 { 200 } else { 255 }]));
    folder.add("faint.png", encoded(faint, ImageFormat::Png)?)?;
    let opaque = "it has no transparency, so all its pixels are solid; name a colour with --transparent";
    let faint =
        "all its pixels are solid, as the least alpha is 200: use --threshold 200 or more to change that";
    let no_key = "no pixel has the colour 00ff00 of --transparent, so all its pixels are solid";
    for (file, options, pixels, warning) in [
        ("plain.png", "", 160, opaque),
        ("deep.png", "", 80, ""),
        ("gray.png", "", 160, opaque),
        ("key.bmp", "", 160, opaque),
        ("key.bmp", "--transparent ff00ff", 40, ""),
        ("key.bmp", "--transparent 00ff00", 160, no_key),
        ("bar.webp", "", 160, opaque),
        ("bar.gif", "", 160, opaque),
        ("bar.txt", "", 160, opaque),
        ("faint.png", "", 160, faint),
        ("faint.png", "--threshold 200", 80, ""),
    ] {
        // The other picture has a transparent pixel, where the colour is not that of --transparent.
        let mut other = bar();
        other.put_pixel(39, 3, Rgba([255, 255, 255, 0]));
        folder.add("other.png", encoded(other, ImageFormat::Png)?)?;
        let run = mask(&folder, &format!("{file} other.png --format json {options}"))?;
        let count = run.json()?["count"].as_u64();
        assert_eq!((run.code, count), (1, Some(pixels - 1)), "{file} {options}");
        let of_file = run.err.lines().find(|line| line.contains(file)).unwrap_or_default().to_owned();
        let expected =
            if warning.is_empty() { String::new() } else { format!("warning: {file}: picture: {warning}") };
        assert_eq!(of_file, expected, "{file} {options}");
    }
    Ok(())
}

/// A chunk of a PNG.
fn chunk(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let length = (content.len() as u32).to_be_bytes();
    let checksum = crc32(&[kind, content].concat()).to_be_bytes();
    [&length, &kind[..], content, &checksum].concat()
}

/// Where in a PNG what follows the header begins: after the signature and a header of 13 bytes with its
/// frame.
const AFTER_HEADER: usize = 8 + 4 + 4 + 13 + 4;

#[test]
fn animated_pictures_count_with_their_first_frame() -> Outcome {
    let folder = Folder::with("plain.png", encoded(bar(), ImageFormat::Png)?)?;
    let mut frames = Vec::new();
    image::codecs::gif::GifEncoder::new(&mut frames)
        .encode_frames([bar(), disc(32)].map(image::Frame::new))?;
    folder.add("moving.gif", frames)?;
    // A PNG is animated if it says of how many frames, and how often, 0 for ever.
    let mut png = encoded(bar(), ImageFormat::Png)?;
    png.splice(AFTER_HEADER..AFTER_HEADER, chunk(b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]));
    folder.add("moving.png", png)?;
    for file in ["moving.gif", "moving.png"] {
        let run = mask(&folder, &format!("{file} plain.png --format json"))?;
        let report = run.json()?;
        assert_eq!((run.code, &report["count"]), (1, &json!(160)), "{file}: {run:?}");
        let message = report["warnings"][0]["message"].as_str().unwrap_or_default();
        assert!(message.contains("only its first frame") && run.err.contains(message), "{file}: {run:?}");
        assert!(run.err.contains(file), "{run:?}");
        let quiet = mask(&folder, &format!("{file} plain.png --quiet"))?;
        assert_eq!((quiet.code, quiet.err.as_str()), (1, ""), "{file}");
    }
    Ok(())
}

#[test]
fn offsets_far_outside_are_apart() -> Outcome {
    let folder = scene()?;
    for offset in ["-2147483648,-2147483648", "2147483647,2147483647", "2147483647,0"] {
        for more in ["", "--rotate 30", "--scale 3", "--rotate -45 --scale 0.01,100"] {
            let run = mask(&folder, &format!("disc.png bar.png --offset {offset} {more} --format json"))?;
            let report = run.json()?;
            assert_eq!((run.code, run.err), (0, all_solid("bar.png")), "{offset} {more}");
            assert_eq!((&report["relation"], &report["count"]), (&json!("disjoint"), &json!(0)));
        }
    }
    Ok(())
}

#[test]
fn reports_follow_the_schema() -> Outcome {
    let folder = scene()?;
    folder.add("gray.png", encoded(GrayImage::new(40, 4), ImageFormat::Png)?)?;
    folder.add("clear.png", encoded(RgbaImage::new(5, 5), ImageFormat::Png)?)?;
    let schema = include_str!("../../../../docs/schemas/mask-report.json");
    let schema = jsonschema::draft202012::new(&serde_json::from_str(schema)?)?;
    let mut right = serde_json::Value::Null;
    for words in [
        "disc.png bar.png --offset 20,10",
        "disc.png bar.png --offset 50,-3",
        "disc.png bar.png --offset -4,14 --rotate 30 --scale 1.5,-0.5",
        "bar.png bar.png --scale 1.02,1 --offset 40,0",
        "clear.png disc.png",
        "disc.png gray.png --offset -2147483648,2147483647",
        "disc.png gray.png",
    ] {
        right = mask(&folder, &format!("{words} --format json --quiet"))?.json()?;
        let message = schema.validate(&right).map_err(|error| error.to_string());
        assert_eq!(message, Ok(()), "{words}: {right}");
    }
    for (place, value) in [
        ("/schema", json!(2)),
        ("/relation", json!("touching")),
        ("/count", json!(-1)),
        ("/count", json!(0)),
        ("/first", json!(null)),
        ("/first/0", json!(0.5)),
        ("/bounds/max", json!([1, 2, 3])),
        ("/scale/0", json!(0)),
        ("/offset/0", json!(2_147_483_648_u32)),
        ("/a/width", json!(0)),
        ("/normal", json!({"x": 1, "y": 0})),
        ("/normal", json!([1, 0, 0])),
        ("/warnings/0/message", json!(null)),
    ] {
        let mut wrong = right.clone();
        *wrong.pointer_mut(place).ok_or(place)? = value;
        assert!(!schema.is_valid(&wrong), "{place}: {wrong}");
    }
    for (place, key) in [("", "more"), ("/a", "more"), ("/bounds", "size")] {
        let mut wrong = right.clone();
        wrong.pointer_mut(place).ok_or(place)?[key] = json!(1);
        assert!(!schema.is_valid(&wrong), "{place}: {wrong}");
    }
    for field in ["a", "relation", "first", "warnings"] {
        let mut wrong = right.clone();
        wrong.as_object_mut().ok_or("no object")?.remove(field);
        assert!(!schema.is_valid(&wrong), "without {field}");
    }
    Ok(())
}

/// Nothing on standard output, and nothing left behind; the messages are golden, but for what the system says
/// in its own words.
#[test]
fn trouble() -> Outcome {
    let folder = scene()?;
    let whole = encoded(disc(32), ImageFormat::Png)?;
    folder.add("cut.png", &whole[..whole.len() / 2])?;
    folder.add("header.png", &whole[..AFTER_HEADER])?;
    folder.add("empty.png", "")?;
    folder.add("text.png", "not a picture")?;
    let gif = encoded(bar(), ImageFormat::Gif)?;
    folder.add("cut.gif", &gif[..gif.len() / 2])?;
    let webp = encoded(disc(32), ImageFormat::WebP)?;
    folder.add("cut.webp", &webp[..webp.len() / 2])?;
    // Width and height in the header, and its checksum.
    let mut huge = whole;
    huge[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
    let checksum = crc32(&huge[12..29]);
    huge[29..33].copy_from_slice(&checksum.to_be_bytes());
    folder.add("huge.png", &huge)?;
    // Not too many along a side, but too many bytes.
    huge[16..24].copy_from_slice(&[0, 0, 0x7f, 0xff, 0, 0, 0x7f, 0xff]);
    let checksum = crc32(&huge[12..29]);
    huge[29..33].copy_from_slice(&checksum.to_be_bytes());
    folder.add("large.png", huge)?;
    let mut huge = encoded(RgbImage::new(4, 4), ImageFormat::Bmp)?;
    huge[18..26].copy_from_slice(&[0xff, 0xff, 0, 0, 0xff, 0xff, 0, 0]);
    folder.add("huge.bmp", huge)?;
    // A file with a hole: much to read, though it takes no room.
    std::fs::File::create(folder.path("vast.png"))?.set_len(600 << 20)?;
    let names = folder.names()?;
    for (words, part) in [
        (
            "missing.png bar.png",
            "missing.png: the picture cannot be read: No such file or directory (os error 2); check the path",
        ),
        ("bar.png missing.png", "missing.png: the picture cannot be read"),
        ("bar.png disc.png -o no/such/file", "create the folder"),
    ] {
        let run = mask(&folder, words)?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words}: {run:?}");
        assert!(run.err.starts_with("error: ") && run.err.contains(part), "{words}: {run:?}");
    }
    let mut messages = String::new();
    for words in [
        ". bar.png",
        "vast.png bar.png",
        "cut.png bar.png",
        "header.png bar.png",
        "empty.png bar.png",
        "bar.png text.png",
        "cut.gif bar.png",
        "cut.webp bar.png",
        "huge.png bar.png",
        "large.png bar.png",
        "huge.bmp bar.png",
        "bar.png disc.png --scale 1e9",
        "bar.png disc.png --scale 1e300",
        "bar.png disc.png --scale 1e5",
        "bar.png disc.png --scale 1e-310",
        "bar.png disc.png --scale 0",
        "bar.png disc.png --scale 1,0",
        "bar.png disc.png --scale nan",
        "bar.png disc.png --scale inf,1",
        "bar.png disc.png --rotate inf",
        "bar.png disc.png --rotate nan",
        "bar.png disc.png --offset 1",
        "bar.png disc.png --offset 1,x",
        "bar.png disc.png --offset 1,99999999999",
        "bar.png disc.png --offset nan,0",
        "bar.png disc.png --transparent red",
        "bar.png disc.png --threshold 256",
        "bar.png disc.png -o disc.png",
        "bar.png disc.png --picture bar.png",
        "bar.png disc.png -o x --picture x",
        "bar.png disc.png --offset 2000000000,0 --picture far.png",
        "bar.png",
    ] {
        let run = mask(&folder, words)?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words}: {run:?}");
        messages += &format!("$ impinge mask {words}\n{}\n", run.err);
    }
    golden("mask_trouble.txt", &messages)?;
    assert_eq!(folder.names()?, names, "nothing is written");
    Ok(())
}

/// The checksum of PNG's chunks.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(
            sum ^ u32::from(byte),
            |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 },
        )
    })
}
