//! Pixel masks of 512×512 at random offsets: is there a common pixel, and how many.
//!
//! The peer is pygame-ce, whose mask is the one that most games have, as it is shipped for Python. It runs in
//! a process of its own (`mask/pygame_loops.py`), which takes the time of its loops itself, by the
//! processor's clock: a loop over the offsets, less the same loop over an offset at which the rectangles do
//! not overlap, so that what Python costs does not count. `cargo xtask compare` installs it; where there is
//! no Python, the tasks are measured without a peer.

use std::cell::RefCell;
use std::time::Duration;

use impinge::mask::Mask;

use super::python::PythonPeer;
use crate::error::Error;
use crate::harness::{Bench, Contender, Task, Unit};
use crate::workload::masks::{OFFSETS, Pair, SIDE, pairs};

/// Names the Python that has pygame-ce.
const PYTHON: &str = "IMPINGE_PYGAME_PYTHON";

/// Measures both questions on all pairs.
pub fn run(bench: &mut Bench) -> Result<(), Error> {
    let pygame =
        PythonPeer::start("pygame-ce", PYTHON, include_str!("mask/pygame_loops.py"))?.map(RefCell::new);
    for pair in pairs() {
        let masks = [mask(&pair, 0)?, mask(&pair, 1)?];
        let each =
            |ask: &dyn Fn([i32; 2]) -> u64| pair.offsets.iter().map(|&offset| ask(offset)).sum::<u64>();
        let yes_no = || each(&|offset| u64::from(masks[0].overlaps(&masks[1], offset)));
        let count = || each(&|offset| masks[0].overlap_count(&masks[1], offset));
        if let Some(pygame) = &pygame {
            load(&mut pygame.borrow_mut(), &pair)?;
        }
        let questions: [(&str, &dyn Fn() -> u64); 2] = [("overlap", &yes_no), ("overlap_area", &count)];
        for (question, ours) in questions {
            let mut remark = String::new();
            let mut peers = Vec::new();
            if let Some(pygame) = &pygame {
                let (_, theirs) = pygame.borrow_mut().ask(question)?;
                remark = format!("checksums: ours {}, pygame-ce's {theirs}", ours());
                let name = format!("pygame-ce {} as shipped", pygame.borrow().version);
                // A process that has died shows as an unstable checksum.
                let batch = move || pygame.borrow_mut().ask(question).unwrap_or((Duration::MAX, u64::MAX));
                peers.push(Contender::with_own_clock(&name, batch));
            }
            let what = if question == "overlap" { "yes or no" } else { "count" };
            bench.measure(Task {
                name: format!("{}: {what}", pair.name),
                unit: Unit::NanosecondsPerPair(OFFSETS),
                ours: Some(Contender::new("impinge", ours)),
                peers,
                remark,
            })?;
        }
    }
    Ok(())
}

fn mask(pair: &Pair, which: usize) -> Result<Mask, Error> {
    Mask::from_fn(SIDE, SIDE, |x, y| pair.pixels[which][(x + SIDE * y) as usize])
        .map_err(|error| Error::Peer { peer: "impinge", reason: error.to_string() })
}

/// Hands over masks and offsets.
fn load(pygame: &mut PythonPeer, pair: &Pair) -> Result<(), Error> {
    let mut text = format!("load {SIDE}\n");
    for pixels in &pair.pixels {
        text.extend(pixels.iter().map(|&pixel| if pixel { '1' } else { '0' }));
        text.push('\n');
    }
    text.extend(pair.offsets.iter().map(|[x, y]| format!("{x} {y} ")));
    pygame.say(&text)
}
