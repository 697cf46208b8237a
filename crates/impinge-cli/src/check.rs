//! The run: files → scene → bodies → world → collisions → report.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use impinge::assembly::{Collision, CollisionKind as Found, Observer, Stage as Step, StageReport};
use impinge::broad::overlapping_pairs;
use impinge::glam::DVec3;
use impinge::shape::Aabb;
use impinge_scene::robot::Srdf;
use impinge_scene::{Scene, UpAxis};
use rayon::prelude::*;

use crate::accepted;
use crate::arguments::{CheckArguments, Format, Touching};
use crate::baseline::Baseline;
use crate::empty_check;
use crate::error::Error;
use crate::excluded_pairs::ExcludedPairs;
use crate::export::{Exports, inputs_of};
use crate::far_apart;
use crate::geometry::{self, Geometry};
use crate::group::group;
use crate::ignore::Ignore;
use crate::ineffective_options;
use crate::interrupt::Interrupt;
use crate::limit;
use crate::measuring::{Job, Measurements, Subjects, measure};
use crate::models::models;
use crate::notices;
use crate::page::Picture;
use crate::per_file::PerFile;
use crate::progress::Progress;
use crate::reading::{Reading, names, read, threads};
use crate::report::{self, Bounds, Counts, Pair, ReadAs, Report, Stage, Times};
use crate::rules::Rules;
use crate::settings::Settings;
use crate::solids::solids_of;
use crate::sources::Sources;
use crate::views::{self, GroupView};
use crate::warning::Warning;
use crate::watch;
use crate::wording::count;

/// What a check has found.
pub(crate) struct Checked {
    pub report: Report,
    /// What forms with pictures show of the scene.
    pub shown: Shown,
    pub times: Times,
    /// Files that the scene files refer to and that were read with them.
    pub parts: Vec<PathBuf>,
}

/// What report forms with pictures show of a scene, if such a form is selected.
pub(crate) struct Shown {
    /// Of groups.
    pub views: Option<Vec<GroupView>>,
    /// Which axis points up.
    pub up: UpAxis,
    /// For the page.
    pub picture: Option<Picture>,
}

/// Runs a check and delivers the report. Was anything found?
pub(crate) fn run(arguments: &CheckArguments) -> Result<bool, Error> {
    if let Some(word) = arguments.stray_touching() {
        return Err(Error::StrayTouching { word: word.to_owned() });
    }
    let sources = Sources::find(&arguments.scene)?;
    if arguments.watch && !arguments.pairs.show_settings {
        return watch::run(arguments, &sources);
    }
    let scenes = sources.files();
    let settings = Settings::of(arguments, &scenes)?;
    if arguments.pairs.show_settings {
        ineffective_options::tell_beside_settings(arguments.of_report(), &arguments.run);
        let inputs = inputs_of(arguments, &scenes, &settings);
        return settings.show("", arguments.output.as_deref(), (&scenes, &inputs)).map(|()| false);
    }
    let exports = Exports::new(arguments, scenes, &settings)?;
    let baseline = arguments.baseline.as_deref().map(Baseline::of_check).transpose()?;
    let interrupt = Interrupt::listening(Error::InterruptedEarly, arguments.run.color);
    let checked = checked(&exports, (&sources, &settings), baseline, &interrupt)?;
    exports.deliver(&checked)?;
    if checked.report.is_interrupted { Err(Error::Interrupted) } else { Ok(checked.report.has_findings()) }
}

/// The findings in a scene; emits its warnings.
///
/// An interrupt while pairs are measured returns the pairs measured so far. An earlier interrupt ends
/// the program.
pub(crate) fn checked(
    exports: &Exports,
    (sources, settings): (&Sources, &Settings),
    baseline: Option<Baseline>,
    interrupt: &Interrupt,
) -> Result<Checked, Error> {
    let arguments = exports.arguments();
    let rules = settings.rules()?;
    let ignore = Ignore::of_settings(settings)?;
    let threads = threads(arguments.run.threads)?;
    let progress = Progress::new(arguments.run.quiet);
    let start = Instant::now();
    let srdf = arguments.pairs.srdf.as_deref().map(Srdf::read).transpose()?;
    let per_file = PerFile::new(settings, &sources.files())?;
    let outputs = exports.outputs();
    let Reading { scene, robots, .. } = threads
        .install(|| read((sources, &per_file), &arguments.scene, &arguments.run, &outputs, &progress))?;
    let excluded_pairs =
        ExcludedPairs::of(&robots, scene.objects.len(), arguments.pairs.adjacent, srdf.as_ref());
    let parts = scene.files.iter().flat_map(|file| file.parts.iter().cloned()).collect();
    let animated = scene.objects.iter().filter(|object| object.is_animated).count();
    let reading = start.elapsed();
    let files = (&scene.files[..], &per_file);
    let mut ineffective = ineffective_options::warnings(
        &arguments.scene,
        Some(&arguments.pairs),
        files,
        &robots,
        srdf.as_ref(),
    );
    ineffective.extend(rules.voids_depth().then(|| Warning {
        file: None,
        place: "--min-depth".to_owned(),
        message: "no effect within a clearance, which lists all nearer pairs; --touching=ignore leaves out touching and shallower pairs"
            .to_owned(),
    }));
    let (mut report, shown, measuring) = threads.install(|| {
        check(scene, (&excluded_pairs, &ignore), (settings, rules), (baseline, interrupt), exports, &progress)
    })?;
    let times = Times { reading, checking: start.elapsed() - reading - measuring, measuring };
    progress.finish();
    report.warnings.extend(ineffective.into_iter().chain(settings.passed_over()));

    notices::tell_or_refuse(&report.warnings, &arguments.pairs, &arguments.run)?;
    if animated > 0 && !arguments.run.quiet {
        let objects = count(animated, "object");
        let message =
            format!("{objects} with animations, checked in the rest pose; `impinge sweep` plays animations");
        notices::note(&message, arguments.run.color);
    }
    Ok(Checked { report, shown, times, parts })
}

/// Every collision of a scene, what is shown of it, and how long it took to measure the collisions.
fn check(
    scene: Scene,
    (excluded_pairs, ignore): (&ExcludedPairs, &Ignore),
    (settings, rules): (&Settings, Rules),
    (baseline, interrupt): (Option<Baseline>, &Interrupt),
    exports: &Exports,
    progress: &Progress,
) -> Result<(Report, Shown, Duration), Error> {
    let arguments = exports.arguments();
    let files = names(&scene);
    let read_as = scene.files.iter().map(ReadAs::from).collect();
    let up = geometry::up(&scene.files);
    let Scene { meshes, objects, warnings, .. } = scene;
    let mut warnings: Vec<Warning> =
        warnings.into_iter().chain(excluded_pairs.warnings.iter().cloned()).map(Warning::from).collect();
    let (is_ignored, unmatched) = ignore.apply(&objects);
    warnings.extend(unmatched);

    let (applied, unused) = rules.apply(settings, &objects)?;
    warnings.extend(unused);
    // First, since it says most.
    warnings.splice(0..0, empty_check::warning(&is_ignored, excluded_pairs, &applied));

    let solids = solids_of(&meshes);
    let models = models(meshes, &objects)?;
    let observer = progress.checking();
    let start = Instant::now();
    let subjects = Arc::new(Subjects::new(models, objects, solids));
    let Subjects { models, objects, bounds, .. } = &*subjects;
    let (bodies, solids) = (subjects.bodies(), subjects.solids());
    let mut described: Vec<report::Object> = (0..)
        .zip(objects)
        .zip(&bodies)
        .zip(bounds)
        .zip(&is_ignored)
        .map(|((((id, object), body), bounds), &ignored)| report::Object {
            id,
            name: object.name.clone(),
            path: object.path.clone(),
            triangles: body.model.mesh().triangles().len(),
            bounds: bounds.map(Bounds::from),
            closed: None,
            ignored,
        })
        .collect();

    let is_checked = |body: usize| !is_ignored[body];
    warnings
        .extend(far_apart::warning(objects, rules.greatest_clearance(), is_checked, |object| bounds[object]));
    let mut near = near_pairs(bounds, rules.greatest_clearance(), is_checked);
    let all = near.len();
    near.retain(|&pair| !excluded_pairs.contains(pair));
    let excluded_links = all - near.len();
    near.retain(|&[a, b]| applied.is_checked(a, b));
    let excluded_by_rules = all - excluded_links - near.len();
    let count = (0..bodies.len()).filter(|&body| is_checked(body)).count() as u64;
    observer.on_stage(StageReport {
        stage: Step::Aabb,
        entered: count * count.saturating_sub(1) / 2,
        left: near.len() as u64,
        time: start.elapsed(),
    });
    // Shelves, bricks and voxels are flush by nature: what only touches and nobody lists is counted, and not
    // measured.
    let is_listed = |collision: &Collision<DVec3>| {
        collision.kind != Found::Touching
            || applied.terms(collision.a, collision.b).touching == Touching::Report
            || bodies[collision.a as usize].is_duplicate_of(&bodies[collision.b as usize])
    };
    let limit = settings.max_measured.unwrap_or(limit::DEFAULT);
    let found = limit::collisions((&bodies, &solids), bounds, &mut near, limit, is_listed, &observer);
    let limit::Found { listed: found, only_touch, not_measured } = found;
    let is_near: BTreeSet<u32> = near.iter().flatten().copied().collect();
    described.par_iter_mut().filter(|object| is_near.contains(&object.id)).for_each(|object| {
        object.closed = Some(bodies[object.id as usize].model.is_closed());
    });
    let collide = match rules.greatest_clearance() > 0.0 {
        true => found.iter().chain(&only_touch).map(|pair| [pair.a, pair.b]).collect(),
        false => BTreeSet::new(),
    };
    interrupt.promise(exports.outcome_of_interruption());

    let start = Instant::now();
    let found_pairs = found.len();
    progress.measuring(found_pairs);
    let jobs = found.into_iter().map(Job::Collision).collect();
    let Measurements { mut pairs, done: measured_pairs } = measure(&subjects, jobs, interrupt, progress)?;
    let mut is_interrupted = measured_pairs < found_pairs;
    let mut not_tested = 0;
    if rules.greatest_clearance() > 0.0 {
        // Pairs that were only counted may be near as well; what collides beyond the limit leaves no place
        // for gaps.
        let is_apart = |pair: &&[u32; 2]| not_measured == 0 && !collide.contains(*pair);
        let job = |&[a, b]: &[u32; 2]| Some(Job::Clearance([a, b], applied.terms(a, b).clearance?));
        let jobs: Vec<Job> = near.iter().filter(is_apart).filter_map(job).collect();
        for part in jobs.chunks(if limit == 0 { usize::MAX } else { limit }) {
            if !is_interrupted && (limit == 0 || pairs.len() < limit) {
                let gaps = measure(&subjects, part.to_vec(), interrupt, progress)?;
                is_interrupted = gaps.done < part.len();
                pairs.extend(gaps.pairs);
            } else if !is_interrupted {
                not_tested += part.len();
            }
        }
    }
    let terms = |pair: &Pair| applied.terms(pair.a.id, pair.b.id);
    let counts = Counts::of(&pairs, terms);
    let touching = counts.touching + only_touch.len();
    let counts = Counts { touching, excluded_links, excluded_by_rules, not_measured, not_tested, ..counts };
    pairs.retain(|pair| terms(pair).lists(pair));
    for pair in &mut pairs {
        pair.rule = applied.rule(pair.a.id, pair.b.id);
        pair.severity = terms(pair).severity;
    }
    pairs.sort_by(Pair::by_severity);
    let unused = accepted::mark(&mut pairs, settings, &applied);
    let complete = !is_interrupted && not_measured + not_tested == 0;
    warnings.extend(if complete {
        // What moves may be in contact elsewhere: in a sweep, or in another pose. What is ignored was not
        // looked at.
        let is_open = |object: u32| {
            let number = object as usize;
            is_ignored[number] || objects[number].is_animated || excluded_pairs.is_link(object)
        };
        let message = "no listed pair matches it";
        accepted::stale(&unused, (settings, &applied), objects, is_open, message)
    } else if !is_interrupted {
        limit::warning(measured_pairs, not_measured, not_tested).into_iter().collect()
    } else {
        // What is missing may only not have been measured.
        vec![Warning::interrupted(measured_pairs, found_pairs + not_measured)]
    });
    warnings.extend(baseline.as_ref().and_then(|baseline| baseline.stranger(objects)));
    warnings.extend(baseline.as_ref().and_then(Baseline::incomplete));
    let baseline = baseline.map(|baseline| baseline.compare(&mut pairs, complete));
    let groups = group(&mut pairs, settings.group_by.unwrap_or_default());
    let report = Report {
        schema: report::SCHEMA,
        complete,
        is_interrupted,
        files,
        read_as,
        rules,
        objects: described,
        pairs,
        groups,
        counts,
        baseline,
        warnings,
        cascade: observer.stages().iter().map(|stage| Stage::new(stage, arguments.stats)).collect(),
    };
    let measuring = start.elapsed();
    let geometry = Geometry { models, objects, bodies: &bodies, bounds, up };
    let shown = Shown {
        views: exports.show_groups().then(|| views::of_groups(&geometry, &report, progress)),
        up,
        picture: exports.has(&[Format::Html]).then(|| Picture::new(&geometry, &report)),
    };
    Ok((report, shown, measuring))
}

/// The pairs whose boxes come within a distance, by their numbers.
fn near_pairs(
    bounds: &[Option<Aabb<DVec3>>],
    distance: f64,
    is_checked: impl Fn(usize) -> bool,
) -> Vec<[u32; 2]> {
    let around = |(number, bounds): (u32, &Option<Aabb<DVec3>>)| {
        let bounds = bounds.filter(|_| is_checked(number as usize))?;
        // Half of it for each, with more than is rounded; what leaves the floats is near everything.
        let grown = bounds.grow(distance * (0.5 + 1e-9));
        let grown = grown.or_else(|_| Aabb::new(DVec3::MIN, DVec3::MAX));
        Some((number, grown.unwrap_or(bounds)))
    };
    let (numbers, boxes): (Vec<u32>, Vec<_>) = (0u32..).zip(bounds).filter_map(around).unzip();
    let pairs = overlapping_pairs(&boxes);
    pairs.into_iter().map(|pair| pair.map(|place| numbers[place as usize])).collect()
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use impinge_scene::Object;

    use super::*;
    use crate::arguments::{Arguments, Command};

    /// Boxes that are too large to grow by the clearance are near everything.
    #[test]
    fn no_pair_is_lost_where_the_floats_end() -> Result<(), Box<dyn std::error::Error>> {
        let far = Aabb::new(DVec3::X * 1.2e308, DVec3::X * 1.3e308)?;
        let near = Aabb::new(DVec3::ZERO, DVec3::ONE)?;
        assert_eq!(near_pairs(&[Some(near), Some(far)], 1.5e308, |_| true), [[0, 1]]);
        Ok(())
    }

    #[test]
    fn a_mesh_that_is_refused_is_named() -> Result<(), Box<dyn std::error::Error>> {
        let mesh = impinge_scene::Mesh {
            name: "plate".to_owned(),
            positions: vec![DVec3::ZERO, DVec3::X, DVec3::NAN],
            triangles: vec![[0, 1, 2]],
            solids: Vec::new(),
        };
        let object = Object {
            name: "lid".to_owned(),
            path: "box.obj/lid".to_owned(),
            mesh: 0,
            transform: Default::default(),
            file: "parts/box.obj".into(),
            is_animated: false,
        };
        let scene = Scene { meshes: vec![mesh], objects: vec![object], ..Scene::default() };
        let command = Arguments::try_parse_from(["impinge", "check", "box.obj"])?.command;
        let Command::Check(arguments) = command else { return Err("another command".into()) };
        let refused = check(
            scene,
            (&ExcludedPairs::default(), &Ignore::new(&[])?),
            (&Settings::default(), Settings::default().rules()?),
            (None, &Interrupt::default()),
            &Exports::new(&arguments, Vec::new(), &Settings::default())?,
            &Progress::new(true),
        );
        let message = refused.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(
            message.starts_with("parts/box.obj: object box.obj/lid: vertex 2 must be finite"),
            "{message}"
        );
        Ok(())
    }
}
