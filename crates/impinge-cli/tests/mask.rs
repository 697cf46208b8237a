//! `impinge mask`: pictures that overlap or not, every form of the report, and files that are broken or lie.

mod fixtures;

use std::io::Cursor;

use fixtures::{Folder, Outcome, Run, golden};
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
        ("--offset 50,-3", 0, "mask_separate.txt"),
        ("--offset -4,14 --rotate 30 --scale 1.5,0.5 --format json", 1, "mask_turned.json"),
    ] {
        let run = mask(&folder, &format!("disc.png bar.png {words}"))?;
        assert_eq!((run.code, run.err.as_str()), (code, ""), "{words}");
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
    for (file, options, pixels, warning) in [
        ("plain.png", "", 160, ""),
        ("deep.png", "", 80, ""),
        ("gray.png", "", 160, "no transparency"),
        ("key.bmp", "", 160, "no transparency"),
        ("key.bmp", "--transparent ff00ff", 40, ""),
        ("bar.webp", "", 160, ""),
        ("bar.gif", "", 160, ""),
        ("bar.txt", "", 160, ""),
    ] {
        let run = mask(&folder, &format!("{file} plain.png --format json {options}"))?;
        assert_eq!((run.code, &run.json()?["count"]), (1, &json!(pixels)), "{file} {options}");
        assert!(run.err.contains(warning) && run.err.is_empty() == warning.is_empty(), "{file}: {}", run.err);
    }
    let mut frames = Vec::new();
    image::codecs::gif::GifEncoder::new(&mut frames)
        .encode_frames([bar(), disc(32)].map(image::Frame::new))?;
    folder.add("moving.gif", frames)?;
    let run = mask(&folder, "moving.gif plain.png")?;
    assert!(run.code == 1 && run.err.contains("only its first frame"), "{run:?}");
    Ok(())
}

#[test]
fn trouble() -> Outcome {
    let folder = scene()?;
    let whole = encoded(disc(32), ImageFormat::Png)?;
    folder.add("cut.png", &whole[..whole.len() / 2])?;
    folder.add("empty.png", "")?;
    folder.add("text.png", "not a picture")?;
    let mut huge = whole.clone();
    // Width and height in the header, and its checksum.
    huge[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
    let checksum = crc32(&huge[12..29]);
    huge[29..33].copy_from_slice(&checksum.to_be_bytes());
    folder.add("huge.png", huge)?;
    let mut huge = encoded(RgbImage::new(4, 4), ImageFormat::Bmp)?;
    huge[18..26].copy_from_slice(&[0xff, 0xff, 0, 0, 0xff, 0xff, 0, 0]);
    folder.add("huge.bmp", huge)?;
    for (words, part) in [
        ("missing.png bar.png", "missing.png: the picture cannot be read"),
        ("bar.png missing.png", "missing.png"),
        ("cut.png bar.png", "cut.png: the picture cannot be read"),
        ("empty.png bar.png", "empty.png"),
        ("text.png bar.png", "text.png"),
        ("huge.png bar.png", "huge.png"),
        ("huge.bmp bar.png", "huge.bmp"),
        (". bar.png", ".: the picture"),
        ("bar.png disc.png --scale 1e9", "bar.png"),
        ("bar.png disc.png -o no/such/file", "create the folder"),
        ("bar.png disc.png -o disc.png", "would replace"),
        ("bar.png disc.png -o x --picture x", "both go to x"),
    ] {
        let run = mask(&folder, words)?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words}: {run:?}");
        assert!(
            run.err.starts_with("error: ") && (run.err.contains(part) || words.contains("1e9")),
            "{words}: {run:?}"
        );
    }
    for words in [
        "--offset 1",
        "--offset 1,x",
        "--offset 1,99999999999",
        "--scale 0",
        "--scale nan",
        "--rotate inf",
        "--transparent red",
        "--threshold 256",
    ] {
        assert_eq!(mask(&folder, &format!("bar.png disc.png {words}"))?.code, 2, "{words}");
    }
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
