//! `impinge sweep`: when do things touch that move? Files → objects and motions → intervals of time → report.
//!
//! `stage` computes where objects are at a time and how far they get, `search` which pairs come near
//! each other and when, `bisect` when two of them touch, `interval` what is known of that, `unmoved`
//! whether anything is there to be swept; `report` is the result, `table`, `lines` and the page with
//! its `picture` write it down, `export` chooses forms and destinations.

mod bisect;
mod export;
mod interval;
mod lines;
mod picture;
mod report;
mod search;
mod stage;
mod table;
mod unmoved;

use impinge_scene::Scene;
use impinge_scene::motion::{Animation, Animations, SceneMotion};
use impinge_scene::robot::{Srdf, Trajectory};
use rayon::prelude::*;

use crate::accepted;
use crate::arguments::SweepArguments;
use crate::baseline::Baseline;
use crate::error::Error;
use crate::excluded_pairs::ExcludedPairs;
use crate::ignore::Ignore;
use crate::inputs::{inputs, refuse_baseline};
use crate::interrupt::Interrupt;
use crate::models::models;
use crate::page::Picture;
use crate::per_file::PerFile;
use crate::progress::Progress;
use crate::reading::{Moving, Reading, names, read_moving, threads};
use crate::settings::Settings;
use crate::solids::solids_of;
use crate::sources::Sources;
use crate::warning::Warning;
use crate::{far_apart, geometry, ineffective_options, limit, notices, trajectories};
use export::Exports;
pub(crate) use interval::Kind;
pub(crate) use report::SCHEMA;
use report::{Counts, Object, Played, Report};
use search::{Intervals, Search};
use stage::Stage;

/// The remark beside the settings that a sweep prints.
const PASSED_OVER: &str = "# a sweep ignores touching, min-depth and group-by\n";
/// The default tolerance of times, as a share of the whole window.
const TOLERANCE: f64 = 1e-4;
/// The default for the shortest reported gap between contacts, likewise.
const GAP: f64 = 1e-3;
/// The finest tolerance, likewise: below this, floats cannot represent the difference.
const FINEST: f64 = 1e-12;

/// Runs a sweep and delivers the report. Was anything found?
pub(crate) fn run(arguments: &SweepArguments) -> Result<bool, Error> {
    let interrupt = Interrupt::listening(Error::SweepInterrupted, arguments.run.color);
    let sources = Sources::find(&arguments.scene)?;
    let scenes = sources.files();
    let settings = if arguments.pairs.show_settings {
        Settings::shown_by_sweep(arguments, &scenes)?
    } else {
        Settings::of_sweep(arguments, &scenes)?
    };
    let named = [&settings.file, &arguments.pairs.srdf, &arguments.trajectory];
    let inputs = inputs(&scenes, &arguments.scene.robots, named);
    if arguments.pairs.show_settings {
        ineffective_options::tell_beside_settings(arguments.of_report(), &arguments.run);
        return settings.show(PASSED_OVER, arguments.output.as_deref(), (&scenes, &inputs)).map(|()| false);
    }
    let exports = Exports::new(arguments, &inputs)?;
    let baseline = arguments.baseline.as_deref().map(Baseline::of_sweep).transpose()?;
    if baseline.as_ref().is_some_and(|baseline| !baseline.is_of_same()) {
        refuse_baseline(exports.outputs(), arguments.baseline.as_deref())?;
    }
    let threads = threads(arguments.run.threads)?;
    let progress = Progress::new(arguments.run.quiet);
    let srdf = arguments.pairs.srdf.as_deref().map(Srdf::read).transpose()?;
    let trajectory = arguments.trajectory.as_deref().map(Trajectory::read).transpose()?;
    let animations = Animations::from_names(arguments.animation.clone());
    let moving = Moving { animations: &animations, trajectory: trajectory.as_ref() };
    let per_file = PerFile::new(&settings, &scenes)?;
    let outputs = exports.outputs();
    let reading = threads.install(|| {
        let files = (&sources, &per_file);
        read_moving(files, &arguments.scene, Some(&moving), &arguments.run, &outputs, &progress)
    })?;
    check_names(&animations, &reading.motions)?;
    let has_page = exports.has_page();
    let (report, picture) = threads.install(|| {
        let asked = (&settings, &per_file, srdf.as_ref(), trajectory.as_ref());
        sweep(arguments, asked, baseline, reading, has_page, &progress)
    })?;
    progress.finish();

    notices::tell_or_refuse(&report.warnings, &arguments.pairs, &arguments.run)?;
    let has_findings = report.has_findings();
    // Some forms without the others would be neither.
    interrupt.promise("the sweep is over, and its report will be written");
    exports.deliver(&report, picture.as_ref())?;
    Ok(has_findings)
}

/// When every pair of a scene touches, and what the page shows of it, if there is to be one.
fn sweep(
    arguments: &SweepArguments,
    (settings, per_file, srdf, trajectory): (&Settings, &PerFile, Option<&Srdf>, Option<&Trajectory>),
    baseline: Option<Baseline>,
    reading: Reading,
    has_page: bool,
    progress: &Progress,
) -> Result<(Report, Option<Picture>), Error> {
    let Reading { scene, robots, motions } = reading;
    let files = names(&scene);
    let up = geometry::up(&scene.files);
    let of_files = (&scene.files[..], per_file);
    let mut ineffective =
        ineffective_options::warnings(&arguments.scene, Some(&arguments.pairs), of_files, &robots, srdf);
    if let Some(trajectory) = trajectory {
        ineffective.extend(trajectories::ineffective(
            trajectory,
            per_file,
            &robots,
            &arguments.scene.robots.joint,
        ));
    }
    let Scene { meshes, objects, warnings, .. } = scene;
    let window = window(arguments, &motions, &files).inspect_err(|_| {
        // They may well say why.
        if !arguments.run.quiet {
            let warnings: Vec<Warning> = warnings.iter().cloned().map(Warning::from).collect();
            notices::warnings(&warnings, arguments.run.color);
        }
    })?;
    let tolerance = tolerance(arguments, window)?;
    let gap = arguments.shortest_gap.unwrap_or(GAP * (window[1] - window[0]));

    let excluded_pairs = ExcludedPairs::of(&robots, objects.len(), arguments.pairs.adjacent, srdf);
    let rules = settings.rules()?;
    let ignore = Ignore::of_settings(settings)?;
    let mut warnings: Vec<Warning> =
        warnings.into_iter().chain(excluded_pairs.warnings.iter().cloned()).map(Warning::from).collect();
    let (is_ignored, unmatched) = ignore.apply(&objects);
    warnings.extend(unmatched);
    let (applied, unused) = rules.apply(settings, &objects)?;
    warnings.extend(unused);
    warnings.extend(ineffective.into_iter().chain(settings.passed_over()));
    if arguments.tolerance.is_some_and(|asked| asked > tolerance) {
        let message =
            format!("is longer than the whole time span: {tolerance} s is used; give a shorter one");
        warnings.push(Warning { file: None, place: "--tolerance".to_owned(), message });
    }
    let solids = solids_of(&meshes);
    let models = models(meshes, &objects)?;
    let stage = Stage::new(&models, solids, &objects, &motions);
    let search = Search {
        stage: &stage,
        rules: &rules,
        applied: &applied,
        excluded_pairs: &excluded_pairs,
        is_ignored: &is_ignored,
        window,
        tolerance,
        gap,
        includes_still: arguments.include_still,
    };
    let is_checked = |object: usize| !is_ignored[object];
    let around = |object: usize| search.around(object as u32);
    warnings.extend(far_apart::warning(&objects, rules.greatest_clearance(), is_checked, around));
    if (0..objects.len()).any(|object| motions.is_moving(object)) {
        // First, since it says most.
        warnings.splice(0..0, unmoved::warning(&search));
    } else {
        warnings.push(Warning {
            file: files.first().cloned(),
            place: "motion".to_owned(),
            message: "all played keys are the same: nothing moves; choose another animation".to_owned(),
        });
    }
    let found = search.run(progress)?;
    let mut listed: Vec<_> =
        found.pairs.iter().filter(|(_, intervals)| intervals.begin().is_some()).collect();
    let limit = settings.max_measured.unwrap_or(limit::DEFAULT);
    let all = listed.len();
    if limit > 0 && all > limit {
        listed.sort_by(|(a, one), (b, other)| {
            let (one, other) = (one.begin().unwrap_or_default(), other.begin().unwrap_or_default());
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)).then(a.cmp(b))
        });
        listed.truncate(limit);
    }
    let not_measured = all - listed.len();
    warnings.extend(limit::warning_of_sweep(listed.len(), not_measured));
    progress.measuring(listed.len());
    let pair = |(numbers, intervals): &(&[u32; 2], &Intervals)| {
        let pair = report::pair(&stage, &applied, **numbers, intervals, window);
        progress.advance();
        pair
    };
    let mut pairs: Vec<report::Pair> = listed.par_iter().filter_map(pair).collect();
    let unused = accepted::mark(&mut pairs, settings, &applied);
    // What does not touch on its way may be what `check` lists.
    let message = "no pair of objects matches it";
    // What is missing may only not have been measured.
    let unused = if not_measured > 0 { Vec::new() } else { unused };
    warnings.extend(accepted::stale(&unused, (settings, &applied), &objects, |_| true, message));
    warnings.extend(baseline.as_ref().and_then(|baseline| baseline.stranger(&objects)));
    warnings.extend(baseline.as_ref().and_then(Baseline::incomplete));
    let baseline = baseline.map(|baseline| baseline.compare(&mut pairs, not_measured == 0));
    let begins = |pair: &report::Pair| pair.first.free_until.unwrap_or(window[0]);
    pairs.sort_by(|one, other| {
        begins(one).total_cmp(&begins(other)).then((one.a.id, one.b.id).cmp(&(other.a.id, other.b.id)))
    });
    let described = (0..).zip(&objects).zip(&is_ignored).map(|((id, object), &ignored)| Object {
        id,
        name: object.name.clone(),
        path: object.path.clone(),
        triangles: models[object.mesh].mesh().triangles().len(),
        moves: motions.is_moving(id as usize),
        ignored,
    });
    let described = described.collect();
    let played = motions.animations.iter().filter(|animation| animation.is_played).map(|animation| Played {
        file: animation.file.display().to_string(),
        number: animation.number,
        name: animation.name.clone(),
    });
    let report = Report {
        schema: report::SCHEMA,
        files,
        animations: played.collect(),
        trajectory: arguments.trajectory.as_ref().map(|file| file.display().to_string()),
        rules: rules.clone(),
        from: window[0],
        to: window[1],
        tolerance,
        shortest_gap: gap,
        objects: described,
        counts: Counts { not_measured, ..Counts::of(&pairs, &found) },
        baseline,
        pairs,
        warnings,
    };
    let picture = has_page.then(|| picture::of(&stage, (&models, &objects), up, &report));
    Ok((report, picture))
}

/// From when to when.
fn window(arguments: &SweepArguments, motions: &SceneMotion, files: &[String]) -> Result<[f64; 2], Error> {
    let keys = motions.span();
    let (Some(from), Some(to)) =
        (arguments.from.or(keys.map(|[first, _]| first)), arguments.to.or(keys.map(|[_, last]| last)))
    else {
        return Err(nothing_moves(arguments, motions, files));
    };
    if keys.is_none() && !motions.is_placed() {
        return Err(nothing_moves(arguments, motions, files));
    }
    if !(to - from).is_finite() {
        let reason = format!("from {from:e} s to {to:e} s is too long: correct --from and --to");
        return Err(Error::Window { reason });
    }
    if from < to {
        return Ok([from, to]);
    }
    let end = |given: Option<f64>, option: &str, key: &str, time: f64| match given {
        Some(_) => format!("{option} {time} s"),
        None => format!("the {key} key, at {time} s"),
    };
    let reason = format!(
        "there is no time from {} to {}{}: correct --from and --to",
        end(arguments.from, "--from", "first", from),
        end(arguments.to, "--to", "last", to),
        keys.map(|[first, last]| format!("; objects move from {first} s to {last} s")).unwrap_or_default()
    );
    Err(Error::Window { reason })
}

fn nothing_moves(arguments: &SweepArguments, motions: &SceneMotion, files: &[String]) -> Error {
    let reason = if motions.is_placed() {
        "no animation has more than one key, so there is no time span; give --from and --to"
    } else if arguments.trajectory.is_some() {
        "no joint of --trajectory moves anything; give it a column for a joint that does not follow another"
    } else if motions.animations.is_empty() {
        "there are no animations; give a glTF scene with animations of nodes, or a robot and --trajectory"
    } else if arguments.animation.is_empty() {
        "no animation moves anything with triangles; give a scene whose nodes move"
    } else {
        "none of the animations of --animation moves anything with triangles; without it all are played"
    };
    Error::NothingMoves { files: files.join(", "), reason }
}

fn tolerance(arguments: &SweepArguments, [from, to]: [f64; 2]) -> Result<f64, Error> {
    let finest = FINEST * (to - from).max(from.abs()).max(to.abs());
    match arguments.tolerance {
        Some(tolerance) if tolerance < finest => Err(Error::Window {
            reason: format!(
                "--tolerance {tolerance}: times from {from} s to {to} s are not resolved more finely than {finest:.0e} s; give that or more"
            ),
        }),
        tolerance => Ok(tolerance.unwrap_or(TOLERANCE * (to - from)).min(to - from)),
    }
}

/// The error if an animation is selected that no file has: a misspelt one must not be lost.
fn check_names(selected: &Animations, motions: &SceneMotion) -> Result<(), Error> {
    let is_unknown = |word: &&String| !motions.animations.iter().any(|animation| animation.matches(word));
    let Some(word) = selected.names().iter().find(is_unknown) else { return Ok(()) };
    let name = |animation: &Animation| match animation.name.as_str() {
        "" => format!("number {} (without a name)", animation.number),
        name => name.to_owned(),
    };
    let all: Vec<String> = motions.animations.iter().map(name).collect();
    let there_are = match all.as_slice() {
        [] => "no file has any animation; remove it".to_owned(),
        [only] => format!("no file has an animation of this name; the only one is {only}"),
        all => format!("no file has an animation of this name; choose one of {}", all.join(", ")),
    };
    Err(Error::Animation { word: word.clone(), there_are })
}
