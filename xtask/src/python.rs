//! Packages for Python, each in an environment of its own below `target`.

use std::path::PathBuf;
use std::process::Command;

use crate::install::{available, works};
use crate::step::{root, run};

/// Some packages that a chore needs.
pub struct Packages {
    /// The folder of their environment.
    pub folder: &'static str,
    /// What pip is to install, with the versions that were tried,
    pub packages: &'static [&'static str],
    /// and what tells that they are there.
    pub imports: &'static str,
}

impl Packages {
    /// A Python that has them; they are installed if need be. Does nothing when they are there.
    pub fn python(&self) -> Result<PathBuf, String> {
        let folder = root().join(self.folder);
        let python = ["bin/python", "Scripts/python.exe"].map(|python| folder.join(python));
        let ready = || {
            let has_them = |python: &&PathBuf| {
                let mut probe = Command::new(python);
                probe.args(["-c", self.imports]).env("PYGAME_HIDE_SUPPORT_PROMPT", "1");
                probe.output().is_ok_and(|output| output.status.success())
            };
            python.iter().find(has_them).cloned()
        };
        if let Some(python) = ready() {
            return Ok(python);
        }
        let system = || ["python3", "python"].into_iter().find(|name| works(name));
        available("Python", "python3-venv", || system().is_some_and(makes_environments))?;
        let mut environment = Command::new(system().ok_or("there is no Python")?);
        environment.args(["-m", "venv"]).arg(&folder);
        run(environment)?;
        let here = python.iter().find(|python| python.exists()).ok_or("its environment has no Python")?;
        let mut pip = Command::new(here);
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        pip.args(["--only-binary", ":all:"]).args(self.packages);
        run(pip)?;
        ready().ok_or_else(|| "it is installed, but cannot be imported".to_owned())
    }
}

/// Can it make environments? Debian has what that takes in a package of its own.
fn makes_environments(python: &str) -> bool {
    let probe = Command::new(python).args(["-c", "import venv, ensurepip"]).output();
    probe.is_ok_and(|output| output.status.success())
}
