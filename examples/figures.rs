//! Writes the figures of the documents into a folder.

use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name the folder for the figures")?);
    std::fs::create_dir_all(&folder)?;
    let write = |name: &str, drawn: String| {
        std::fs::write(folder.join(name), drawn)?;
        println!("wrote {}", folder.join(name).display());
        Ok::<(), std::io::Error>(())
    };
    write("house.svg", impinge_examples::house::house()?)?;
    write("mask_overlap.svg", impinge_examples::mask_overlap::mask_overlap()?)?;
    write("slide.svg", impinge_examples::slide::figure()?)?;
    write("game_2d.svg", impinge_examples::games::figures::game_2d()?)?;
    write("game_3d.svg", impinge_examples::games::figures::game_3d()?)?;
    write("decompose.svg", impinge_examples::decompose::figure()?)?;
    for (name, draw) in impinge_examples::boxes::FIGURES.into_iter().chain(impinge_examples::moving::FIGURES)
    {
        write(&format!("{name}.svg"), draw()?)?;
    }
    Ok(())
}
