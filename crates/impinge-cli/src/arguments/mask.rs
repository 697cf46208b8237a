//! What `impinge mask` is asked. The comments on the fields are the help text.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};

use super::{Color, finite, whole};

const MASK_EXAMPLES: &str = r#"Examples:
  impinge mask ship.png rock.png --offset 40,-12
      does the rock hit the ship with its upper left corner 40 pixels right of the ship's, 12 above?
  impinge mask ship.png rock.png --offset 40,-12 --rotate 30 --scale 1.5 --picture overlap.png
      the rock turned and enlarged about its middle; and a picture of both
  impinge mask old.bmp new.bmp --transparent ff00ff --format json | jq .count
      pictures without transparency, in which one colour stands for it

Exit codes:
  0  no pixel overlaps
  1  pixels overlap (0 with --exit-zero)
  2  the question could not be answered; the message says why"#;

/// Tell whether two pictures overlap, pixel by pixel, and where
///
/// A pixel is solid if its alpha is above the threshold. Pixels that share only an edge or a corner do not
/// overlap. x goes to the right and y down, from the upper left corner of A. Of animated pictures the first
/// frame counts; 16 bits are rounded to 8.
#[derive(Debug, Args)]
#[command(after_long_help = MASK_EXAMPLES, after_help = "Exit codes: 0 no overlap, 1 overlap, 2 error. --help has more, and examples.")]
pub(crate) struct MaskArguments {
    /// The first picture: PNG, GIF, WebP or BMP
    #[arg(value_name = "A")]
    pub a: PathBuf,

    /// The second picture
    #[arg(value_name = "B")]
    pub b: PathBuf,

    /// Where the upper left corner of B is, in pixels of A: two whole numbers
    #[arg(long, value_name = "X,Y", default_value = "0,0", hide_default_value = true, allow_hyphen_values = true,
          value_parser = offset)]
    pub offset: [i32; 2],

    /// Turn B about its middle by so many degrees, counter-clockwise as it is seen
    ///
    /// Whether turned or scaled pictures overlap is decided on the squares of their pixels; the count is of
    /// pixels of A whose centre lies in one of B.
    #[arg(long, value_name = "DEGREES", default_value_t = 0.0, hide_default_value = true, allow_hyphen_values = true,
          value_parser = finite)]
    pub rotate: f64,

    /// Scale B about its middle before it is turned: one factor, or one for each axis; below 0 it is mirrored
    #[arg(long, value_name = "FACTOR", default_value = "1", hide_default_value = true, allow_hyphen_values = true,
          value_parser = scale)]
    pub scale: [f64; 2],

    /// Pixels are solid if their alpha, from 0 to 255, is above this
    #[arg(long, value_name = "ALPHA", default_value_t = 127, allow_negative_numbers = true,
          value_parser = |text: &str| whole::<u8>(text, 0, Some(255)))]
    pub threshold: u8,

    /// This colour is transparent too, in both pictures: six hexadecimal digits, red, green and blue
    #[arg(long, value_name = "RRGGBB", value_parser = rgb)]
    pub transparent: Option<[u8; 3]>,

    /// Draw both pictures and their overlap into FILE, as PNG
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,

    /// Form of the report; unless it is said, the one that FILE of -o is named after, such as .json, or else
    /// a table
    #[arg(long, value_enum)]
    pub format: Option<MaskFormat>,

    /// Write the report to FILE instead of standard output
    ///
    /// The file appears complete or not at all; one that exists is replaced. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Exit with 0 even if pixels overlap; errors still exit with 2
    #[arg(long)]
    pub exit_zero: bool,

    /// No warnings: nothing but the report and errors
    #[arg(short, long)]
    pub quiet: bool,

    /// Whether to use colours; `auto` on terminals only, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub color: Color,
}

/// Form of the report about pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MaskFormat {
    /// Text for people
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
    let [_, red, green, blue] = number.ok_or("give six hexadecimal digits, as ff00ff")?.to_be_bytes();
    Ok([red, green, blue])
}
