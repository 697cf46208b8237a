//! How large the files of a scene are, as they are and beside each other: one that is out of proportion was
//! most often drawn in another unit.

use clap::ValueEnum;
use impinge::shape::Aabb;
use impinge_scene::{Scene, SceneFile, Unit, Warning};

use crate::arguments::LengthUnit;
use crate::wording::fixed;

/// How large files are.
pub(crate) struct Sizes<'a>(Vec<SizedFile<'a>>);

/// A file, and how large it is.
#[derive(Clone, Copy)]
struct SizedFile<'a> {
    file: &'a SceneFile,
    size: f64,
    unit: SaidBy,
}

/// The source of the unit of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SaidBy {
    Nobody,
    Itself,
    /// An option or setting for all files.
    All(LengthUnit),
    /// An option or setting for this file alone, which a person has checked.
    One,
}

impl SizedFile<'_> {
    fn is_open(&self) -> bool {
        self.unit == SaidBy::Nobody
    }

    /// The option that confirms the current unit of this file alone; `None` if the file or an entry for
    /// it already sets the unit.
    fn confirmation(&self) -> Option<String> {
        let unit = match self.unit {
            SaidBy::Nobody => LengthUnit::default(),
            SaidBy::All(unit) => unit,
            SaidBy::Itself | SaidBy::One => return None,
        };
        Some(format!("--unit '{}={}'", self.file.file.display(), unit.to_possible_value()?.get_name()))
    }
}

impl<'a> Sizes<'a> {
    /// Computes the size of every scene, each of one file, once for all tests; `said_by` returns the
    /// source of the unit of the file with a number.
    pub fn of(scenes: &'a [Scene], said_by: impl Fn(usize, &SceneFile) -> SaidBy) -> Self {
        let sized = scenes.iter().enumerate().filter_map(|(number, scene)| {
            let file = scene.files.first()?;
            let unit = said_by(number, file);
            Some(SizedFile { file, size: size(scene)?, unit })
        });
        Sizes(sized.filter(|sized| sized.size.is_finite()).collect())
    }
}

/// One file is many times as large as another.
pub(crate) enum OddSize {
    /// An explicit unit resolves it.
    Warning(Warning),
    /// Both files define their units, so this is intended or one of them is wrong. An error would stop
    /// the run without a way to continue.
    Note(String),
}

/// The two files whose sizes are furthest from each other, if that is odd: by [`Unit::SUSPICIOUS_RATIO`], or
/// by [`Unit::SUSPICIOUS_STEP`] from the next smaller file.
///
/// A unit for all files does not suppress this, as it is often the unit of only some files; a unit for
/// one file alone does.
pub(crate) fn odd_size(sizes: &Sizes) -> Option<OddSize> {
    let mut sized: Vec<SizedFile> = sizes.0.iter().filter(|sized| sized.size > 0.0).copied().collect();
    sized.sort_by(|a, b| a.size.total_cmp(&b.size));
    let ratio = |[small, large]: &[SizedFile; 2]| large.size / small.size;
    let ends = [*sized.first()?, *sized.last()?];
    let is_extreme = ratio(&ends) >= Unit::SUSPICIOUS_RATIO;
    let words: Vec<String> = ends.iter().filter_map(SizedFile::confirmation).collect();
    // Parts of all sizes are nothing odd, so it is neighbours that are compared.
    let steps = sized.windows(2).map(|pair| [pair[0], pair[1]]);
    let steps = steps.filter(|pair| pair[1].is_open() && ratio(pair) >= Unit::SUSPICIOUS_STEP);
    let step = steps.max_by(|a, b| ratio(a).total_cmp(&ratio(b)));
    // What can be answered comes first, with what answers it.
    let (odd, answer) = match step {
        _ if is_extreme && !words.is_empty() => (ends, Some(words.join(" "))),
        Some(step) => (step, Some("--unit m".to_owned())),
        None if is_extreme && ends.iter().all(|sized| sized.unit == SaidBy::Itself) => (ends, None),
        None => return None,
    };
    let [small, large] = odd;
    // Nobody can say the unit of a file that says it itself, and nobody need say it twice.
    let advice = match [large, small].into_iter().find(SizedFile::is_open) {
        Some(SizedFile { file, .. }) => {
            format!("set its unit, as in --unit '{}=mm', or convert", file.file.display())
        }
        None => "convert".to_owned(),
    };
    let if_meant =
        answer.as_ref().map_or_else(String::new, |words| format!("; if it is, {words} confirms it"));
    let warning = Warning {
        file: large.file.file.clone(),
        place: "size".to_owned(),
        message: format!(
            "{} m across, {} times as large as {} ({} m); if that is not intended, {advice} one of them{if_meant}",
            fixed(large.size, 3),
            fixed(ratio(&odd), 0),
            small.file.file.display(),
            fixed(small.size, 3)
        ),
    };
    Some(if answer.is_some() { OddSize::Warning(warning) } else { OddSize::Note(warning.to_string()) })
}

/// A note about the largest file without an explicit unit, if its size in metres suggests millimetres.
pub(crate) fn open_unit(sizes: &Sizes) -> Option<String> {
    let open = sizes.0.iter().filter(|sized| sized.is_open() && sized.size >= Unit::SUSPICIOUS_SIZE);
    let SizedFile { file, size, .. } = open.max_by(|a, b| a.size.total_cmp(&b.size))?;
    Some(format!(
        "{}: the file does not define a unit; read in metres, it is {} m across: --unit mm sets millimetres, --unit m confirms metres",
        file.file.display(),
        fixed(*size, 1)
    ))
}

/// The diagonal of the box around all objects.
fn size(scene: &Scene) -> Option<f64> {
    let corners = scene.objects.iter().flat_map(|object| {
        let map = object.transform;
        scene.meshes[object.mesh].positions.iter().map(move |&corner| map.transform_point3(corner))
    });
    Aabb::from_points(corners).ok().map(|bounds| bounds.size().length())
}
