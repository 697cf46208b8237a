//! How it is called. The program is compiled for this, and chores that follow the tests use it.

use std::process::Command;

#[test]
fn it_says_what_it_takes() -> std::io::Result<()> {
    let told = Command::new(env!("CARGO_BIN_EXE_xtask-bindgen")).output()?;
    assert!(!told.status.success());
    assert_eq!(String::from_utf8_lossy(&told.stderr), "xtask-bindgen ENGINE.wasm FOLDER\n");
    Ok(())
}
