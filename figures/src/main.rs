//! Writes the figures of the documentation into a folder.

use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name the folder for the figures")?);
    std::fs::create_dir_all(&folder)?;
    for (name, drawn) in impinge_figures::figures()? {
        let path = folder.join(format!("{name}.svg"));
        std::fs::write(&path, drawn)?;
        println!("wrote {}", path.display());
    }
    Ok(())
}
