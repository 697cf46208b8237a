//! Options that were given and have no effect on the files of a run. Who gives one expects something of it.

use impinge_scene::robot::{Geometry, Srdf};
use impinge_scene::{Format, SceneFile, UpAxis};

use crate::arguments::{Adjacent, PairArguments, SceneArguments, Shapes};
use crate::robots::PlacedRobot;
use crate::warning::Warning;

/// Warnings about those of the command line.
pub(crate) fn warnings(
    arguments: &SceneArguments,
    pairs: Option<&PairArguments>,
    files: &[SceneFile],
    robots: &[PlacedRobot],
    srdf: Option<&Srdf>,
) -> Vec<Warning> {
    let warning = |option: &str, message: &str| Warning {
        file: None,
        place: option.to_owned(),
        message: message.to_owned(),
    };
    let is_gltf = |file: &SceneFile| file.format == Format::Gltf;
    let of_files = [
        (arguments.unit.is_some() && files.iter().all(|file| file.says_unit), "--unit", "their unit"),
        (arguments.up.is_some_and(|up| !is_up_heeded(files, up.into())), "--up", "which axis is up"),
    ];
    let of_files = of_files.into_iter().filter(|(is_unheeded, ..)| *is_unheeded).map(|(_, option, what)| {
        let hint = match option {
            "--up" if files.iter().any(is_gltf) => {
                "; --gltf-up says it of glTF files that do not keep to their format"
            }
            "--unit" if !robots.is_empty() => "; of meshes of a robot it is `scale` in its file that says it",
            _ => "",
        };
        warning(option, &format!("all files say themselves {what}: it has no effect; leave it out{hint}"))
    });
    let of_gltf = arguments.gltf_up.filter(|_| !files.iter().any(is_gltf));
    let of_gltf =
        of_gltf.map(|_| warning("--gltf-up", "is about glTF files, and there is none: it has no effect"));
    let of_robots = [
        (pairs.is_some_and(|pairs| pairs.srdf.is_some()), "--srdf"),
        (pairs.is_some_and(|pairs| pairs.adjacent != Adjacent::default()), "--adjacent"),
        (!arguments.robots.package.is_empty(), "--package"),
        (arguments.robots.geometry != Shapes::default(), "--geometry"),
        (arguments.robots.pose.is_some(), "--pose"),
    ];
    let of_robots = of_robots.into_iter().filter(|(is_given, _)| *is_given && robots.is_empty());
    let of_robots =
        of_robots.map(|(_, option)| warning(option, "is about robots, and there is none: it has no effect"));
    let packages = arguments.robots.package.iter().map(|(name, _)| name);
    let packages = packages.filter(|name| !robots.is_empty() && !is_referred_to(name, robots));
    let packages = packages.map(|name| {
        let message = format!("no robot refers to package://{name}/: it has no effect; correct the name");
        warning(&format!("--package {name}"), &message)
    });
    let disables_nothing = |srdf: &&Srdf| robots.iter().all(|placed| srdf.pairs(&placed.robot).0.is_empty());
    // Of the SRDF file of another robot that is told, which says more.
    let is_of_another = |srdf: &&Srdf| robots.iter().all(|placed| srdf.of_another(&placed.robot).is_some());
    let of_srdf = srdf.filter(|srdf| !robots.is_empty() && disables_nothing(srdf) && !is_of_another(srdf));
    let of_srdf = of_srdf.map(|srdf| {
        let message =
            "disables no pair of links of a robot here: it has no effect; give an SRDF file of the robot";
        warning(&format!("--srdf {}", srdf.file.display()), message)
    });
    of_files.chain(of_gltf).chain(of_robots).chain(packages).chain(of_srdf).collect()
}

/// Does any file leave it open which axis is up? COLLADA may, and has the one that was asked for then.
fn is_up_heeded(files: &[SceneFile], up: UpAxis) -> bool {
    files.iter().any(|file| !file.says_unit || (file.format == Format::Collada && file.up == Some(up)))
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
