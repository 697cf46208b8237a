//! Pixel masks of 512×512, and offsets.

use super::random::SplitMix64;

/// Pixels along a side.
pub const SIDE: u32 = 512;
/// Offsets of every task.
pub const OFFSETS: usize = 2048;

/// Which pixels are set, row after row.
pub type Pixels = Vec<bool>;

/// One pair of masks and the offsets of the second.
pub struct Pair {
    pub name: &'static str,
    pub pixels: [Pixels; 2],
    pub offsets: Vec<[i32; 2]>,
}

/// Discs of which 60 % of the pixels are set, drawn pixel by pixel; solid discs; and two checkerboards, one
/// black where the other is white. Offsets are uniform so that the rectangles overlap: two draws each, x and
/// y; those of the checkerboards are made even, so that they never hit: y comes nearer to 0 by one.
pub fn pairs() -> [Pair; 3] {
    let mut random = SplitMix64::new(512);
    let is_in_disc = |x: u32, y: u32| {
        let [x, y] = [x, y].map(|at| i64::from(2 * at + 1) - i64::from(SIDE));
        x * x + y * y <= i64::from(SIDE * SIDE)
    };
    let mut noisy = || picture(|x, y| is_in_disc(x, y) && random.unit() < 0.6);
    let discs = [noisy(), noisy()];
    let solid = picture(is_in_disc);
    let checkers = [0, 1].map(|odd| picture(|x, y| (x + y) % 2 == odd));
    let mut offsets = || -> Vec<[i32; 2]> {
        let mut offset = || random.below(u64::from(2 * SIDE - 1)) as i32 + 1 - SIDE as i32;
        (0..OFFSETS).map(|_| [offset(), offset()]).collect()
    };
    let even =
        |[x, y]: [i32; 2]| if (x + y) % 2 == 0 { [x, y] } else { [x, y - y.signum() + (y == 0) as i32] };
    [
        Pair { name: "noisy discs", pixels: discs, offsets: offsets() },
        Pair { name: "solid discs", pixels: [solid.clone(), solid], offsets: offsets() },
        Pair {
            name: "checkerboards that never hit",
            pixels: checkers,
            offsets: offsets().into_iter().map(even).collect(),
        },
    ]
}

fn picture(mut is_set: impl FnMut(u32, u32) -> bool) -> Pixels {
    (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))).map(|(x, y)| is_set(x, y)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_described() {
        let pairs = pairs();
        let set = |pixels: &Pixels| pixels.iter().filter(|&&pixel| pixel).count();
        let disc = set(&pairs[1].pixels[0]);
        assert!(disc.abs_diff(205_887) < 200, "{disc}");
        assert!(set(&pairs[0].pixels[0]).abs_diff(disc * 3 / 5) < 2000);
        assert_ne!(pairs[0].pixels[0], pairs[0].pixels[1]);
        let [black, white] = &pairs[2].pixels;
        assert!(black.iter().zip(white).all(|(black, white)| black != white));
        assert!(pairs.iter().flat_map(|pair| &pair.offsets).flatten().all(|at| at.abs() < SIDE as i32));
        assert!(pairs[2].offsets.iter().all(|[x, y]| (x + y) % 2 == 0));
    }
}
