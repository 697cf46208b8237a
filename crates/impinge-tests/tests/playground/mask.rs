//! What the scene "Pixel masks" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn straight() -> crate::Outcome {
    use glam::DVec2;
    use impinge::mask::Mask;
    use impinge::shape::Ball;

    const SHIP: [&[u8]; 8] = [
        b".....##.....",
        b"....####....",
        b"...##..##...",
        b"..###..###..",
        b"..########..",
        b".##########.",
        b".#.######.#.",
        b"##...##...##",
    ];
    let mut ground = Mask::from_fn(96, 44, |x, y| {
        let x = f64::from(x);
        f64::from(y) > 15.0 + 7.0 * (x / 11.0).sin() + 3.0 * (x / 4.0 + 1.0).sin()
    })?;
    ground.clear(&Ball::new(DVec2::new(58.5, 27.5), 8.5)?);
    let ship = Mask::from_fn(12, 8, |x, y| SHIP[y as usize][x as usize] == b'#')?;
    let offset = [64, 6];
    println!("{}", ground.overlap_count(&ship, offset));
    println!("{:?}", ground.first_overlap(&ship, offset));
    println!("{:?}", ground.overlap_normal::<DVec2>(&ship, offset));
    Ok(())
}

#[test]
fn turned() -> crate::Outcome {
    use glam::DVec2;
    use impinge::mask::Mask;
    use impinge::math::{Affine, Rotation};
    use impinge::shape::Ball;

    const SHIP: [&[u8]; 8] = [
        b".....##.....",
        b"....####....",
        b"...##..##...",
        b"..###..###..",
        b"..########..",
        b".##########.",
        b".#.######.#.",
        b"##...##...##",
    ];
    let mut ground = Mask::from_fn(96, 44, |x, y| {
        let x = f64::from(x);
        f64::from(y) > 15.0 + 7.0 * (x / 11.0).sin() + 3.0 * (x / 4.0 + 1.0).sin()
    })?;
    ground.clear(&Ball::new(DVec2::new(58.5, 27.5), 8.5)?);
    let ship = Mask::from_fn(12, 8, |x, y| SHIP[y as usize][x as usize] == b'#')?;
    // About the middle of its picture.
    let middle = DVec2::new(6.0, 4.0);
    let columns = Rotation::<DVec2>::from_angle(0.5236).columns();
    let translation = middle - columns[0] * middle.x - columns[1] * middle.y;
    let (ship, [right, down]) = ship.transform(&Affine { columns, translation })?;
    let offset = [64 + right, 6 + down];
    println!("{}", ground.overlap_count(&ship, offset));
    println!("{:?}", ground.first_overlap(&ship, offset));
    println!("{:?}", ground.overlap_normal::<DVec2>(&ship, offset));
    Ok(())
}
