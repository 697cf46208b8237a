//! `cargo xtask compare`: benchmarks beside peers, which are installed as far as the machine allows.

use crate::step::{Outcome, cargo, run};
use crate::{peers, versions};

/// Where the groups are listed: a second list would go stale.
const GROUPS: &str = include_str!("../../compare/src/groups.rs");

/// The options are those of the benchmark program, which also explains them. Peers in C and C++ take part as
/// far as the machine can build them.
pub fn measure(options: &[&str]) -> Outcome {
    // Before anything is installed or compiled.
    check(options)?;
    let peers = peers::prepare();
    for reason in &peers.left_out {
        println!("left out: {reason}");
    }
    let features = peers.features.join(",");
    let mut command =
        cargo(&["run", "--profile", "dist", "--package", "impinge-compare", "--features", &features, "--"]);
    command.args(options);
    if options.contains(&"--write") {
        command.env("IMPINGE_PEER_VERSIONS", versions::of(&peers)?.to_string());
    }
    command.envs(peers.environment);
    run(command)
}

/// Makes a page of the results. This needs neither peers nor speed, so the profile that compiles soonest will
/// do.
pub fn make_page(option: &str) -> Outcome {
    run(cargo(&["run", "--quiet", "--package", "impinge-compare", "--", option]))
}

/// The error if the benchmark program would not know an option.
fn check(options: &[&str]) -> Outcome {
    let mut words = options.iter();
    while let Some(&option) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{option} takes a value"));
        match option {
            "--quick" if options.contains(&"--write") => {
                return Err("what --quick measures is not kept: leave out --quick or --write".to_owned());
            }
            "--quick" | "--write" => {}
            "--json" => drop(value()?),
            "--rounds" => {
                let count = value()?;
                if !count.parse::<usize>().is_ok_and(|count| count > 0) {
                    return Err(format!("--rounds takes a whole number from 1, not `{count}`"));
                }
            }
            "--group" => {
                let name = value()?;
                if !groups().any(|group| group == *name) {
                    let known = groups().collect::<Vec<_>>().join(", ");
                    return Err(format!("there is no group `{name}`; choose one of: {known}"));
                }
            }
            _ => {
                return Err(format!(
                    "`compare` takes --group G, --quick, --rounds N, --json F and --write, not `{option}`"
                ));
            }
        }
    }
    Ok(())
}

/// The names of all groups.
fn groups() -> impl Iterator<Item = &'static str> {
    GROUPS.lines().filter_map(|line| line.trim().strip_prefix("Group { name: \"")?.split('"').next())
}

#[cfg(test)]
mod tests {
    use super::{check, groups};

    #[test]
    fn options_are_looked_at_before_anything_is_installed() {
        assert!(groups().count() > 5);
        for good in [&["--group", "rays", "--quick"][..], &["--rounds", "3", "--json", "f", "--write"], &[]] {
            assert_eq!(check(good), Ok(()));
        }
        for (bad, told) in [
            (&["--group", "nope"][..], "there is no group `nope`; choose one of: assembly, "),
            (&["--group"], "--group takes a value"),
            (&["--rounds", "0"], "--rounds takes a whole number from 1, not `0`"),
            (&["--quick", "--write"], "not kept"),
            (&["rays"], "`compare` takes --group G"),
        ] {
            assert!(check(bad).is_err_and(|error| error.contains(told)), "{told}");
        }
    }
}
