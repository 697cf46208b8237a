//! Writes the figures of the documents into a folder.

use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name the folder for the figures")?);
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("house.svg"), impinge_examples::house::house()?)?;
    println!("wrote {}", folder.join("house.svg").display());
    Ok(())
}
