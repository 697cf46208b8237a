//! Animations: which nodes move, and how.
//!
//! Only the selected animations are read and validated, so that a scene at rest can be read whatever
//! its animations are. A channel that contradicts itself is an error that names animation and channel;
//! what is not supported (weights of morph targets, pointers of extensions) is left out with a warning.
//!
//! Source: glTF 2.0, section 3.11 and appendix C.

use std::collections::BTreeMap;

use impinge::glam::{DAffine3, DVec3};

use super::accessor::{Accessor, Purpose};
use super::buffer::Buffers;
use super::document::{Channel, Document, Node, Sampler};
use super::{element, from_parts, label};
use crate::SceneError;
use crate::loading::Loading;
use crate::motion::{Animation, CubicKey, Frame, Local, Timeline, Turns, Vectors, unit};
use crate::words::excerpt;

/// How a node moves; a missing property stays as it is at rest.
#[derive(Default)]
pub(super) struct Movement {
    translation: Option<Timeline<Vectors<3>>>,
    rotation: Option<Timeline<Turns>>,
    scale: Option<Timeline<Vectors<3>>>,
}

impl Movement {
    /// Where a node rests whose own rotation is none (0 0 0 0), if its animation has one: as that begins.
    pub fn rest(&self, node: &Node) -> Option<DAffine3> {
        let rotation =
            self.rotation.as_ref().filter(|_| node.rotation.is_some_and(|own| unit(own).is_none()))?;
        let (times, _) = rotation.parts();
        let [translation, scale] =
            [(node.translation, 0.0), (node.scale, 1.0)].map(|(own, none)| own.unwrap_or([none; 3]));
        Some(from_parts(translation, rotation.at(times[0]), scale))
    }

    /// The frame of a node that moves like this, in another one; and what is scaled within it. A scale that
    /// stays as it is, is no part of the frame: so it keeps shapes, however uneven that is.
    pub fn frame(self, node: &Node, parent: Option<usize>, fixed: DAffine3) -> (Frame, DAffine3) {
        let still = |values: Option<[f64; 3]>, none: f64| {
            Timeline::constant(Vectors::Step(vec![values.unwrap_or([none; 3])]))
        };
        let rotation = node.rotation.and_then(unit).unwrap_or([0.0, 0.0, 0.0, 1.0]);
        let scale = self.scale.unwrap_or_else(|| still(node.scale, 1.0));
        let [least, most] = scale.range();
        let (scale, within) =
            if least == most { (still(None, 1.0), DVec3::from_array(least)) } else { (scale, DVec3::ONE) };
        let local = Local::Node {
            translation: self.translation.unwrap_or_else(|| still(node.translation, 0.0)),
            rotation: self.rotation.unwrap_or_else(|| Timeline::constant(Turns::Step(vec![rotation]))),
            scale,
        };
        (Frame { parent, fixed, local }, DAffine3::from_scale(within))
    }
}

/// The movements of all nodes that move in the selected animations, by the numbers of the nodes.
pub(super) fn movements(
    document: &Document,
    buffers: &Buffers,
    loading: &mut Loading,
) -> Result<BTreeMap<usize, Movement>, SceneError> {
    let mut movements: BTreeMap<usize, Movement> = BTreeMap::new();
    let Some(wanted) = loading.animations else { return Ok(movements) };
    let names: Vec<&str> =
        document.animations.iter().map(|animation| animation.name.as_deref().unwrap_or_default()).collect();
    let wanted = wanted.among(&names);
    let mut moved_by = BTreeMap::new();
    for (number, animation) in document.animations.iter().enumerate() {
        let name = animation.name.clone().unwrap_or_default();
        let is_played = wanted[number];
        let place = label("animation", number, animation.name.as_deref());
        let file = loading.file.to_path_buf();
        loading.motions.animations.push(Animation { file, number, name, is_played });
        if !is_played {
            continue;
        }
        for (index, channel) in animation.channels.iter().enumerate() {
            let place = format!("{place}, channel {index}");
            let Some((node, path)) = target(channel, document, &place, loading)? else { continue };
            let what = format!("the {path} of {}", label("node", node, document.nodes[node].name.as_deref()));
            if let Some(first) = moved_by.insert((node, path), number) {
                if first == number {
                    return Err(loading.malformed(place, format!("moves {what}, as another channel does")));
                }
                let named =
                    |number: usize| label("animation", number, document.animations[number].name.as_deref());
                let (first, second, file) = (named(first), named(number), loading.file.to_path_buf());
                return Err(SceneError::Animations { file, first, second, what });
            }
            let samplers = &animation.samplers;
            let sampler = channel.sampler.ok_or_else(|| loading.malformed(&place, "has no sampler"))?;
            let sampler = element(samplers, "sampler", sampler, &place, loading)?;
            let reading = Reading { document, buffers, loading, place: &place };
            let movement = movements.entry(node).or_default();
            match path {
                "translation" => movement.translation = Some(reading.vectors(sampler)?),
                "scale" => movement.scale = Some(reading.vectors(sampler)?),
                _ => movement.rotation = Some(reading.turns(sampler)?),
            }
        }
    }
    Ok(movements)
}

/// What a channel moves, if that is supported.
fn target(
    channel: &Channel,
    document: &Document,
    place: &str,
    loading: &mut Loading,
) -> Result<Option<(usize, &'static str)>, SceneError> {
    let path = channel.target.path.as_deref().unwrap_or_default();
    let path = match path {
        "translation" => "translation",
        "rotation" => "rotation",
        "scale" => "scale",
        "weights" => {
            loading.warn(
                place,
                "moves the weights of morph targets, which is not supported: they stay unchanged",
            );
            return Ok(None);
        }
        "pointer" => {
            loading.warn(place, "moves the target of an extension, which is not supported: left out");
            return Ok(None);
        }
        other => {
            let problem =
                format!("moves `{}`; there are translation, rotation, scale and weights", excerpt(other));
            return Err(loading.malformed(place, problem));
        }
    };
    let Some(node) = channel.target.node else {
        loading.warn(place, format!("has the path {path}, but no node: left out"));
        return Ok(None);
    };
    if element(&document.nodes, "node", node, place, loading)?.matrix.is_some() {
        let node = label("node", node, document.nodes[node].name.as_deref());
        let problem = format!(
            "moves {node}, which has a matrix; animated nodes must have translation, rotation and scale"
        );
        return Err(loading.malformed(place, problem));
    }
    Ok(Some((node, path)))
}

/// Keys of one channel.
struct Reading<'a, 'b> {
    document: &'a Document,
    buffers: &'a Buffers<'a>,
    loading: &'a Loading<'b>,
    place: &'a str,
}

impl Reading<'_, '_> {
    fn vectors(&self, sampler: &Sampler) -> Result<Timeline<Vectors<3>>, SceneError> {
        let keys = self.keys::<3>(sampler, Purpose::Vector3)?;
        Ok(match keys {
            Keys::Step(times, values) => Timeline::new(times, Vectors::Step(values), true),
            Keys::Linear(times, values) => Timeline::new(times, Vectors::Linear(values), false),
            Keys::Cubic(times, values) => Timeline::new(times, Vectors::Cubic(values), false),
        })
    }

    fn turns(&self, sampler: &Sampler) -> Result<Timeline<Turns>, SceneError> {
        let unit = |(key, value): (usize, [f64; 4])| {
            let problem = || format!("key {key} is the zero quaternion, which is not a rotation");
            unit(value).ok_or_else(|| self.malformed(problem()))
        };
        let units =
            |values: Vec<[f64; 4]>| values.into_iter().enumerate().map(unit).collect::<Result<_, _>>();
        Ok(match self.keys::<4>(sampler, Purpose::Quaternion)? {
            Keys::Step(times, values) => Timeline::new(times, Turns::Step(units(values)?), true),
            Keys::Linear(times, values) => Timeline::new(times, Turns::Slerp(units(values)?), false),
            Keys::Cubic(times, keys) => {
                units(keys.iter().map(|key| key.value).collect())?;
                Timeline::new(times, Turns::Cubic(keys), false)
            }
        })
    }

    fn keys<const N: usize>(&self, sampler: &Sampler, purpose: Purpose) -> Result<Keys<N>, SceneError> {
        let times = self.open(sampler.input, "input", Purpose::Times)?;
        let output = self.open(sampler.output, "output", purpose)?;
        let times: Vec<f64> = (0..times.count).map(|key| times.element::<1>(key)[0]).collect();
        if times.is_empty() {
            return Err(self.malformed("has no keys"));
        }
        if let Some(key) = times.iter().position(|time| !time.is_finite()) {
            return Err(self.malformed(format!("the time of key {key} is not a finite number")));
        }
        if let Some(key) = times.windows(2).position(|two| two[0] >= two[1]) {
            let (time, next) = (times[key], times[key + 1]);
            let problem =
                format!("times must increase, but key {key} is at {time} s and key {} at {next} s", key + 1);
            return Err(self.malformed(problem));
        }
        let interpolation = sampler.interpolation.as_deref().unwrap_or("LINEAR");
        let values_of_key = if interpolation == "CUBICSPLINE" { 3 } else { 1 };
        if output.count != times.len() * values_of_key {
            let problem = format!(
                "{} keys need {} values ({}), but there are {}",
                times.len(),
                times.len() * values_of_key,
                excerpt(interpolation),
                output.count
            );
            return Err(self.malformed(problem));
        }
        let values: Vec<[f64; N]> = (0..output.count).map(|index| output.element(index)).collect();
        if let Some(index) = values.iter().position(|value| !value.iter().all(|number| number.is_finite())) {
            return Err(self.malformed(format!("key {} is not finite", index / values_of_key)));
        }
        match interpolation {
            "STEP" => Ok(Keys::Step(times, values)),
            "LINEAR" => Ok(Keys::Linear(times, values)),
            "CUBICSPLINE" => {
                let keys = values.chunks_exact(3).map(|key| CubicKey {
                    arrives: key[0],
                    value: key[1],
                    leaves: key[2],
                });
                Ok(Keys::Cubic(times, keys.collect()))
            }
            other => {
                let problem =
                    format!("interpolation `{}`; there are STEP, LINEAR and CUBICSPLINE", excerpt(other));
                Err(self.malformed(problem))
            }
        }
    }

    fn open(&self, index: Option<usize>, what: &str, purpose: Purpose) -> Result<Accessor<'_>, SceneError> {
        let index = index.ok_or_else(|| self.malformed(format!("its sampler has no {what}")))?;
        let opened = Accessor::open(index, purpose, self.document, self.buffers, self.place, self.loading);
        // Accessors know nothing about what they are for.
        let opened = opened.map_err(|error| match error {
            SceneError::Malformed { file, place, problem } if place != self.place => {
                SceneError::Malformed { file, place: format!("{}: {place}", self.place), problem }
            }
            SceneError::Truncated { file, place, needed, found } => {
                SceneError::Truncated { file, place: format!("{}: {place}", self.place), needed, found }
            }
            other => other,
        })?;
        opened.ok_or_else(|| self.malformed(format!("its {what}, accessor {index}, has no data")))
    }

    fn malformed(&self, problem: impl Into<String>) -> SceneError {
        self.loading.malformed(self.place, problem)
    }
}

/// Times and values.
enum Keys<const N: usize> {
    Step(Vec<f64>, Vec<[f64; N]>),
    Linear(Vec<f64>, Vec<[f64; N]>),
    Cubic(Vec<f64>, Vec<CubicKey<N>>),
}
