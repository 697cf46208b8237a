//! The arguments of `impinge mask`. The comments on the fields are the help text.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};

use super::{Color, finite, whole};

const MASK_EXAMPLES: &str = r#"Examples:
  impinge mask ship.png rock.png --offset 40,-12
      test the rock against the ship, its upper left corner 40 pixels right of the ship's, 12 above
  impinge mask ship.png rock.png --offset 40,-12 --rotate 30 --scale 1.5 --picture overlap.png
      rotate and enlarge the rock about its centre, and draw a picture of both
  impinge mask old.bmp new.bmp --transparent ff00ff --format json | jq .count
      compare pictures without transparency, in which one colour stands for it

Exit codes:
  0  no pixel overlaps
  1  pixels overlap (0 with --exit-zero)
  2  the test failed; the error message gives the reason"#;

/// Test whether two pictures overlap, pixel by pixel, and report where
///
/// A pixel is solid if its alpha is above the threshold. Pixels that share only an edge or a corner do not
/// overlap. x points right and y points down, from the upper left corner of A. Of an animated picture, only
/// the first frame is used; 16-bit channels are rounded to 8 bits.
#[derive(Debug, Args)]
#[command(after_long_help = MASK_EXAMPLES, after_help = "Exit codes: 0 no overlap, 1 overlap, 2 error. --help has more, and examples.")]
pub(crate) struct MaskArguments {
    /// The first picture: PNG, GIF, WebP or BMP
    #[arg(value_name = "A")]
    pub a: PathBuf,

    /// The second picture
    #[arg(value_name = "B")]
    pub b: PathBuf,

    /// Position of the upper left corner of B, in pixels of A: two whole numbers
    #[arg(long, value_name = "X,Y", default_value = "0,0", hide_default_value = true, allow_hyphen_values = true,
          value_parser = offset)]
    pub offset: [i32; 2],

    /// Rotate B about its centre by this angle in degrees, counter-clockwise on the screen
    ///
    /// For rotated or scaled pictures, the overlap is decided on the squares of the pixels. The count is the
    /// number of pixels of A whose centre lies in a pixel of B.
    #[arg(long, value_name = "DEGREES", default_value_t = 0.0, hide_default_value = true, allow_hyphen_values = true,
          value_parser = finite)]
    pub rotate: f64,

    /// Scale B about its centre before the rotation: one factor, or one per axis; negative factors mirror it
    #[arg(long, value_name = "FACTOR", default_value = "1", hide_default_value = true, allow_hyphen_values = true,
          value_parser = scale)]
    pub scale: [f64; 2],

    /// Pixels are solid if their alpha, from 0 to 255, is above this value
    #[arg(long, value_name = "ALPHA", default_value_t = 127, allow_negative_numbers = true,
          value_parser = |text: &str| whole::<u8>(text, 0, Some(255)))]
    pub threshold: u8,

    /// Treat this colour as transparent in both pictures: six hexadecimal digits for red, green and blue
    #[arg(long, value_name = "RRGGBB", value_parser = rgb)]
    pub transparent: Option<[u8; 3]>,

    /// Draw both pictures and their overlap to FILE, as PNG
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,

    /// Format of the report; by default set by the extension of the -o file, such as .json, or else a table
    #[arg(long, value_enum)]
    pub format: Option<MaskFormat>,

    /// Write the report to FILE instead of standard output
    ///
    /// The file is written completely or not at all. An existing file is replaced. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Exit with 0 even if pixels overlap; errors still exit with 2
    #[arg(long)]
    pub exit_zero: bool,

    /// No warnings: only the report and errors
    #[arg(short, long)]
    pub quiet: bool,

    /// When to use colours; `auto` uses them on terminals only, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub color: Color,
}

/// Form of the report about pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MaskFormat {
    /// A table as plain text
    #[default]
    Table,
    /// One object: schema, a, b, offset, rotate, scale, relation, count, first, bounds, normal, warnings
    Json,
}

fn offset(text: &str) -> Result<[i32; 2], String> {
    pair(text, "whole numbers", ", each up to 2147483647")
}

/// Two numbers with a comma between them; what they are called, and how large they may be.
fn pair<T: FromStr>(text: &str, numbers: &str, most: &str) -> Result<[T; 2], String> {
    let advice = format!("give two {numbers} with a comma between them{most}");
    let (x, y) = text.split_once(',').ok_or(advice.as_str())?;
    let number = |text: &str| text.trim().parse::<T>().map_err(|_| format!("`{text}`: {advice}"));
    Ok([number(x)?, number(y)?])
}

fn scale(text: &str) -> Result<[f64; 2], String> {
    let factors = if text.contains(',') { pair(text, "numbers", "")? } else { [finite(text)?; 2] };
    if factors.iter().all(|factor| factor.is_finite() && *factor != 0.0) {
        Ok(factors)
    } else {
        Err("factors must be finite and not 0".to_owned())
    }
}

fn rgb(text: &str) -> Result<[u8; 3], String> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let is_color = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_color);
    let [_, red, green, blue] = number.ok_or("give six hexadecimal digits, such as ff00ff")?.to_be_bytes();
    Ok([red, green, blue])
}
