//! The links of a robot in a configuration: which of them collide.

use impinge::assembly::{Instance, Model};
use impinge::glam::{DAffine3, DVec3};
use impinge::narrow::Collide;
use impinge::shape::Aabb;
use impinge_scene::robot::{Configuration, Robot, RobotInstances};

use crate::placed_pair::PlacedPair;
use crate::solids::{Solids, solids_of};

/// The links of a robot with their bodies.
pub(crate) struct PlacedLinks<'a> {
    robot: &'a Robot,
    bodies: &'a RobotInstances,
    /// For each mesh of the bodies.
    models: &'a [Model<DVec3>],
    solids: Solids<'a>,
    /// For each link the numbers of its bodies.
    of_links: Vec<Vec<u32>>,
}

/// The links in a configuration.
pub(crate) struct LinksAt<'a> {
    links: &'a PlacedLinks<'a>,
    /// Of each body where it is, and a box around it; none beyond all floats.
    placed: Vec<(DAffine3, Option<Aabb<DVec3>>)>,
}

impl<'a> PlacedLinks<'a> {
    pub fn new(robot: &'a Robot, bodies: &'a RobotInstances, models: &'a [Model<DVec3>]) -> Self {
        let mut of_links = vec![Vec::new(); robot.links.len()];
        for (number, body) in (0..).zip(&bodies.instances) {
            of_links[body.link].push(number);
        }
        let objects = bodies.instances.iter().map(|body| (body.mesh, body.transform));
        let solids = Solids::new(solids_of(&bodies.meshes), models, objects);
        PlacedLinks { robot, bodies, models, solids, of_links }
    }

    /// The links that have bodies, in order.
    pub fn with_shapes(&self) -> impl Iterator<Item = usize> {
        (0..self.of_links.len()).filter(|&link| !self.of_links[link].is_empty())
    }

    pub fn at(&self, configuration: &Configuration) -> LinksAt<'_> {
        let maps = self.robot.link_transforms(configuration);
        let place = |body: &impinge_scene::robot::LinkInstance| {
            let map = maps[body.link] * body.transform;
            (map, Instance::new(&self.models[body.mesh], map).aabb())
        };
        LinksAt { links: self, placed: self.bodies.instances.iter().map(place).collect() }
    }
}

impl LinksAt<'_> {
    /// Do two links collide? Nothing if one of both is beyond all floats.
    pub fn collide(&self, [a, b]: [usize; 2]) -> Option<bool> {
        let [of_a, of_b] = [a, b].map(|link| &self.links.of_links[link]);
        let does = of_a.iter().any(|&a| of_b.iter().any(|&b| self.bodies_collide([a, b])));
        let is_there = |bodies: &[u32]| bodies.iter().all(|&body| self.placed[body as usize].1.is_some());
        (does || (is_there(of_a) && is_there(of_b))).then_some(does)
    }

    fn bodies_collide(&self, bodies: [u32; 2]) -> bool {
        let [(map_a, in_a), (map_b, in_b)] = bodies.map(|body| self.placed[body as usize]);
        let (Some(in_a), Some(in_b)) = (in_a, in_b) else { return false };
        if !in_a.intersects(&in_b) {
            return false;
        }
        let maps = [map_a, map_b];
        let model = |body: u32| &self.links.models[self.links.bodies.instances[body as usize].mesh];
        let exact = self.links.solids.pair(bodies, maps);
        let [a, b] = bodies;
        PlacedPair { bodies: [Instance::new(model(a), map_a), Instance::new(model(b), map_b)], exact }
            .do_collide()
    }
}
