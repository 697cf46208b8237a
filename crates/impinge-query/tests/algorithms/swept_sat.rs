//! Axes of moving shapes.

use serde_json::{Value, json};

use super::{Outcome, answer, list};

/// So many corners on a circle, at a height, and as many above.
fn prism(count: u32, heights: &[f64]) -> Value {
    let points: Vec<[f64; 3]> = heights
        .iter()
        .flat_map(|&z| {
            (0..count).map(move |i| {
                let angle = std::f64::consts::TAU * f64::from(i) / f64::from(count);
                [angle.cos(), angle.sin(), z]
            })
        })
        .collect();
    json!({ "type": "hull", "points": points })
}

/// A flat shape of many edges has an axis with each edge of the other: thousands of millions of bytes could
/// be asked for by a short line.
#[test]
fn no_more_axes_are_told_than_anyone_draws() -> Outcome {
    let few = answer(&json!({ "op": "swept_sat", "a": prism(8, &[0.25]), "b": prism(8, &[0.0, 1.0]) }))?;
    assert!(list(&few["axes"]).len() > 64 && few.get("axes_left_out").is_none());
    let many = answer(&json!({ "op": "swept_sat", "a": prism(90, &[0.25]), "b": prism(90, &[0.0, 1.0]) }))?;
    assert_eq!((list(&many["axes"]).len(), &many["will_hit"]), (10_000, &json!(true)));
    assert!(many["axes_left_out"].as_u64().is_some_and(|count| count > 5_000), "{}", many["axes_left_out"]);
    Ok(())
}
