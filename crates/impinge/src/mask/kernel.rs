//! The innermost loops over words: test for a common bit, and count of common bits.
//!
//! Each loop is written once, in plain Rust without a branch, and compiled several times: for the baseline
//! instruction set, and on x86-64 also for AVX2 and for AVX-512, where one instruction counts the bits of
//! eight words. Each query detects the instruction set once. All copies are the same source on integers, so
//! they cannot differ; a test still compares them side by side.

use super::BITS;

/// Rows that are tested before checking for an early exit.
const BLOCK: usize = 128;

/// The words of the second mask over a stripe of the first: from two shifted stripes, or from one.
#[derive(Clone, Copy)]
pub(super) enum Second<'a> {
    /// Bits move up by `shift`, 1 to 63; the bits that leave the `before` stripe come in.
    Both { here: &'a [u64], before: &'a [u64], shift: u32 },
    /// Bits move up by `shift`, 0 to 63, and nothing comes in.
    Up { here: &'a [u64], shift: u32 },
    /// Bits move down by `shift`, 1 to 63, as nothing is in the other stripe.
    Down { before: &'a [u64], shift: u32 },
}

impl Second<'_> {
    /// The word of a row.
    #[inline(always)]
    pub(super) fn word(&self, row: usize) -> u64 {
        match *self {
            Second::Both { here, before, shift } => here[row] << shift | before[row] >> (BITS - shift),
            Second::Up { here, shift } => here[row] << shift,
            Second::Down { before, shift } => before[row] >> shift,
        }
    }
}

/// A stripe of the first mask and the words of the second over it, in their common rows.
#[derive(Clone, Copy)]
pub(super) struct AlignedRows<'a> {
    pub first: &'a [u64],
    pub second: Second<'a>,
}

impl<'a> AlignedRows<'a> {
    /// Some of the rows.
    #[inline(always)]
    pub(super) fn rows(&self, from: usize, to: usize) -> AlignedRows<'a> {
        let second = match self.second {
            Second::Both { here, before, shift } => {
                Second::Both { here: &here[from..to], before: &before[from..to], shift }
            }
            Second::Up { here, shift } => Second::Up { here: &here[from..to], shift },
            Second::Down { before, shift } => Second::Down { before: &before[from..to], shift },
        };
        AlignedRows { first: &self.first[from..to], second }
    }

    /// The common pixels of a row.
    #[inline(always)]
    pub(super) fn common(&self, row: usize) -> u64 {
        self.first[row] & self.second.word(row)
    }

    /// Returns whether there is a common bit.
    #[inline(always)]
    pub(super) fn any(&self) -> bool {
        let rows = self.first.len();
        let mut row = 0;
        while row < rows {
            let end = rows.min(row + BLOCK);
            if self.rows(row, end).union() != 0 {
                return true;
            }
            row = end;
        }
        false
    }

    /// The union of the common bits of all rows.
    #[inline(always)]
    fn union(&self) -> u64 {
        let mut union = 0;
        self.each(|common| union |= common);
        union
    }

    /// The number of common bits.
    #[inline(always)]
    pub(super) fn count(&self) -> u64 {
        let mut count = 0;
        self.each(|common| count += u64::from(common.count_ones()));
        count
    }

    /// Passes the common bits of every row to `show`. With plain loops: iterator adaptors may become
    /// functions of their own, which are not compiled for the instruction set of the function around them.
    #[inline(always)]
    fn each(&self, mut show: impl FnMut(u64)) {
        match self.second {
            Second::Both { here, before, shift } => {
                for ((&first, &here), &before) in self.first.iter().zip(here).zip(before) {
                    show(first & (here << shift | before >> (BITS - shift)));
                }
            }
            Second::Up { here, shift } => {
                for (&first, &here) in self.first.iter().zip(here) {
                    show(first & (here << shift));
                }
            }
            Second::Down { before, shift } => {
                for (&first, &before) in self.first.iter().zip(before) {
                    show(first & (before >> shift));
                }
            }
        }
    }
}

/// All bits that are set in any of the words.
pub(super) fn union_of(words: &[u64]) -> u64 {
    words.iter().fold(0, |all, word| all | word)
}

/// Compiles a function for several instruction sets and calls the best one that the machine supports.
macro_rules! dispatched {
    ($(#[$attribute:meta])* $visibility:vis fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty = $body:path) => {
        $(#[$attribute])*
        #[inline]
        $visibility fn $name($($argument: $type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn avx512($($argument: $type),*) -> $result {
                    $body($($argument),*)
                }
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn avx2($($argument: $type),*) -> $result {
                    $body($($argument),*)
                }
                let level = $crate::mask::kernel::level();
                if level == $crate::mask::kernel::SimdLevel::Avx512 {
                    // SAFETY: the function needs only these instructions, and `level` has detected each of
                    // them.
                    return unsafe { avx512($($argument),*) };
                }
                if level == $crate::mask::kernel::SimdLevel::Avx2 {
                    // SAFETY: as above.
                    return unsafe { avx2($($argument),*) };
                }
            }
            $body($($argument),*)
        }
    };
}
pub(super) use dispatched;

/// The instruction sets that the loops can use.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SimdLevel {
    Plain,
    Avx2,
    Avx512,
}

/// The instruction set of this machine. The standard library caches the detection: a few loads.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn level() -> SimdLevel {
    #[cfg(test)]
    if let Some(level) = super::tests::FORCED_LEVEL.get() {
        return level;
    }
    machine_level()
}

/// Detects every feature that `dispatched` turns on.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn machine_level() -> SimdLevel {
    let has_avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    let has_avx512 = has_avx2
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq");
    match (has_avx512, has_avx2) {
        (true, _) => SimdLevel::Avx512,
        (_, true) => SimdLevel::Avx2,
        _ => SimdLevel::Plain,
    }
}

#[inline(always)]
fn sum_of_ones(words: &[u64]) -> u64 {
    let mut count = 0;
    for word in words {
        count += u64::from(word.count_ones());
    }
    count
}

dispatched! {
    /// The number of set bits.
    pub(super) fn count_ones(words: &[u64]) -> u64 = sum_of_ones
}
