//! BCF files as a program of somebody else reads them.
//!
//! Checks the demo scene into both versions and lets bcf-client read them (`bcf/read.py`), whose classes were
//! made from the published schemas.

use std::process::Command;

use crate::demo::FOLDER;
use crate::program::Program;
use crate::python::Packages;
use crate::step::{Outcome, root, run};

const READER: Packages = Packages {
    folder: "target/bcf-reader",
    packages: &["bcf-client==0.9.0"],
    imports: "import bcf.bcfxml, bcf.v2.model, bcf.v3.model",
};

/// Runs the chore, after the demo. Where there is no Python with the reader, it says so and is content.
pub fn run_all(program: Program) -> Outcome {
    let python = match READER.python() {
        Ok(python) => python,
        Err(reason) => {
            println!("no independent reader of BCF, so files are not held against one: {reason}");
            return Ok(());
        }
    };
    let folder = root().join(FOLDER);
    let file = |name: &str| folder.join(name).display().to_string();
    let [report, two, three] = ["bcf.json", "clashes.bcf", "clashes3.bcf"].map(file);
    let mut check = Command::new(program.place()?);
    check.arg("check").current_dir(root());
    check.arg(file("assembly.glb")).args(["--quiet", "--exit-zero", "--output", &report, "--format", "json"]);
    check.args(["--export", &format!("bcf={two}"), "--export", &format!("bcf3={three}")]);
    run(check)?;
    let mut reader = Command::new(python);
    reader.args(["-c", include_str!("bcf/read.py"), &report]);
    reader.args([format!("2.1={two}"), format!("3.0={three}")]);
    run(reader)
}
