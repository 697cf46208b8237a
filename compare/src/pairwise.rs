//! Questions about pairs whose answers are numbers: who answers, how fast, and how exactly.

mod accuracy;
mod entry;

pub use accuracy::Wanted;
pub use entry::{Entry, cold, each, judged_steps, steps_of_batch, together, warm};

use crate::error::Error;
use crate::harness::{Bench, Task, Unit};

/// Measures our entry against those of peers on pairs with `steps` poses. `truth` holds the signed distance
/// of every pair at every judged step, in the order of the answers.
pub fn compare(
    bench: &mut Bench,
    name: &str,
    wanted: Wanted,
    truth: &[f64],
    steps: usize,
    ours: Option<Entry>,
    peers: Vec<Entry>,
) -> Result<(), Error> {
    let pairs = truth.len() / judged_steps(steps).len();
    let unit = Unit::NanosecondsPerPair(pairs * steps_of_batch(steps).count());
    let mut remark = accuracy::summary(wanted, truth);
    for entry in ours.iter().chain(&peers) {
        remark += &format!("\n{}: {}", entry.name, accuracy::verdict(wanted, truth, &entry.answers));
    }
    let peers = peers.into_iter().map(|peer| peer.contender).collect();
    bench.measure(Task { name: name.to_owned(), unit, ours: ours.map(|ours| ours.contender), peers, remark })
}
