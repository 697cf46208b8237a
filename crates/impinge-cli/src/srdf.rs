//! Which pairs of links of a robot need no check: URDF → bodies → poses → counts → SRDF.
//!
//! `sampling` counts in how many poses each pair collides, `report` derives the reason of each pair,
//! `table` writes the result for people and `lines` as SRDF.
//!
//! The reasons match MoveIt's setup assistant (`computeDefaultCollisions` in moveit_setup_assistant),
//! with two differences: a pair that always collides is reported as such, also if it does in the
//! default pose, and the share of "always" is reached by a pair that collides in exactly so many
//! samples.

mod lines;
mod report;
mod sampling;
mod table;

use std::collections::BTreeSet;
use std::path::Path;

use impinge::assembly::Model;
use impinge::shape::Mesh;
use impinge_scene::Format;
use impinge_scene::robot::{Robot, RobotInstances, RobotOptions, Srdf};

use crate::arguments::{SrdfArguments, SrdfFormat};
use crate::error::Error;
use crate::export::written;
use crate::file_names::FileNames;
use crate::inputs::{inputs, refuse_inputs};
use crate::neighbours::neighbours;
use crate::output::Output;
use crate::per_file::PerFile;
use crate::placed_links::PlacedLinks;
use crate::progress::Progress;
use crate::reading::{nothing_to_check, threads};
use crate::robots::{self, JointValues, PlacedRobot};
use crate::settings::Settings;
use crate::warning::Warning;
use crate::{ineffective_options, json, notices};
use report::Report;
use sampling::Sampling;

/// Finds the pairs and delivers them.
pub(crate) fn run(arguments: &SrdfArguments) -> Result<(), Error> {
    if let Some(format) = Format::from_path(&arguments.robot).filter(|format| *format != Format::Urdf) {
        return Err(Error::NotARobot { file: arguments.robot.clone(), format });
    }
    let is_json = |file: &Path| file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    if let Some(file) = arguments.output.as_deref().filter(|file| is_json(file)) {
        return Err(Error::SrdfNamedJson { file: file.to_owned() });
    }
    let asked = [arguments.robot.clone()];
    let settings = Settings::only_in_a_file(&arguments.settings, &asked)?;
    let per_file = PerFile::new(&settings, &asked)?;
    // But not that of --srdf, of which the new one has all: to take its place is what it is for.
    let inputs = inputs(&asked, &arguments.robots, [&settings.file]);
    let output = arguments.output.as_deref().map(|file| Output::new(Some(file), &inputs)).transpose()?;
    let threads = threads(arguments.run.threads)?;
    let progress = Progress::new(arguments.run.quiet);
    let srdf = arguments.srdf.as_deref().map(Srdf::read).transpose()?;
    let robot = Robot::read(&arguments.robot)?;
    let placed =
        [PlacedRobot { robot, file: 0, first_object: 0, links: Vec::new(), neighbours: BTreeSet::new() }];
    let [PlacedRobot { robot, .. }] = &placed;
    // Both in one file would be for neither.
    if let Some(warning) = srdf.as_ref().and_then(|srdf| srdf.check_robot(robot)) {
        return Err(Error::OtherRobot(warning));
    }
    // There is but one robot, so who names it says the same as who does not.
    let names = FileNames::of(&asked, None);
    let joint = |name: &str| Some(names.parted(name).map_or(name, |(_, joint)| joint).to_owned());
    let values = JointValues::read(&arguments.robots, joint)?;
    per_file.check_joints(&placed)?;
    let (configuration, mut warnings) = values.configuration_of_only(robot, per_file.joints(0))?;
    // Links collide if any of their parts do.
    let options = RobotOptions { parts: true, ..robots::options(&arguments.robots, &arguments.limits) };
    let bodies = robot.instances(&options)?;
    refuse_inputs(&output, &bodies.files)?;
    warnings.extend(bodies.warnings.iter().cloned());
    if bodies.instances.is_empty() {
        let file = robot.file.display().to_string();
        return Err(nothing_to_check(
            file,
            Some(Format::Urdf),
            arguments.robots.geometry,
            &placed,
            &warnings,
        ));
    }
    // All its numbers are within their range, or it is refused.
    let scene = robot.scene(&bodies, &configuration)?;
    let parts = arguments.robots.parts.then(|| Warning {
        file: None,
        place: "--parts".to_owned(),
        message: "SRDF contains pairs of links, not of parts: it has no effect; remove it".to_owned(),
    });
    let ineffective = ineffective_options::packages(&arguments.robots, &placed);
    let ineffective = ineffective.chain(per_file.ineffective(&scene.files)).chain(parts);
    let models = models(robot, &bodies)?;
    let sampling = Sampling { robot, links: PlacedLinks::new(robot, &bodies, &models), rest: configuration };
    let counts = threads.install(|| {
        let neighbours = neighbours(robot, &bodies, arguments.robots.geometry.into());
        sampling.run(arguments.samples, arguments.seed, &neighbours, &progress)
    });
    progress.finish();

    warnings.extend(sampling.unlimited().map(|message| impinge_scene::Warning {
        file: robot.file.clone(),
        place: "joints".to_owned(),
        message,
    }));
    let warnings = warnings.into_iter().map(Warning::from).chain(ineffective).collect();
    let report = Report::new(&sampling, &counts, srdf.as_ref(), warnings, arguments);
    if !arguments.run.quiet {
        notices::warnings(&report.warnings, arguments.run.color);
    }
    let text = match arguments.format {
        SrdfFormat::Json => json::report(&report),
        SrdfFormat::Table => {
            let to_standard = Output::new(None, &[])?;
            let mut text = table::pairs(&report, to_standard.style(arguments.run.color));
            if !arguments.run.quiet {
                text += if text.is_empty() { "" } else { "\n" };
                text += &table::summary(&report);
            }
            text.into_bytes()
        }
    };
    let file = lines::file(&report, srdf.as_ref());
    match output {
        Some(Output::Standard) => {
            notices::say(&String::from_utf8_lossy(&text));
            Output::Standard.write(file.as_bytes())
        }
        Some(output) => {
            output.write(file.as_bytes())?;
            Output::Standard.write(&text)?;
            if !arguments.run.quiet {
                notices::say(&written(&output, [&output].into_iter(), ""));
            }
            Ok(())
        }
        None => Output::Standard.write(&text),
    }
}

fn models(robot: &Robot, bodies: &RobotInstances) -> Result<Vec<Model<impinge::glam::DVec3>>, Error> {
    let model = |(number, mesh): (usize, &impinge_scene::Mesh)| {
        Mesh::new(mesh.positions.clone(), mesh.triangles.clone()).map(Model::new).map_err(|source| {
            let body = bodies.instances.iter().find(|body| body.mesh == number);
            let object = body.map_or_else(|| mesh.name.clone(), |body| body.name.clone());
            Error::Mesh { file: robot.file.display().to_string(), object, source }
        })
    };
    bodies.meshes.iter().enumerate().map(model).collect()
}
