//! Boxes, balls and segments: one pair after the other, each tested on its own.

mod plane;
mod space;

use std::hint::black_box;

use crate::agreement::{Answers, remark};
use crate::error::Error;
use crate::harness::{Bench, Contender, Task, Unit};

/// Measures space, then the plane.
pub fn run(bench: &mut Bench) -> Result<(), Error> {
    space::run(bench)?;
    plane::run(bench)
}

/// One library's way to test pairs, and what it answers.
struct Entry<'a> {
    contender: Contender<'a>,
    answers: Answers,
}

/// A contender and its answers: `answer` gives 0 where the shapes do not meet.
///
/// It is called from one place only, so that the compiler has the same reason to inline every library's test.
fn entry<'a, T, A: Into<u8>>(
    name: &'static str,
    pairs: &'a [T],
    right: &[Option<bool>],
    answer: impl Fn(&T) -> A + 'a,
) -> Entry<'a> {
    let batch = move |answers: &mut [u8]| -> u64 {
        let both = black_box(pairs).iter().zip(black_box(answers));
        both.map(|(pair, place)| {
            *place = answer(pair).into();
            u64::from(*place)
        })
        .sum()
    };
    let mut answers = vec![0; pairs.len()];
    batch(&mut answers);
    let given = answers.iter().map(|&answer| answer != 0).collect();
    Entry {
        contender: Contender::new(name, move || batch(&mut answers)),
        answers: Answers { name, given, right: right.to_vec() },
    }
}

/// Measures our entry against those of peers.
fn compare(bench: &mut Bench, name: String, ours: Entry, peers: Vec<Entry>) -> Result<(), Error> {
    let unit = Unit::NanosecondsPerPair(ours.answers.given.len());
    let (contenders, answers): (Vec<_>, Vec<_>) =
        peers.into_iter().map(|peer| (peer.contender, peer.answers)).unzip();
    let remark = remark(&name, &ours.answers, &answers)?;
    bench.measure(Task { name, unit, ours: Some(ours.contender), peers: contenders, remark })
}
