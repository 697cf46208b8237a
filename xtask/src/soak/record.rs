//! What was found is kept in docs/trust.json, and shown in docs/trust.md.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use serde_json::{Value, json};

use super::claims::{CLAIMS, Claim};

const DATA: &str = "docs/trust.json";
const PAGE: &str = "docs/trust.md";
/// The table stands between these.
const BEGIN: &str = "<!-- made by `cargo xtask soak --write` -->";
const END: &str = "<!-- end of what is made -->";

/// What a run of a claim found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The name of the claim.
    claim: String,
    date: String,
    /// Of the first round.
    seed: u64,
    pub rounds: u64,
    /// Of one round.
    cases: u64,
    pub seconds: u64,
    /// Rounds that failed.
    pub wrong: u64,
}

impl Found {
    /// Nothing yet.
    pub fn new(claim: &Claim, seed: u64) -> Self {
        let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let date = now.split('T').next().unwrap_or_default().to_owned();
        Found {
            claim: claim.name.to_owned(),
            date,
            seed,
            rounds: 0,
            cases: claim.cases(),
            seconds: 0,
            wrong: 0,
        }
    }

    fn json(&self) -> Value {
        json!({
            "claim": self.claim, "date": self.date, "seed": self.seed, "rounds": self.rounds, "cases": self.cases,
            "seconds": self.seconds, "wrong": self.wrong,
        })
    }

    fn of_json(value: &Value) -> Option<Self> {
        let text = |name: &str| value[name].as_str().map(str::to_owned);
        let number = |name: &str| value[name].as_u64();
        Some(Found {
            claim: text("claim")?,
            date: text("date")?,
            seed: number("seed")?,
            rounds: number("rounds")?,
            cases: number("cases")?,
            seconds: number("seconds")?,
            wrong: number("wrong")?,
        })
    }
}

/// All runs that are kept, the oldest first.
pub struct Record(Vec<Found>);

impl Record {
    /// What is kept; nothing if there is no file yet.
    pub fn read(root: &Path) -> Result<Self, String> {
        let file = root.join(DATA);
        if !file.exists() {
            return Ok(Record(Vec::new()));
        }
        let text = fs::read_to_string(&file).map_err(|e| format!("cannot read {DATA}: {e}"))?;
        let runs: Vec<Value> = serde_json::from_str(&text).map_err(|e| format!("{DATA} is no list: {e}"))?;
        let found: Option<Vec<Found>> = runs.iter().map(Found::of_json).collect();
        found
            .map(Record)
            .ok_or_else(|| format!("{DATA}: a run lacks something; take the file of the last commit"))
    }

    /// A seed after all that a claim was asked with.
    pub fn next_seed(&self, claim: &Claim) -> u64 {
        let of_claim = self.0.iter().filter(|found| found.claim == claim.name);
        of_claim.map(|found| found.seed + found.rounds).max().unwrap_or(0)
    }

    pub fn add(&mut self, found: Found) {
        self.0.push(found);
    }

    /// Writes the file and the table of the page.
    pub fn write(&self, root: &Path) -> Result<(), String> {
        let runs: Vec<String> = self.0.iter().map(|found| format!("  {}", found.json())).collect();
        let text = format!("[\n{}\n]\n", runs.join(",\n"));
        fs::write(root.join(DATA), text).map_err(|e| format!("cannot write {DATA}: {e}"))?;
        let page = fs::read_to_string(root.join(PAGE)).map_err(|e| format!("cannot read {PAGE}: {e}"))?;
        fs::write(root.join(PAGE), self.shown_in(&page)?).map_err(|e| format!("cannot write {PAGE}: {e}"))
    }

    fn shown_in(&self, page: &str) -> Result<String, String> {
        let place = page.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
        let (before, after) =
            place.ok_or_else(|| format!("{PAGE}: its table is to stand between `{BEGIN}` and `{END}`"))?;
        let last = CLAIMS.iter().filter_map(|claim| self.0.iter().rfind(|found| found.claim == claim.name));
        let table = table(&last.collect::<Vec<_>>(), &self.0);
        Ok(format!("{before}{BEGIN}\n{table}{END}{after}"))
    }
}

/// All runs of each claim, and the failures of the last ones.
pub fn table(last: &[&Found], all: &[Found]) -> String {
    let mut table = "| name | claim | oracle | cases | failures |\n".to_owned();
    table += "|---|---|---|---:|---:|\n";
    for found in last {
        let Some(claim) = CLAIMS.iter().find(|claim| claim.name == found.claim) else { continue };
        let of_all = |count: fn(&Found) -> u64| -> u64 {
            all.iter().filter(|other| other.claim == found.claim).map(count).sum()
        };
        table += &format!(
            "| `{}` | {} | {} | {} | {} |\n",
            claim.name,
            claim.claim,
            claim.judge,
            grouped(of_all(|found| found.rounds * found.cases)),
            of_all(|found| found.wrong),
        );
    }
    let failed = last.iter().filter(|found| found.wrong > 0);
    let failed: Vec<String> = failed.map(|found| format!("`{}` {}", found.claim, found.wrong)).collect();
    let failed = if failed.is_empty() { "none".to_owned() } else { failed.join(", ") };
    table + &format!("\nFailed rounds of the last runs: {failed}.\n")
}

/// With a comma before each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).unwrap_or_default()).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::root;

    fn found(claim: usize, seed: u64) -> Found {
        Found { rounds: 3, cases: 1000, seconds: 60, ..Found::new(&CLAIMS[claim], seed) }
    }

    #[test]
    fn what_is_kept_is_read_again() {
        let found = found(2, 7);
        assert_eq!(Found::of_json(&found.json()), Some(found));
        assert_eq!(Found::of_json(&json!({"claim": "rays"})), None);
    }

    #[test]
    fn the_table_has_the_last_run_of_each_claim_and_the_sum_of_all() -> Result<(), String> {
        let mut record = Record(vec![Found { wrong: 2, ..found(1, 5) }, found(0, 6), found(1, 900)]);
        let page = record.shown_in(&format!("# Title\n\n{BEGIN}\nold\n{END}\n\nText\n"))?;
        let lines: Vec<&str> = page.lines().collect();
        let [first, second] = [0, 1].map(|claim| format!("| `{}` |", CLAIMS[claim].name));
        assert!(lines[5].starts_with(&first) && lines[5].ends_with("| 3,000 | 0 |"), "{page}");
        assert!(lines[6].starts_with(&second) && lines[6].ends_with("| 6,000 | 2 |"), "{page}");
        assert!(lines[8].ends_with(": none.") && lines[9] == END && page.ends_with("\n\nText\n"), "{page}");
        record.add(Found { wrong: 4, ..found(1, 7) });
        let page = record.shown_in(&page)?;
        assert!(page.contains(&format!(": `{}` 4.\n{END}", CLAIMS[1].name)), "{page}");
        assert!(record.shown_in("# Title\n").is_err());
        Ok(())
    }

    #[test]
    fn no_seed_is_asked_twice() {
        let record = Record(vec![found(1, 5), found(0, 6), found(1, 900), found(1, 7)]);
        assert_eq!([0, 1, 2].map(|claim| record.next_seed(&CLAIMS[claim])), [9, 903, 0]);
    }

    #[test]
    fn the_page_shows_what_is_kept() -> Result<(), String> {
        let page = fs::read_to_string(root().join(PAGE)).map_err(|e| e.to_string())?;
        let made = Record::read(&root())?.shown_in(&page)?;
        assert!(made == page, "{PAGE} is stale: `cargo xtask soak --page`");
        Ok(())
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 999, 1000, 12_345_678].map(grouped), ["0", "999", "1,000", "12,345,678"]);
    }
}
