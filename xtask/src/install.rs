//! Programs and libraries of the system that chores need: looked for first, installed where `apt-get` can do
//! it.

use std::process::Command;

use crate::step::run;

/// Is it there, if need be after its Debian packages were installed, of which spaces part the names?
pub fn available(what: &str, packages: &str, there: impl Fn() -> bool) -> Result<(), String> {
    if there() {
        return Ok(());
    }
    if !can_install() {
        return Err(format!(
            "{what} is missing, and only root can install {packages}, with apt-get; install it as your system does, and call this again"
        ));
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

/// Is there an `apt-get`, and may it install?
pub fn can_install() -> bool {
    let is_root =
        Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    is_root && works("apt-get")
}

/// Can a program be started?
pub fn works(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}
