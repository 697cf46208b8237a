//! Adjacency of links.

use std::collections::BTreeSet;

use super::{GeometrySet, JointKind, Robot};

impl Robot {
    /// Returns the pairs of adjacent links with shapes, sorted; in each pair the smaller index first.
    ///
    /// Two links are adjacent if a joint connects them. They are also adjacent if links without shapes
    /// (flanges, frames) connect them and at most one of the joints between them moves: then they move
    /// relative to each other as if that joint connected them.
    ///
    /// MoveIt's setup assistant counts all links around a link without shapes as adjacent, for any number of
    /// joints between them. So two arms on a torso without shapes are never checked there. Here they are in
    /// [`Robot::connected_by_several_joints`].
    ///
    /// ```
    /// use impinge_scene::robot::{Robot, GeometrySet};
    /// let link = |name| {
    ///     format!("<link name='{name}'><collision><geometry><sphere radius='1'/></geometry></collision></link>")
    /// };
    /// let joint = |a, b| {
    ///     format!("<joint name='{b}' type='continuous'><parent link='{a}'/><child link='{b}'/></joint>")
    /// };
    /// let links = ["<link name='torso'/>".to_owned(), link("a"), link("b"), link("c")].concat();
    /// let joints = [joint("torso", "a"), joint("torso", "b"), joint("b", "c")].concat();
    /// let text = format!("<robot name='r'>{links}{joints}</robot>");
    /// let robot = Robot::from_xml("r.urdf".as_ref(), &text)?;
    /// assert!(robot.adjacent_links(GeometrySet::Collision).into_iter().eq([[2, 3]]));
    /// assert!(robot.connected_by_several_joints(GeometrySet::Collision).into_iter().eq([[1, 2]]));
    /// # Ok::<(), impinge_scene::SceneError>(())
    /// ```
    pub fn adjacent_links(&self, shapes: GeometrySet) -> BTreeSet<[usize; 2]> {
        self.connected(shapes, |moving| moving <= 1)
    }

    /// Returns the pairs of links with shapes that are connected only through links without shapes, by
    /// several moving joints. The pairs are sorted; in each pair the smaller index is first. Example: see
    /// [`Robot::adjacent_links`].
    pub fn connected_by_several_joints(&self, shapes: GeometrySet) -> BTreeSet<[usize; 2]> {
        self.connected(shapes, |moving| moving > 1)
    }

    /// Pairs of links with shapes that are connected directly, or through links without shapes by so many
    /// joints that move.
    fn connected(&self, shapes: GeometrySet, is_counted: impl Fn(usize) -> bool) -> BTreeSet<[usize; 2]> {
        let has_shapes: Vec<bool> =
            self.links.iter().map(|link| shapes.shapes_of(link).next().is_some()).collect();
        let mut joined: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.links.len()];
        for joint in &self.joints {
            let moving = usize::from(joint.kind != JointKind::Fixed);
            joined[joint.parent].push((joint.child, moving));
            joined[joint.child].push((joint.parent, moving));
        }
        let mut pairs = BTreeSet::new();
        for first in (0..self.links.len()).filter(|&link| has_shapes[link]) {
            // The links are a tree: a walk that never turns back comes to each link once.
            let mut open = vec![(first, first, 0)];
            while let Some((link, from, moving)) = open.pop() {
                if link > first && has_shapes[link] && is_counted(moving) {
                    pairs.insert([first, link]);
                }
                if link == first || !has_shapes[link] {
                    let onwards = joined[link].iter().filter(|(next, _)| *next != from);
                    open.extend(onwards.map(|(next, moves)| (*next, link, moving + moves)));
                }
            }
        }
        pairs
    }
}
