//! Errors of masks.

use super::{MAX_PIXELS, MAX_SIDE, PixelRect};

/// Why a mask cannot be created.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MaskError {
    /// More pixels than a mask can have.
    #[error(
        "a mask of {width}×{height} pixels is too large: at most {MAX_SIDE} per side and {MAX_PIXELS} in total; cut it into tiles"
    )]
    TooLarge {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// The allocation failed.
    #[error("there is not enough memory for a mask of {width}×{height} pixels")]
    OutOfMemory {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// A number of bytes that does not match the size of the image.
    #[error("a picture of {width}×{height} pixels has {expected} bytes, but {found} were given")]
    WrongLength {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
        /// The number of bytes of an image of this size.
        expected: u64,
        /// The number of given bytes.
        found: usize,
    },
    /// A rectangle that extends beyond the image.
    #[error("{part} is not within the picture of {width}×{height} pixels")]
    PartOutside {
        /// The rectangle.
        part: PixelRect,
        /// The width of the image in pixels.
        width: u32,
        /// The height of the image in pixels.
        height: u32,
    },
    /// Frames that do not fill a sprite sheet.
    #[error(
        "frames of {}×{} pixels do not fill a sheet of {width}×{height}; for other sheets use `crop` for each frame",
        frame[0], frame[1]
    )]
    NotDivisible {
        /// The width and height of a frame.
        frame: [u32; 2],
        /// The width of the sheet in pixels.
        width: u32,
        /// The height of the sheet in pixels.
        height: u32,
    },
    /// A transform that leaves no area, or has numbers that are not finite or too large.
    #[error("the map flattens the mask, or its numbers are not finite or too large")]
    NotInvertible,
    /// A scale of 0, or one that is not finite.
    #[error("the scale on axis {axis} must be finite and not 0, but is {value}")]
    Scale {
        /// The axis: 0 for x, 1 for y.
        axis: usize,
        /// The scale.
        value: f64,
    },
}
