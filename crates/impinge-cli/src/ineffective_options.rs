//! Options without effect on the files of a run: the user expects one.

use impinge_scene::robot::{Geometry, Srdf};
use impinge_scene::{Format, SceneFile, UpAxis};

use crate::arguments::{
    Adjacent, PairArguments, RobotArguments, RunArguments, SceneArguments, Shapes, of_all,
};
use crate::notices;
use crate::per_file::PerFile;
use crate::robots::PlacedRobot;
use crate::sources::is_standard_input;
use crate::warning::Warning;

/// Warnings about such options, and about settings of single files.
pub(crate) fn warnings(
    arguments: &SceneArguments,
    pairs: Option<&PairArguments>,
    (files, per_file): (&[SceneFile], &PerFile),
    robots: &[PlacedRobot],
    srdf: Option<&Srdf>,
) -> Vec<Warning> {
    let warning = |option: &str, message: &str| Warning {
        file: None,
        place: option.to_owned(),
        message: message.to_owned(),
    };
    let is_gltf = |file: &SceneFile| file.format == Format::Gltf;
    let units = of_all(&arguments.unit).map(|_| Heed {
        option: "--unit",
        what: "their unit",
        is_said_by_all: files.iter().all(|file| file.has_unit),
        is_heeded: per_file.is_unit_of_all_heeded(files),
    });
    let ups = of_all(&arguments.up).map(|up| {
        let is_open = |file: &SceneFile| leaves_up_open(file, up.into());
        Heed {
            option: "--up",
            what: "their up axis",
            is_said_by_all: !files.iter().any(is_open),
            is_heeded: per_file.is_up_of_all_heeded(files, is_open),
        }
    });
    let of_files = units.into_iter().chain(ups).filter(|heed| !heed.is_heeded).map(|heed| {
        let Heed { option, what, is_said_by_all, .. } = heed;
        if !is_said_by_all {
            let message = format!(
                "all files define {what} themselves, or have it set one by one: it has no effect; remove it"
            );
            return warning(option, &message);
        }
        let hint = match option {
            "--up" if files.iter().any(is_gltf) => {
                "; use --gltf-up for glTF files that deviate from their format"
            }
            "--unit" if !robots.is_empty() => "; for meshes of a robot, use `scale` in its file",
            _ => "",
        };
        warning(option, &format!("all files define {what} themselves: it has no effect; remove it{hint}"))
    });
    let of_gltf = arguments.gltf_up.filter(|_| !per_file.is_up_of_all_heeded(files, is_gltf));
    let of_gltf = of_gltf.map(|_| {
        let message = match files.iter().any(is_gltf) {
            true => "all glTF files have it set one by one: it has no effect; remove it",
            false => "applies to glTF files, and there are none: it has no effect; remove it",
        };
        warning("--gltf-up", message)
    });
    // As it was named: what is read from there has another name.
    let is_read = arguments.scenes.iter().any(|named| is_standard_input(named));
    let of_input = arguments.stdin_format.filter(|_| !is_read);
    let of_input = of_input.map(|_| {
        warning(
            "--stdin-format",
            "applies to standard input, which is not read: it has no effect; give `-` as a file",
        )
    });
    let of_robots = [
        (pairs.is_some_and(|pairs| pairs.srdf.is_some()), "--srdf"),
        (pairs.is_some_and(|pairs| pairs.adjacent != Adjacent::default()), "--adjacent"),
        (!arguments.robots.package.is_empty(), "--package"),
        (arguments.robots.geometry != Shapes::default(), "--geometry"),
        (arguments.robots.parts, "--parts"),
        (arguments.robots.joints.is_some(), "--joints"),
    ];
    let of_robots = of_robots.into_iter().filter(|(is_given, _)| *is_given && robots.is_empty());
    let of_robots = of_robots.map(|(_, option)| {
        warning(option, "applies to robots, and there are none: it has no effect; remove it")
    });
    let packages = packages(&arguments.robots, robots);
    let disables_nothing = |srdf: &&Srdf| robots.iter().all(|placed| srdf.pairs(&placed.robot).0.is_empty());
    // Of the SRDF file of another robot that is told, which says more.
    let is_of_another = |srdf: &&Srdf| robots.iter().all(|placed| srdf.check_robot(&placed.robot).is_some());
    let of_srdf = srdf.filter(|srdf| !robots.is_empty() && disables_nothing(srdf) && !is_of_another(srdf));
    let of_srdf = of_srdf.map(|srdf| {
        let message =
            "disables no pair of links of a robot here: it has no effect; give an SRDF file of the robot";
        warning(&format!("--srdf {}", srdf.file.display()), message)
    });
    let reports_adjacent = pairs.is_some_and(|pairs| pairs.adjacent == Adjacent::Report);
    let of_neighbours = srdf.filter(|srdf| reports_adjacent && disables_all_neighbours(srdf, robots));
    let of_neighbours = of_neighbours.map(|srdf| {
        let message = format!(
            "{} disables all adjacent pairs, so none is tested: it has no effect; remove one of the two",
            srdf.file.display()
        );
        warning("--adjacent report", &message)
    });
    let joints = arguments.robots.joint.iter().filter(|(joint, _)| is_said_of_each(joint, per_file, robots));
    let joints = joints.map(|(joint, _)| {
        let message = "all robots with this joint have it set one by one: it has no effect; remove it";
        warning(&format!("--joint {joint}"), message)
    });
    let general = of_files
        .chain(of_gltf)
        .chain(of_input)
        .chain(of_robots)
        .chain(packages)
        .chain(joints)
        .chain(of_srdf)
        .chain(of_neighbours);
    general.chain(per_file.ineffective(files)).collect()
}

/// Warnings about packages that no robot refers to, where there is one.
pub(crate) fn packages(arguments: &RobotArguments, robots: &[PlacedRobot]) -> impl Iterator<Item = Warning> {
    let names = arguments.package.iter().map(|(name, _)| name);
    names.filter(|name| !robots.is_empty() && !is_referred_to(name, robots)).map(|name| Warning {
        file: None,
        place: format!("--package {name}"),
        message: format!("no robot refers to package://{name}/: it has no effect; correct the name"),
    })
}

/// Reports which options affect only a report, where settings are shown instead of one.
pub(crate) fn tell_beside_settings(
    of_report: impl IntoIterator<Item = (bool, &'static str)>,
    run: &RunArguments,
) {
    let given = of_report.into_iter().filter(|(is_given, _)| *is_given);
    let options: Vec<_> = given.map(|(_, option)| option).collect();
    if !run.quiet && !options.is_empty() {
        let options = options.join(", ");
        notices::note(
            &format!("{options}: no effect: settings are shown, and no report is written"),
            run.color,
        );
    }
}

/// An option for all files, and whether it applies to any.
struct Heed {
    option: &'static str,
    what: &'static str,
    /// Do all files define it themselves?
    is_said_by_all: bool,
    is_heeded: bool,
}

/// Is the up axis of a file undefined? COLLADA files may lack one, and then have the axis of the
/// option.
pub(crate) fn leaves_up_open(file: &SceneFile, up: UpAxis) -> bool {
    !file.has_unit || (file.format == Format::Collada && file.up == Some(up))
}

/// Are there links that are neighbours, and does an SRDF file disable all pairs of them?
fn disables_all_neighbours(srdf: &Srdf, robots: &[PlacedRobot]) -> bool {
    let are_disabled = |placed: &PlacedRobot| placed.neighbours.is_subset(&srdf.pairs(&placed.robot).0);
    !robots.iter().all(|placed| placed.neighbours.is_empty()) && robots.iter().all(are_disabled)
}

/// Is a value of a joint for robots only of which each has one by itself?
fn is_said_of_each(joint: &str, per_file: &PerFile, robots: &[PlacedRobot]) -> bool {
    let mut with_it = robots.iter().filter(|placed| placed.robot.joint(joint).is_some()).peekable();
    with_it.peek().is_some() && with_it.all(|placed| per_file.says_joint(placed.file, joint))
}

/// Is any shape of a robot in a package, whether that shape counts or not?
fn is_referred_to(package: &str, robots: &[PlacedRobot]) -> bool {
    let links = robots.iter().flat_map(|placed| &placed.robot.links);
    let mut shapes = links.flat_map(|link| link.collisions.iter().chain(&link.visuals));
    shapes.any(|shape| match &shape.geometry {
        Geometry::Mesh { uri, .. } => uri
            .strip_prefix("package://")
            .and_then(|rest| rest.split_once('/'))
            .is_some_and(|(name, _)| name == package),
        _ => false,
    })
}
