//! Scene files → one scene, on the selected number of threads.

use std::io::{self, IsTerminal, Read};

use impinge_scene::motion::{Animations, SceneMotion};
use impinge_scene::robot::{GeometrySet, Trajectory};
use impinge_scene::{Format, LoadOptions, Scene, SceneError, SceneFile, load_moving, load_moving_bytes};
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::arguments::{RunArguments, SceneArguments, Shapes};
use crate::axes::{Axes, turn_up};
use crate::error::Error;
use crate::file_labels;
use crate::file_sizes::{OddSize, Sizes, odd_size, open_unit};
use crate::inputs::refuse_inputs;
use crate::memory;
use crate::notices;
use crate::output::Output;
use crate::parts_size;
use crate::per_file::PerFile;
use crate::placing::{self, put_in_place};
use crate::progress::Progress;
use crate::robots::{self, JointValues, PlacedRobot};
use crate::sources::{Source, Sources};
use crate::trajectories;
use crate::wording::{count, printable};

/// Threads to work on; 0 for one per core.
pub(crate) fn threads(count: u16) -> Result<ThreadPool, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count.into()).build();
    pool.map_err(|source| Error::Threads { count, source })
}

/// All files as one scene, and the robots in it.
pub(crate) struct Reading {
    pub scene: Scene,
    pub robots: Vec<PlacedRobot>,
    /// The motion of the objects, if it is loaded.
    pub motions: SceneMotion,
}

/// What is to move.
pub(crate) struct Moving<'a> {
    pub animations: &'a Animations,
    pub trajectory: Option<&'a Trajectory>,
}

/// Reads all files, at rest; `outputs` is what will be written.
pub(crate) fn read(
    (sources, per_file): (&Sources, &PerFile),
    arguments: &SceneArguments,
    run: &RunArguments,
    outputs: &[&Output],
    progress: &Progress,
) -> Result<Reading, Error> {
    read_moving((sources, per_file), arguments, None, run, outputs, progress)
}

/// Reads all files and the motion of their objects. It is an error if an output would overwrite a file
/// that a scene refers to: these files are known only now, and the error comes before any long
/// computation.
pub(crate) fn read_moving(
    (sources, per_file): (&Sources, &PerFile),
    arguments: &SceneArguments,
    moving: Option<&Moving>,
    run: &RunArguments,
    outputs: &[&Output],
    progress: &Progress,
) -> Result<Reading, Error> {
    memory::bound(arguments.max_memory, run.color)?;
    if sources.all.contains(&Source::StandardInput) && io::stdin().is_terminal() && !run.quiet {
        // Who did not mean it would wait for nothing.
        notices::say("reading a scene from the terminal; Ctrl-D ends\n");
    }
    progress.reading(sources.all.len());
    let of_all = |joint: &str| per_file.parted(joint).is_none().then(|| joint.to_owned());
    let values = JointValues::read(&arguments.robots, of_all)?;
    let load = |(number, source)| load((number, source), (arguments, per_file), &values, moving);
    let loaded: Vec<_> = sources.all.par_iter().enumerate().map(load).collect();
    let mut scenes = Vec::new();
    let mut all_motions = Vec::new();
    let mut robots = Vec::new();
    let mut objects = 0;
    let labels = file_labels::of(&sources.all.iter().map(Source::file).collect::<Vec<_>>());
    // In the order in which they were given, so that always the first of several errors is told.
    for (((number, loaded), source), label) in loaded.into_iter().enumerate().zip(&sources.all).zip(&labels) {
        let (mut scene, robot, motions) = loaded?;
        for file in &mut scene.files {
            refuse_inputs(outputs.iter().copied(), &file.parts)?;
            if file.format == Format::Gltf {
                file.up = per_file.gltf_up(number).or(file.up);
            }
            file.placement = per_file.placement(number);
        }
        relabel(&mut scene, source, label);
        all_motions.push(motions);
        robots.extend(robot.map(|robot| PlacedRobot { first_object: objects, ..robot }));
        objects += scene.objects.len();
        scenes.push(scene);
    }
    let all_robots: Vec<_> = robots.iter().map(|placed| &placed.robot).collect();
    values.check(&all_robots)?;
    per_file.check_joints(&robots)?;
    if let Some(trajectory) = moving.and_then(|moving| moving.trajectory) {
        trajectories::check(trajectory, per_file, &robots)?;
    }
    if arguments.verbose && !run.quiet {
        notices::say(&scenes.iter().map(about).collect::<String>());
    }
    let said_by = |number: usize, file: &SceneFile| per_file.unit_said_by(number, file);
    let doubtful_unit = parts_size::warning(&scenes, said_by);
    let sizes = Sizes::of(&scenes, said_by);
    let (odd_size, about_size) = match odd_size(&sizes) {
        Some(OddSize::Warning(warning)) => (Some(warning), None),
        Some(OddSize::Note(note)) => (None, Some(note)),
        None => (None, open_unit(&sizes)),
    };
    turn_up(&mut scenes, &mut all_motions);
    put_in_place(&mut scenes, &mut all_motions);
    let axes = Axes::of(&scenes);
    let (turned, left_behind) = (axes.note(), axes.warning());
    let mut motions = SceneMotion::default();
    let mut before = 0;
    for (scene, own) in scenes.iter().zip(all_motions) {
        motions.append(own, before);
        before += scene.objects.len();
    }
    let mut all = Scene::default();
    all.warnings.clone_from(&sources.warnings);
    all.extend(scenes);
    all.warnings.extend(odd_size.into_iter().chain(doubtful_unit).chain(left_behind));
    // A scene of which nothing could be read must not look like one in which nothing collides.
    if all.objects.is_empty() {
        let format = all.files.first().map(|file| file.format);
        let files = sources.names().join(", ");
        return Err(nothing_to_check(files, format, arguments.robots.geometry, &robots, &all.warnings));
    }
    if !run.quiet {
        sources
            .notes
            .iter()
            .chain(&about_size)
            .chain(&turned)
            .for_each(|note| notices::note(note, run.color));
    }
    Ok(Reading { scene: all, robots, motions })
}

/// The error that nothing is left of files, the first of which has a format, and of the robots among them.
pub(crate) fn nothing_to_check(
    files: String,
    format: Option<Format>,
    geometry: Shapes,
    robots: &[PlacedRobot],
    warnings: &[impinge_scene::Warning],
) -> Error {
    let reason = match warnings.first() {
        // The message names it already.
        Some(warning) if warning.file.display().to_string() == files => {
            format!("{}: {}", warning.place, warning.message)
        }
        Some(warning) => warning.to_string(),
        None => "no triangles in it".to_owned(),
    };
    let reason = only_other_shapes(geometry, robots).map_or(reason, str::to_owned);
    Error::NothingToCheck { files, reason, advice: advice(format, geometry, robots) }
}

/// Why nothing is left of robots that have shapes, but none of those that count.
fn only_other_shapes(geometry: Shapes, robots: &[PlacedRobot]) -> Option<&'static str> {
    match (geometry, has_shapes(GeometrySet::Collision, robots), has_shapes(GeometrySet::Visual, robots)) {
        (Shapes::Collision, false, true) => Some("its links have visual shapes, but no collision shapes"),
        (Shapes::Visual, true, false) => Some("its links have collision shapes, but no visual shapes"),
        _ => None,
    }
}

/// Has any link of any robot such a shape?
fn has_shapes(kind: GeometrySet, robots: &[PlacedRobot]) -> bool {
    let mut links = robots.iter().flat_map(|placed| &placed.robot.links);
    links.any(|link| kind.shapes_of(link).next().is_some())
}

/// What to do about a file of such a format in which nothing is that counts.
fn advice(format: Option<Format>, geometry: Shapes, robots: &[PlacedRobot]) -> &'static str {
    match (format, geometry) {
        (Some(Format::Urdf), Shapes::Collision) if has_shapes(GeometrySet::Visual, robots) => {
            "use --geometry visual or both"
        }
        (Some(Format::Urdf), Shapes::Visual) if has_shapes(GeometrySet::Collision, robots) => {
            "use --geometry collision or both"
        }
        (Some(Format::Urdf), _) => "add shapes to its links",
        (Some(Format::BoxTable), _) => "add one row per box",
        _ => "choose a scene with triangles",
    }
}

/// Lets the paths of objects begin with the label of their file instead of its name.
fn relabel(scene: &mut Scene, source: &Source, label: &str) {
    let name = source.file().file_name().unwrap_or_default().to_string_lossy();
    if name == label {
        return;
    }
    for object in &mut scene.objects {
        if let Some(rest) = object.path.strip_prefix(&*name) {
            object.path = format!("{label}{rest}");
        }
    }
}

fn load(
    (number, source): (usize, &Source),
    (arguments, per_file): (&SceneArguments, &PerFile),
    values: &JointValues,
    moving: Option<&Moving>,
) -> Result<(Scene, Option<PlacedRobot>, SceneMotion), Error> {
    let options = arguments.limits.limited(per_file.load_options(number));
    let robot = |bytes: Option<&[u8]>| {
        let trajectory = moving.and_then(|moving| moving.trajectory);
        let trajectory = trajectory.map(|trajectory| trajectories::of_robot(trajectory, per_file, number));
        let (file, values) = ((number, source.file()), (values, per_file.joints(number)));
        let asked = (&arguments.robots, &arguments.limits);
        let (scene, robot, motions) = robots::load(file, bytes, asked, values, trajectory.as_ref())?;
        Ok((scene, Some(robot), motions))
    };
    // Where nothing is to move, animations are not even read.
    let no_motions = |scene: Scene| (scene, None, SceneMotion::default());
    match source {
        Source::File(file) if Format::from_path(file) == Some(Format::Urdf) => robot(None),
        Source::File(file) => match moving {
            Some(Moving { animations, .. }) => {
                let (scene, motions) = load_moving(file, &options, animations)?;
                Ok((scene, None, motions))
            }
            None => Ok(no_motions(impinge_scene::load(file, &options)?)),
        },
        Source::StandardInput => {
            let mut bytes = Vec::new();
            let file = source.file();
            io::stdin()
                .read_to_end(&mut bytes)
                .map_err(|source| SceneError::Read { file: file.to_owned(), source })?;
            match arguments.stdin_format.map(Format::from) {
                Some(Format::Urdf) => robot(Some(&bytes)),
                format => {
                    let options = LoadOptions { format, ..options };
                    // There is no name that could tell, and nobody can convert a stream.
                    let refuse = |error| match error {
                        SceneError::UnknownFormat { .. } => Error::StandardInputFormat,
                        error => error.into(),
                    };
                    match moving {
                        Some(Moving { animations, .. }) => {
                            let loaded = load_moving_bytes(file, &bytes, &options, animations);
                            loaded.map(|(scene, motions)| (scene, None, motions)).map_err(refuse)
                        }
                        None => {
                            impinge_scene::load_bytes(file, &bytes, &options).map(no_motions).map_err(refuse)
                        }
                    }
                }
            }
        }
    }
}

/// A line about each file of a scene: `part.stl: STL, 1 object, in units of 0.001 m (not said in it), y up,
/// moved by 1, 0, 0 m`.
fn about(scene: &Scene) -> String {
    let line = |file: &impinge_scene::SceneFile| {
        let said = if file.has_unit { "" } else { " (not defined in the file)" };
        let up = file.up.map_or("unknown up axis".to_owned(), |up| format!("{up} up"));
        let objects = count(scene.objects.len(), "object");
        let placed =
            file.placement.map(|placement| format!(", {}", placing::about(&placement))).unwrap_or_default();
        let name = file.file.display().to_string();
        format!(
            "{}: {}, {objects}, in units of {} m{said}, {up}{placed}\n",
            printable(&name),
            file.format,
            file.metres_per_unit
        )
    };
    scene.files.iter().map(line).collect()
}

/// The names of the files that a scene came from.
pub(crate) fn names(scene: &Scene) -> Vec<String> {
    scene.files.iter().map(|file| file.file.display().to_string()).collect()
}
