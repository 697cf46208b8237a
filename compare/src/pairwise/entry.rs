//! One library's way to answer a question about every pair.
//!
//! An answer is a number: the signed distance (negative: minus the depth), NaN where the library reports
//! nothing; of a yes/no question 1 or 0.
//!
//! Of pairs that move, a batch asks at every step there and back, each time about all pairs: every question
//! is one small step from the one asked about that pair before, as from frame to frame, and "warm" caches are
//! filled by those. "Cold" asks the same without a cache.

use std::hint::black_box;

use crate::harness::Contender;
use crate::workload::moving::Pair;

/// A contender and the answers that it gave.
pub struct Entry<'a> {
    /// Who.
    pub name: &'static str,
    /// Does the work.
    pub contender: Contender<'a>,
    /// What it answered: all pairs at the first judged step, then all at the next.
    pub answers: Vec<f32>,
}

/// Asks about every input afresh.
pub fn each<'a, T: 'a>(name: &'static str, inputs: Vec<T>, answer: impl Fn(&T) -> f32 + 'a) -> Entry<'a> {
    entry(name, inputs, 1, true, move |input, _| answer(input))
}

/// Asks about all inputs at once.
pub fn together<'a, T: 'a>(
    name: &'static str,
    inputs: Vec<T>,
    answer: impl Fn(&[T], &mut [f32]) + 'a,
) -> Entry<'a> {
    let mut answers = vec![0.0; inputs.len()];
    answer(&inputs, &mut answers);
    let judged = answers.clone();
    let contender = Contender::new(name, move || {
        answer(black_box(&inputs), black_box(&mut answers));
        checksum(&answers)
    });
    Entry { name, contender, answers: judged }
}

/// Asks about every pair afresh.
pub fn cold<'a, S: 'a, P: 'a, const N: usize>(
    name: &'static str,
    pairs: Vec<Pair<S, P, N>>,
    answer: impl Fn(&[S; 2], &P, &P) -> f32 + 'a,
) -> Entry<'a> {
    entry(name, pairs, N, true, move |pair, step| answer(&pair.shapes, &pair.first, &pair.second[step]))
}

/// Asks with a cache for every pair, which lives as long as the entry.
pub fn warm<'a, S: 'a, P: 'a, C: Default + 'a, const N: usize>(
    name: &'static str,
    pairs: Vec<Pair<S, P, N>>,
    answer: impl Fn(&[S; 2], &P, &P, &mut C) -> f32 + 'a,
) -> Entry<'a> {
    let pairs = pairs.into_iter().map(|pair| (pair, C::default())).collect();
    entry(name, pairs, N, false, move |(pair, cache), step| {
        answer(&pair.shapes, &pair.first, &pair.second[step], cache)
    })
}

/// The steps whose answers are judged: of pairs that move, all but the start, on the way there.
pub fn judged_steps(steps: usize) -> std::ops::Range<usize> {
    if steps == 1 { 0..1 } else { 1..steps }
}

/// The steps of a batch.
pub fn steps_of_batch(steps: usize) -> impl Iterator<Item = usize> {
    judged_steps(steps).chain((0..steps - 1).rev())
}

fn entry<'a, T: 'a>(
    name: &'static str,
    mut inputs: Vec<T>,
    steps: usize,
    repeatable: bool,
    answer: impl Fn(&mut T, usize) -> f32 + 'a,
) -> Entry<'a> {
    let count = inputs.len();
    // The only place from which libraries are called, so that the compiler has the same reason to inline
    // each.
    let mut batch = move |answers: &mut [f32]| {
        for (step, answers) in steps_of_batch(steps).zip(answers.chunks_exact_mut(count)) {
            for (input, place) in black_box(&mut inputs).iter_mut().zip(black_box(answers)) {
                *place = answer(input, step);
            }
        }
    };
    let mut answers = vec![0.0_f32; count * steps_of_batch(steps).count()];
    batch(&mut answers);
    let judged = answers[..count * judged_steps(steps).len()].to_vec();
    let contender = Contender::new(name, move || {
        batch(&mut answers);
        // A cache remembers earlier rounds: answers may differ in the last bit and cannot be compared by it.
        if !repeatable {
            return 0;
        }
        checksum(&answers)
    });
    Entry { name, contender, answers: judged }
}

fn checksum(answers: &[f32]) -> u64 {
    answers.iter().fold(0, |sum: u64, answer| sum.wrapping_add(u64::from(answer.to_bits())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_go_there_and_back() {
        assert_eq!(steps_of_batch(1).collect::<Vec<_>>(), [0]);
        assert_eq!(steps_of_batch(4).collect::<Vec<_>>(), [1, 2, 3, 2, 1, 0]);
    }
}
