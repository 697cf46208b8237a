//! Angles that are likely meant in degrees. URDF and joint values use radians; a number of more than a
//! full turn gives a warning.

use std::path::Path;

use roxmltree::{Document, Node};

use super::{Joint, JointKind};
use crate::Warning;
use crate::rotation::TURN;
use crate::words::excerpt;
use crate::xml::{all_elements, attribute, place};

/// Limits beyond this are there to be none.
const WHOLE_TURN: f64 = 360.0;

/// A word about a value of a joint that turns without limits, if it is more than a turn.
pub(super) fn of_value(joint: &Joint, value: f64) -> Option<String> {
    let turns = matches!(joint.kind, JointKind::Revolute | JointKind::Continuous);
    (turns && joint.limits.is_none() && value.abs() > TURN).then(|| {
        let name = &joint.name;
        format!(
            "joint {name} is at {value} radians, more than a full turn; {value}° are {:.4}",
            value.to_radians()
        )
    })
}

/// Are the values of one joint over time implausible in radians? A wheel may well turn often.
pub(super) fn are_likely(values: &[f64]) -> bool {
    values.iter().any(|value| value.abs() > TURN) && values.iter().all(|value| value.fract() == 0.0)
}

/// Warnings about the angles of a URDF file: a turn of an `origin`, and limits of a joint that turns; the
/// first of each, and how many more.
pub(super) fn warnings(file: &Path, document: &Document) -> Vec<Warning> {
    let numbers = |node: &Node, name: &str| -> Vec<f64> {
        let words = attribute(*node, name).unwrap_or_default().split_whitespace();
        words.filter_map(|word| word.parse().ok()).collect()
    };
    let all = || all_elements(document);
    let is_turned = |node: &Node| {
        node.tag_name().name() == "origin" && numbers(node, "rpy").iter().any(|angle| angle.abs() > TURN)
    };
    let is_limited = |node: &Node| {
        let ends = [numbers(node, "lower"), numbers(node, "upper")].concat();
        node.tag_name().name() == "limit"
            && node.parent().is_some_and(|joint| attribute(joint, "type") == Some("revolute"))
            && are_likely(&ends)
            && ends.iter().all(|end| end.abs() <= WHOLE_TURN)
    };
    let warning = |found: Vec<Node>, what: &dyn Fn(Node) -> String| {
        let first = *found.first()?;
        let more = match found.len() - 1 {
            0 => String::new(),
            1 => "; and so is 1 more".to_owned(),
            more => format!("; and so are {more} more"),
        };
        let of = first.parent().map_or_else(|| place(first), place);
        let message = format!("{}: more than a full turn, since URDF uses radians{more}", what(first));
        Some(Warning { file: file.to_path_buf(), place: of, message })
    };
    let given = |node: Node, name: &str| excerpt(attribute(node, name).unwrap_or("0"));
    let turned = warning(all().filter(is_turned).collect(), &|node| {
        let angle = numbers(&node, "rpy").into_iter().find(|angle| angle.abs() > TURN).unwrap_or_default();
        format!("rpy is `{}` ({angle}° are {:.4})", given(node, "rpy"), angle.to_radians())
    });
    let limited = warning(all().filter(is_limited).collect(), &|node| {
        format!("its limits are {} and {}", given(node, "lower"), given(node, "upper"))
    });
    turned.into_iter().chain(limited).collect()
}
