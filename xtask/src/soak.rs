//! `cargo xtask soak`: what the tests claim of few random cases, of many, in rounds with a new seed each
//! until the time is over.
//!
//! Tests run as `cargo test` builds them, with debug assertions and checks of overflow, so that a run also
//! sees what the engine asserts of itself. `claims` says what is asked of which test, `programs` compiles
//! them, `record` keeps what was found in docs/trust.json and writes the table of docs/trust.md.

mod claims;
mod programs;
mod record;

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::step::{Outcome, root};
use claims::{CLAIMS, Claim};
use programs::{Copies, TestProgram};
use record::{Found, Record};

/// For a first look.
const MINUTES: f64 = 15.0;

/// What is asked for on the command line.
struct Wanted {
    minutes: f64,
    /// Of the first round, if it is said; each round has the next one.
    seed: Option<u64>,
    only: Option<String>,
    is_kept: bool,
}

/// Runs the chore.
pub fn run_all(options: &[&str]) -> Outcome {
    let wanted = wanted(options)?;
    let claims: Vec<&Claim> =
        CLAIMS.iter().filter(|claim| wanted.only.as_ref().is_none_or(|only| only == claim.name)).collect();
    if claims.is_empty() {
        let names: Vec<&str> = CLAIMS.iter().map(|claim| claim.name).collect();
        return Err(format!("--only takes one of these: {}", names.join(", ")));
    }
    let copies = Copies::new(&root().join("target/soak"))?;
    let programs: Vec<Vec<TestProgram>> =
        claims.iter().map(|claim| TestProgram::of_claim(claim, &copies)).collect::<Result<_, _>>()?;
    let share = Duration::try_from_secs_f64(wanted.minutes * 60.0 / claims.len() as f64)
        .map_err(|_| "--minutes takes a time that is not negative".to_owned())?;
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    println!("{} runs of {:.0} s each", claims.len(), share.as_secs_f64());
    let mut found = Vec::new();
    for (claim, programs) in claims.into_iter().zip(&programs) {
        // Some rounds take less than a second: a run that begins after a long one must not repeat it.
        let first = match wanted.seed {
            Some(seed) => seed,
            None => seconds.max(Record::read(&root())?.next_seed(claim)),
        };
        let of_claim = rounds(claim, programs, first, share);
        // At once, so that a night that is cut short is not lost.
        if wanted.is_kept {
            let mut record = Record::read(&root())?;
            record.add(of_claim.clone());
            record.write(&root())?;
        }
        found.push(of_claim);
    }
    println!("\n{}", record::table(&found.iter().collect::<Vec<_>>(), &found));
    let wrong: u64 = found.iter().map(|found| found.wrong).sum();
    if wrong == 0 {
        Ok(())
    } else {
        Err(format!("{wrong} rounds found something; the commands that repeat them are above"))
    }
}

/// Makes docs/trust.md of the results that are kept.
pub fn write_page() -> Outcome {
    Record::read(&root())?.write(&root())
}

fn wanted(options: &[&str]) -> Result<Wanted, String> {
    let mut wanted = Wanted { minutes: MINUTES, seed: None, only: None, is_kept: false };
    let mut words = options.iter();
    while let Some(&option) = words.next() {
        let mut value = || words.next().copied().ok_or_else(|| format!("{option} takes a value"));
        match option {
            "--write" => wanted.is_kept = true,
            "--minutes" => wanted.minutes = parsed(option, value()?)?,
            "--seed" => wanted.seed = Some(parsed::<u32>(option, value()?)?.into()),
            "--only" => wanted.only = Some(value()?.to_owned()),
            _ => {
                return Err(format!(
                    "`soak` takes --minutes M, --seed S, --only NAME and --write, not `{option}`"
                ));
            }
        }
    }
    Ok(wanted)
}

fn parsed<T: std::str::FromStr>(option: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{option} takes a number, not `{value}`"))
}

/// Round after round until the time is over, and one in any case.
fn rounds(claim: &Claim, programs: &[TestProgram], seed: u64, share: Duration) -> Found {
    let begin = Instant::now();
    let mut found = Found::new(claim, seed);
    while found.rounds == 0 || begin.elapsed() < share {
        let variables = claim.variables(seed + found.rounds);
        found.rounds += 1;
        let ask = |program: &TestProgram| {
            let mut round = program.command(claim.tests);
            round.envs(variables.iter().map(|(name, value)| (*name, value.to_string()))).output()
        };
        let asked: Vec<_> = programs.iter().map(ask).collect();
        // A claim that no test asks about holds nothing, and nothing would fail.
        let are_asked = asked.iter().flatten().any(|ended| programs::has_passed_any(&ended.stdout));
        let failed: Vec<_> = asked
            .into_iter()
            .filter(|ended| !are_asked || !ended.as_ref().is_ok_and(|o| o.status.success()))
            .collect();
        found.wrong += u64::from(!failed.is_empty());
        failed.into_iter().for_each(|failed| tell(claim, &variables, failed));
    }
    found.seconds = begin.elapsed().as_secs();
    println!(
        "{}: {} rounds in {} s from seed {seed}, {} wrong",
        claim.name, found.rounds, found.seconds, found.wrong
    );
    found
}

/// What a round found, and how to ask for it again.
fn tell(claim: &Claim, variables: &[(&str, u64)], failed: std::io::Result<std::process::Output>) {
    match failed {
        Ok(output) => {
            print!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
        }
        Err(error) => println!("the tests cannot be started: {error}"),
    }
    let variables: Vec<String> = variables.iter().map(|(name, value)| format!("{name}={value}")).collect();
    println!("again: {} {}\n", variables.join(" "), claim.command());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_understood_or_refused() -> Result<(), String> {
        let all = wanted(&["--minutes", "0.5", "--only", "rays", "--seed", "7", "--write"])?;
        assert_eq!(
            (all.minutes, all.seed, all.only.as_deref(), all.is_kept),
            (0.5, Some(7), Some("rays"), true)
        );
        let none = wanted(&[])?;
        assert!(none.seed.is_none() && !none.is_kept);
        for (options, reason) in [
            (&["--minutes"][..], "--minutes takes a value"),
            (&["--seed", "-1"], "--seed takes a number, not `-1`"),
            (&["--hours", "1"], "not `--hours`"),
        ] {
            let told = wanted(options).err().unwrap_or_default();
            assert!(told.contains(reason), "{told}");
        }
        Ok(())
    }
}
