//! Pictures: read from files that may be broken or lie about their size, and drawn.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use image::codecs::gif::GifDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::{AnimationDecoder, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, Rgba, RgbaImage};
use impinge::mask::Mask;

use crate::arguments::MaskArguments;
use crate::error::Error;
use crate::sources::is_standard_input;
use crate::warning::Warning;

/// The most pixels along a side. What a file claims beyond it is refused before memory is taken.
const MOST_ALONG_A_SIDE: u32 = 1 << 15;
/// The most bytes that a file may have, and that decoding may take: a picture of 8192×8192 pixels, and as
/// much again.
const MOST_BYTES: u64 = 1 << 29;
/// The most pixels that are drawn.
const MOST_DRAWN: i64 = 1 << 26;

/// What is solid of a picture.
const OTHER: &str = "give a PNG, GIF, WebP or BMP file";
const PATH: &str = "check the path and the permissions";
const SMALLER: &str = "give a smaller one";

pub(super) struct Picture {
    pub mask: Mask,
    pub warnings: Vec<Warning>,
}

impl Picture {
    pub fn read(file: &Path, arguments: &MaskArguments) -> Result<Self, Error> {
        if is_standard_input(file) {
            return Err(Error::NoStandardInput);
        }
        let refuse_to =
            |advice| move |reason: String| Error::Picture { file: file.to_owned(), reason, advice };
        let (refuse, unreadable, large) = (refuse_to(OTHER), refuse_to(PATH), refuse_to(SMALLER));
        // Pipes and devices may never end, and what is too large is not read.
        let about = fs::metadata(file).map_err(|error| unreadable(error.to_string()))?;
        if !about.is_file() {
            return Err(refuse("it is not a regular file".to_owned()));
        }
        if about.len() > MOST_BYTES {
            let (size, most) = (about.len() >> 20, MOST_BYTES >> 20);
            return Err(large(format!("it has {size} MiB, but at most {most} MiB are read")));
        }
        let bytes = fs::read(file).map_err(|error| unreadable(error.to_string()))?;
        let reader = || ImageReader::new(Cursor::new(&bytes)).with_guessed_format();
        let mut reader = reader().map_err(|error| refuse(error.to_string()))?;
        reader.limits(limits());
        let format = reader.format();
        let undecoded = |error: ImageError| refuse_to(advice(&error))(reason(&error, &bytes));
        let mut decoder = reader.into_decoder().map_err(undecoded)?;
        let (width, height) = decoder.dimensions();
        if width.max(height) > MOST_ALONG_A_SIDE || decoder.total_bytes() > MOST_BYTES {
            return Err(large(too_large(&format!("its header declares {width}×{height} pixels"))));
        }
        decoder.set_limits(limits()).map_err(undecoded)?;
        let decoded = image::DynamicImage::from_decoder(decoder).map_err(undecoded)?;

        let mut warnings = Vec::new();
        let mut warn = |message: &str| {
            warnings.push(Warning {
                file: Some(file.display().to_string()),
                place: "picture".to_owned(),
                message: message.to_owned(),
            });
        };
        if format.is_some_and(|format| is_animated(format, &bytes)) {
            warn("it is animated; only its first frame is used");
        }
        let mut pixels = decoded.into_rgba8();
        if let Some([red, green, blue]) = arguments.transparent {
            for pixel in pixels.pixels_mut().filter(|pixel| pixel.0[..3] == [red, green, blue]) {
                pixel.0[3] = 0;
            }
        }
        let mask = Mask::from_rgba(width, height, pixels.as_raw(), arguments.threshold)
            .map_err(|source| Error::Mask { file: file.to_owned(), source })?;
        // Some formats always decode with an alpha channel, so it is the pixels that show whether anything is
        // transparent.
        if mask.count() == u64::from(width) * u64::from(height) {
            let least = pixels.pixels().map(|pixel| pixel.0[3]).min().unwrap_or(u8::MAX);
            warn(&match arguments.transparent {
                Some([red, green, blue]) => format!(
                    "no pixel has the colour {red:02x}{green:02x}{blue:02x} of --transparent, so all its pixels are solid"
                ),
                None if least == u8::MAX => {
                    "it has no transparency, so all its pixels are solid; name a colour with --transparent"
                        .to_owned()
                }
                None => format!(
                    "all its pixels are solid, as the least alpha is {least}: use --threshold {least} or more to change that"
                ),
            });
        }
        if mask.count() == 0 {
            let threshold = arguments.threshold;
            warn(&format!(
                "none of its pixels is solid, as none has an alpha above {threshold}: it can overlap nothing"
            ));
        }
        Ok(Picture { mask, warnings })
    }
}

fn too_large(claim: &str) -> String {
    let most = MOST_BYTES >> 20;
    format!("{claim}; at most {MOST_ALONG_A_SIDE} along a side and {most} MiB are read")
}

/// What to do about a picture that could not be decoded.
fn advice(error: &ImageError) -> &'static str {
    match error {
        ImageError::Limits(_) => SMALLER,
        ImageError::Unsupported(_) => OTHER,
        _ => "it is damaged or cut off: copy or export it again",
    }
}

/// Why a picture could not be decoded. Some decoders apply the limits before they provide the size:
/// then it is read from the head of the file, which takes no memory for pixels.
fn reason(error: &ImageError, bytes: &[u8]) -> String {
    if !matches!(error, ImageError::Limits(_)) {
        return error.to_string();
    }
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    let claim = reader.ok().and_then(|mut reader| {
        reader.no_limits();
        reader.into_dimensions().ok()
    });
    match claim {
        Some((width, height)) => too_large(&format!("its header declares {width}×{height} pixels")),
        None => too_large("its header declares more pixels than are supported"),
    }
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_ALONG_A_SIDE);
    limits.max_image_height = Some(MOST_ALONG_A_SIDE);
    limits.max_alloc = Some(MOST_BYTES);
    limits
}

/// Has it more than one frame? An unknown number of frames counts as one.
fn is_animated(format: ImageFormat, bytes: &[u8]) -> bool {
    let bytes = Cursor::new(bytes);
    match format {
        ImageFormat::Png => {
            PngDecoder::with_limits(bytes, limits()).and_then(|decoder| decoder.is_apng()).unwrap_or(false)
        }
        ImageFormat::WebP => WebPDecoder::new(bytes).is_ok_and(|decoder| decoder.has_animation()),
        ImageFormat::Gif => GifDecoder::new(bytes).is_ok_and(|mut decoder| {
            decoder.set_limits(limits()).is_ok() && decoder.into_frames().take(2).flatten().count() > 1
        }),
        _ => false,
    }
}

/// A warning about a file whose name promises something else than what is drawn into it.
pub(super) fn misnamed(file: &Path) -> Option<Warning> {
    let extension = file.extension()?;
    (!extension.eq_ignore_ascii_case("png")).then(|| Warning {
        file: Some(file.display().to_string()),
        place: "--picture".to_owned(),
        message: "is written as PNG, despite its extension; use .png".to_owned(),
    })
}

/// Both masks and what they share, as PNG: colours as in all drawings of the engine.
pub(super) fn draw(a: &Mask, b: &Mask, offset: [i32; 2], file: &Path) -> Result<Vec<u8>, Error> {
    let low = offset.map(|at| i64::from(at).min(0));
    let high = [0, 1].map(|axis: usize| {
        let size = |mask: &Mask| i64::from([mask.width(), mask.height()][axis]);
        size(a).max(i64::from(offset[axis]) + size(b))
    });
    let [width, height] = [0, 1].map(|axis: usize| high[axis] - low[axis]);
    if width.checked_mul(height).is_none_or(|pixels| pixels > MOST_DRAWN) {
        return Err(Error::PictureTooLarge { file: file.to_owned(), width, height, most: MOST_DRAWN });
    }
    // At least one pixel, as a PNG must have.
    let picture = RgbaImage::from_fn(width.max(1) as u32, height.max(1) as u32, |x, y| {
        let at = [i64::from(x) + low[0], i64::from(y) + low[1]];
        let has =
            |mask: &Mask, corner: [i64; 2]| mask.get((at[0] - corner[0]) as i32, (at[1] - corner[1]) as i32);
        Rgba(match (has(a, [0, 0]), has(b, offset.map(i64::from))) {
            (true, true) => [0xd5, 0x5e, 0x00, 255],
            (true, false) => [0xf3, 0xd0, 0x7f, 255],
            (false, true) => [0x7f, 0xb8, 0xd8, 255],
            (false, false) => [255, 255, 255, 255],
        })
    });
    let mut bytes = Cursor::new(Vec::new());
    picture
        .write_to(&mut bytes, ImageFormat::Png)
        .map_err(|error| Error::Write { file: file.to_owned(), source: std::io::Error::other(error) })?;
    Ok(bytes.into_inner())
}
