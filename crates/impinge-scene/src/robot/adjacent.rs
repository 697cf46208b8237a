//! Which links are neighbours.

use std::collections::BTreeSet;

use super::{Robot, ShapeKind};

impl Robot {
    /// Pairs of links with shapes that are joined, directly or through links without any; the smaller number first, in order.
    ///
    /// As in MoveIt: links without shapes, such as flanges and frames, are looked through, and all links around one count as joined to each
    /// other.
    ///
    /// ```
    /// use impinge_scene::robot::{Robot, ShapeKind};
    /// let shape = r#"<collision><geometry><sphere radius="1"/></geometry></collision>"#;
    /// let joint = |a, b| format!(r#"<joint name="{a}{b}" type="fixed"><parent link="{a}"/><child link="{b}"/></joint>"#);
    /// let text = format!(
    ///     r#"<robot name="r"><link name="a">{shape}</link><link name="flange"/><link name="c">{shape}</link>{}{}</robot>"#,
    ///     joint("a", "flange"), joint("flange", "c"),
    /// );
    /// let robot = Robot::from_xml("r.urdf".as_ref(), &text)?;
    /// assert_eq!(robot.adjacent(ShapeKind::Collision).into_iter().collect::<Vec<_>>(), [[0, 2]]);
    /// # Ok::<(), impinge_scene::SceneError>(())
    /// ```
    pub fn adjacent(&self, shapes: ShapeKind) -> BTreeSet<[usize; 2]> {
        let has_shapes: Vec<bool> = self.links.iter().map(|link| shapes.of(link).next().is_some()).collect();
        // Links without shapes that hang together are one knot; every other link is one of its own.
        let mut knot: Vec<usize> = (0..self.links.len()).collect();
        for &number in &self.order {
            let joint = &self.joints[number];
            if !has_shapes[joint.child] && !has_shapes[joint.parent] {
                knot[joint.child] = knot[joint.parent];
            }
        }
        let mut pairs = BTreeSet::new();
        let mut around: Vec<Vec<usize>> = vec![Vec::new(); self.links.len()];
        for &number in &self.order {
            let joint = &self.joints[number];
            match [has_shapes[joint.parent], has_shapes[joint.child]] {
                [true, true] => drop(pairs.insert(sorted(joint.parent, joint.child))),
                [true, false] => around[knot[joint.child]].push(joint.parent),
                [false, true] => around[knot[joint.parent]].push(joint.child),
                [false, false] => {}
            }
        }
        for links in around {
            for (place, &a) in links.iter().enumerate() {
                pairs.extend(links[place + 1..].iter().map(|&b| sorted(a, b)));
            }
        }
        pairs
    }
}

fn sorted(a: usize, b: usize) -> [usize; 2] {
    [a.min(b), a.max(b)]
}
