//! Where the objects are at a time, and how far they get from there.

use impinge::assembly::{Instance, Model};
use impinge::glam::{DAffine3, DVec3};
use impinge::shape::Aabb;
use impinge_scene::motion::{LocalBall, SceneMotion};
use impinge_scene::{Object, Solid};

use crate::error::Error;
use crate::placed_pair::PlacedPair;
use crate::solids::Solids;

/// What is rounded where boxes are placed is less than this share of their coordinates.
const ROUNDED: f64 = 1e-14;

/// The objects of a scene, at any time.
pub(super) struct Stage<'a> {
    pub objects: &'a [Object],
    pub motions: &'a SceneMotion,
    /// When anything jumps, in order.
    pub jumps: Vec<f64>,
    models: &'a [Model<DVec3>],
    solids: Solids<'a>,
    /// For each model a ball and a box around it.
    balls: Vec<LocalBall>,
    boxes: Vec<[DVec3; 2]>,
}

/// How two objects are at a time, and how much that can change.
pub(super) struct Moment<'a> {
    pub pair: PlacedPair<'a>,
    /// They are at least that far apart.
    pub apart: f64,
    /// By how much they come nearer to each other at most, or get further apart, at the times around,
    pub moves: f64,
    /// and what is left then of their distance by this share: frames around both may be uneven by what files
    /// round.
    pub evenness: f64,
    /// Is nothing moving against anything?
    pub is_still: bool,
}

impl<'a> Stage<'a> {
    pub fn new(
        models: &'a [Model<DVec3>],
        solids: Vec<Vec<Solid>>,
        objects: &'a [Object],
        motions: &'a SceneMotion,
    ) -> Self {
        let corners = |model: &'a Model<DVec3>| model.mesh().positions().iter().copied();
        let around = |model| {
            let ends = corners(model).map(|corner| (corner, corner));
            let (low, high) = ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or_default();
            [low, high]
        };
        Stage {
            objects,
            motions,
            jumps: motions.jumps(),
            models,
            solids: Solids::new(solids, models, objects.iter().map(|object| (object.mesh, object.transform))),
            balls: models.iter().map(|model| LocalBall::from_points(corners(model))).collect(),
            boxes: models.iter().map(around).collect(),
        }
    }

    /// Does anything jump at a time?
    pub fn jumps_at(&self, time: f64) -> bool {
        self.jumps.binary_search_by(|jump| jump.total_cmp(&time)).is_ok()
    }

    /// Does an object move in a window of time, or may it jump?
    pub fn moves_within(&self, object: u32, window: [f64; 2]) -> bool {
        let number = object as usize;
        let ball = self.balls[self.objects[number].mesh];
        let jumps = self.jumps.iter().any(|&jump| window[0] < jump && jump <= window[1]);
        self.motions.is_moving(number)
            && (jumps || self.motions.displacement(number, ball, middle(window), window).motion > 0.0)
    }

    pub fn body(&self, object: u32, time: f64) -> Instance<'a, DVec3> {
        let number = object as usize;
        Instance::new(&self.models[self.objects[number].mesh], self.place(number, time))
    }

    /// Two objects at a time.
    pub fn pair(&self, objects: [u32; 2], time: f64) -> PlacedPair<'_> {
        let maps = objects.map(|object| self.place(object as usize, time));
        PlacedPair {
            bodies: objects.map(|object| self.body(object, time)),
            exact: self.solids.pair(objects, maps),
        }
    }

    /// A box that holds an object at all times from one up to another, without it, and some distance around.
    pub fn around(&self, object: u32, times: [f64; 2], distance: f64) -> Result<Aabb<DVec3>, Error> {
        let number = object as usize;
        let at = middle(times);
        let map = self.place(number, at);
        let mesh = self.objects[number].mesh;
        let [low, high] = self.boxes[mesh];
        let centre = map.transform_point3(low * 0.5 + high * 0.5);
        let half = map.matrix3.abs() * (high * 0.5 - low * 0.5);
        let moved = self.motions.displacement(number, self.balls[mesh], at, times).total();
        let rounding = ROUNDED * (centre.abs() + half).max_element();
        let reach = half + DVec3::splat(distance + moved + rounding);
        Aabb::new(centre - reach, centre + reach)
            .map_err(|_| Error::LeavesNumbers { object: self.objects[number].path.clone(), time: at })
    }

    /// Two objects at a time between others.
    pub fn moment(&self, pair: [u32; 2], at: f64, times: [f64; 2]) -> Moment<'_> {
        let numbers = pair.map(|object| object as usize);
        let balls = numbers.map(|number| self.balls[self.objects[number].mesh]);
        let moves = self.motions.relative_displacement(numbers, balls, at, times);
        Moment {
            pair: self.pair(pair, at),
            apart: self.apart(numbers, at),
            moves: moves.total(),
            evenness: moves.evenness,
            is_still: moves.motion == 0.0,
        }
    }

    /// How far two objects are apart at least, by the balls around them.
    fn apart(&self, numbers: [usize; 2], at: f64) -> f64 {
        let [a, b] = numbers.map(|number| {
            let ball = self.balls[self.objects[number].mesh];
            ball.transform(&self.place(number, at))
        });
        let distance = a.center.distance(b.center) - a.radius - b.radius;
        distance - ROUNDED * (a.center.abs() + b.center.abs()).max_element()
    }

    fn place(&self, object: usize, time: f64) -> DAffine3 {
        self.motions.placement(object, time).unwrap_or(self.objects[object].transform)
    }
}

/// The middle of two times, between them.
pub(super) fn middle([from, to]: [f64; 2]) -> f64 {
    (from * 0.5 + to * 0.5).clamp(from, to)
}
