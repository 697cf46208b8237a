//! Why there is no mask.

use super::{MAX_PIXELS, MAX_SIDE, PixelRect};

/// What was wrong with what a mask was to be made of.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MaskError {
    /// More pixels than a mask can have.
    #[error(
        "a mask of {width}×{height} pixels is too large: at most {MAX_SIDE} along a side and {MAX_PIXELS} in all; \
         cut it into tiles"
    )]
    TooLarge {
        /// Pixels in a row.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// The machine has no room for it.
    #[error("there is no memory for a mask of {width}×{height} pixels")]
    OutOfMemory {
        /// Pixels in a row.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// Bytes that do not fill a picture.
    #[error("a picture of {width}×{height} pixels has {expected} bytes, but {found} were given")]
    WrongLength {
        /// Pixels in a row.
        width: u32,
        /// Rows.
        height: u32,
        /// Bytes that such a picture has.
        expected: u64,
        /// Bytes that there are.
        found: usize,
    },
    /// A part that reaches beyond the picture.
    #[error("{part} is not within the picture of {width}×{height} pixels")]
    PartOutside {
        /// The part.
        part: PixelRect,
        /// Pixels in a row.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// Frames that do not fill a sprite sheet.
    #[error(
        "frames of {}×{} pixels do not fill a sheet of {width}×{height}; use `part` for each frame of other sheets",
        frame[0], frame[1]
    )]
    NotASheet {
        /// Width and height of a frame.
        frame: [u32; 2],
        /// Pixels in a row of the sheet.
        width: u32,
        /// Rows of the sheet.
        height: u32,
    },
    /// A map that leaves no area of pixels, or has numbers that are not finite.
    #[error("the map flattens the mask, or its numbers are not finite or too large")]
    NotInvertible,
    /// A scale that leaves nothing of the pixels.
    #[error("the scale on axis {axis} must be finite and not 0, but is {value}")]
    Scale {
        /// 0 for x, 1 for y.
        axis: usize,
        /// What was given.
        value: f64,
    },
}
