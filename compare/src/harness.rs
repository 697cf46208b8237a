//! How time is taken.
//!
//! A [`Contender`] does a whole batch, all inputs of the task, and returns a checksum of its answers. Batches
//! shorter than
//! [`SHORTEST`] are repeated within a round. In every round each contender has one turn, and the next round
//! starts with another one, so that a slow moment of the machine hits all alike. What is printed is the
//! median over the rounds of the thread's CPU time, which other programs on the machine disturb least.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;

use crate::error::Error;
use crate::groups::Group;
use crate::results::Row;

/// A turn lasts at least so long: far above what reading the clock takes.
const SHORTEST: Duration = Duration::from_millis(2);

/// Rounds of a whole run.
pub const ROUNDS: usize = 21;
/// Rounds of a first look.
pub const FEW_ROUNDS: usize = 5;

/// One way to do a task.
pub struct Contender<'a> {
    name: String,
    batch: Batch<'a>,
}

/// The whole work once.
enum Batch<'a> {
    /// Gives a checksum of the answers.
    Here(Box<dyn FnMut() -> u64 + 'a>),
    /// Also gives the time that it took: work in another process, which takes it better itself.
    Elsewhere(Box<dyn FnMut() -> (Duration, u64) + 'a>),
}

impl<'a> Contender<'a> {
    /// A contender that does the whole work and returns a checksum of its answers.
    pub fn new(name: &str, batch: impl FnMut() -> u64 + 'a) -> Self {
        Contender { name: name.to_owned(), batch: Batch::Here(Box::new(batch)) }
    }

    /// A contender that also takes the time of its work.
    pub fn with_own_clock(name: &str, batch: impl FnMut() -> (Duration, u64) + 'a) -> Self {
        Contender { name: name.to_owned(), batch: Batch::Elsewhere(Box::new(batch)) }
    }

    /// One round: the time that one batch took.
    fn turn(&mut self, repetitions: u32) -> (Duration, u64) {
        let mut checksum = 0;
        match &mut self.batch {
            Batch::Here(batch) => {
                let start = ThreadTime::now();
                for _ in 0..repetitions {
                    checksum = black_box(batch());
                }
                (start.elapsed() / repetitions, checksum)
            }
            Batch::Elsewhere(batch) => {
                let mut spent = Duration::ZERO;
                for _ in 0..repetitions {
                    let time;
                    (time, checksum) = batch();
                    spent = spent.saturating_add(time);
                }
                (spent / repetitions, checksum)
            }
        }
    }
}

/// What the figures of a task mean.
#[derive(Clone, Copy)]
pub enum Unit {
    /// The batch's time over so many pairs.
    NanosecondsPerPair(usize),
    /// The batch's time over so many rays.
    NanosecondsPerRay(usize),
    /// The batch's time over so many queries.
    MicrosecondsPerQuery(usize),
    /// The batch's time.
    Milliseconds,
    /// The batch's time over so many frames.
    MillisecondsPerFrame(usize),
}

impl Unit {
    fn label(self) -> &'static str {
        match self {
            Unit::NanosecondsPerPair(_) => "ns/pair",
            Unit::NanosecondsPerRay(_) => "ns/ray",
            Unit::MicrosecondsPerQuery(_) => "µs",
            Unit::Milliseconds | Unit::MillisecondsPerFrame(_) => "ms",
        }
    }

    fn figure(self, batch: Duration) -> f64 {
        match self {
            Unit::NanosecondsPerPair(count) | Unit::NanosecondsPerRay(count) => {
                batch.as_secs_f64() * 1e9 / count as f64
            }
            Unit::MicrosecondsPerQuery(count) => batch.as_secs_f64() * 1e6 / count as f64,
            Unit::Milliseconds => batch.as_secs_f64() * 1e3,
            Unit::MillisecondsPerFrame(count) => batch.as_secs_f64() * 1e3 / count as f64,
        }
    }
}

/// The same work for all.
pub struct Task<'a> {
    /// What is done, and on what.
    pub name: String,
    /// In what it is measured.
    pub unit: Unit,
    /// Our way; none while we have no such query.
    pub ours: Option<Contender<'a>>,
    /// Theirs.
    pub peers: Vec<Contender<'a>>,
    /// How far the answers agree.
    pub remark: String,
}

/// Figures that no clock gave, such as bytes; less is better here too.
pub struct Stated<'a> {
    /// What they say.
    pub name: String,
    /// In what they are.
    pub unit: &'static str,
    /// Ours.
    pub ours: Option<f64>,
    /// Theirs.
    pub peers: Vec<(&'a str, f64)>,
    /// How they came about.
    pub remark: String,
}

/// Measures task after task.
pub struct Bench {
    rounds: usize,
    is_quick: bool,
    group: &'static str,
    rows: Vec<Row>,
}

impl Bench {
    /// A bench that takes medians over so many rounds.
    pub fn new(rounds: usize, is_quick: bool) -> Self {
        Bench { rounds, is_quick, group: "", rows: Vec::new() }
    }

    /// The rows to come belong to this group.
    pub fn begin(&mut self, group: &Group) {
        self.group = group.name;
        println!("\n{}: {}", group.name, group.about);
        println!("{:>10} {:>10} {:>7}  {:<7}  task", "ours", "best peer", "ratio", "unit");
    }

    /// Measures a task and prints its row.
    pub fn measure(&mut self, task: Task) -> Result<(), Error> {
        let Task { name, unit, ours, peers, remark } = task;
        let has_ours = ours.is_some();
        let mut contenders: Vec<Contender> = ours.into_iter().chain(peers).collect();
        let times = interleaved(&mut contenders, self.rounds, &name)?;
        let mut figures = times.into_iter().map(|rounds| unit.figure(median(rounds)));
        let mut names = contenders.into_iter().map(|contender| contender.name);
        let ours = if has_ours { names.next().and(figures.next()) } else { None };
        self.add(Row::new(self.group, name, unit.label(), ours, names.zip(figures), remark));
        Ok(())
    }

    /// Prints a row of figures that are known.
    pub fn state(&mut self, stated: Stated) {
        let Stated { name, unit, ours, peers, remark } = stated;
        let peers = peers.into_iter().map(|(name, figure)| (name.to_owned(), figure));
        self.add(Row::new(self.group, name, unit, ours, peers, remark));
    }

    fn add(&mut self, row: Row) {
        let Row { task, unit, ours, peers, best_peer, ratio, remark, .. } = &row;
        let best = peers.get(best_peer).copied().unwrap_or(f64::NAN);
        let [ours, ratio] = [ours, ratio].map(|figure| figure.map_or("-".to_owned(), |x| format!("{x:.2}")));
        println!("{ours:>10} {best:>10.2} {ratio:>7}  {unit:<7}  {task}");
        for (peer, figure) in peers {
            println!("{:>10} {figure:>10.2} {:>7}  {unit:<7}    {peer}", "", "");
        }
        for line in remark.lines() {
            println!("{:>39}  {line}", "");
        }
        self.rows.push(row);
    }

    /// Is this only a first look?
    pub fn is_quick(&self) -> bool {
        self.is_quick
    }

    /// The rows since the last call.
    pub fn take_rows(&mut self) -> Vec<Row> {
        std::mem::take(&mut self.rows)
    }
}

/// The times of every contender in every round.
fn interleaved(contenders: &mut [Contender], rounds: usize, task: &str) -> Result<Vec<Vec<Duration>>, Error> {
    // The first turn warms caches and says how often a batch must be repeated.
    let first: Vec<(u32, u64)> = contenders
        .iter_mut()
        .map(|contender| {
            let (time, checksum) = contender.turn(1);
            (SHORTEST.div_duration_f64(time.max(Duration::from_nanos(1))).ceil() as u32, checksum)
        })
        .collect();
    let mut times = vec![Vec::with_capacity(rounds); contenders.len()];
    for round in 0..rounds {
        for turn in 0..contenders.len() {
            let who = (round + turn) % contenders.len();
            let (repetitions, expected) = first[who];
            let (time, checksum) = contenders[who].turn(repetitions.max(1));
            if checksum != expected {
                return Err(Error::Unstable {
                    task: task.to_owned(),
                    contender: contenders[who].name.clone(),
                    first: expected,
                    later: checksum,
                });
            }
            times[who].push(time);
        }
    }
    Ok(times)
}

/// The middle one; of an even number the upper.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_ignore_outliers() {
        let times = [3, 1, 900, 2, 4].map(Duration::from_nanos);
        assert_eq!(median(times.to_vec()), Duration::from_nanos(3));
    }

    #[test]
    fn every_contender_has_every_round_and_must_stay_the_same() {
        let mut same = [Contender::new("a", || 1), Contender::new("b", || 6)];
        let times = interleaved(&mut same, 3, "task").map_err(|error| error.to_string());
        assert_eq!(times.map(|times| times.iter().map(Vec::len).collect()), Ok(vec![3, 3]));
        let mut calls = 0;
        let mut fickle = [Contender::new("c", || {
            calls += 1;
            calls
        })];
        assert!(matches!(interleaved(&mut fickle, 3, "task"), Err(Error::Unstable { .. })));
    }
}
