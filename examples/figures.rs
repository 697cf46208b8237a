//! Writes the figures of the documents into a folder.

use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name the folder for the figures")?);
    std::fs::create_dir_all(&folder)?;
    for (name, drawn) in [
        ("house.svg", impinge_examples::house::house()?),
        ("mask_overlap.svg", impinge_examples::mask_overlap::mask_overlap()?),
        ("slide.svg", impinge_examples::slide::figure()?),
    ] {
        std::fs::write(folder.join(name), drawn)?;
        println!("wrote {}", folder.join(name).display());
    }
    Ok(())
}
