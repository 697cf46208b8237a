//! Programs and libraries of the system that chores need: looked for first, installed where `apt-get` can do it.

use std::process::Command;

use crate::step::run;

/// Is it there, if need be after its Debian packages were installed, of which spaces part the names?
pub fn available(what: &str, packages: &str, there: impl Fn() -> bool) -> Result<(), String> {
    if there() {
        return Ok(());
    }
    if !works("apt-get") {
        return Err(format!("{what} is missing, and there is no apt-get to install {packages} with"));
    }
    // Another chore may be installing something else.
    const PATIENCE: &str = "DPkg::Lock::Timeout=600";
    let install = || {
        let mut apt = Command::new("apt-get");
        apt.args(["-o", PATIENCE, "install", "--yes", "--no-install-recommends"]).args(packages.split(' '));
        run(apt)
    };
    let update = || {
        let mut apt = Command::new("apt-get");
        apt.args(["-o", PATIENCE, "update"]);
        run(apt)
    };
    if install().is_err() || !there() {
        // The list of packages may be missing, or so old that what it has is as well.
        update().and_then(|()| install()).map_err(|error| format!("{what} is missing: {error}"))?;
    }
    if there() { Ok(()) } else { Err(format!("{what} is missing even with {packages} installed")) }
}

/// Can a program be started?
pub fn works(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}
