//! SRDF: pairs of links that are excluded from collision checks.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::Robot;
use crate::words::excerpt;
use crate::xml::{LineEnds, attribute, children, place, required};
use crate::{SceneError, Warning, file, text, xml};

/// A text that was not in UTF-8, which it is no more when it is written again, whatever it declares.
fn in_utf8(text: &str) -> String {
    match text.split_once("?>") {
        Some((declaration, rest)) if declaration.starts_with("<?xml") => {
            format!("<?xml version=\"1.0\" encoding=\"utf-8\"?>{rest}")
        }
        _ => text.to_owned(),
    }
}

/// The disabled pairs of an SRDF file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Srdf {
    /// The file.
    pub file: PathBuf,
    /// Its whole text.
    pub text: String,
    /// The name of its robot; empty if it has none.
    name: String,
    /// The pairs, in the order of the file.
    pub disabled: Vec<DisabledCollision>,
    /// Suspicious content of the text; [`Srdf::pairs`] reports them too.
    pub warnings: Vec<Warning>,
    /// Links whose pairs are all disabled, but for those in `enabled`.
    defaults: Vec<(String, u32)>,
    enabled: Vec<DisabledCollision>,
    /// Where the root element ends in the text.
    end: usize,
}

/// A pair of links that is excluded from checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisabledCollision {
    /// The names of the links.
    pub links: [String; 2],
    /// The reason: `Adjacent`, `Never`, `Always`, `Default`, `User`, or any other word.
    pub reason: String,
    /// The line of the file, from 1.
    pub line: u32,
}

impl Srdf {
    /// Reads an SRDF file; only its collision entries are used.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is not XML, does not begin with `robot`, or an entry lacks a link.
    ///
    /// ```
    /// use impinge_scene::robot::Srdf;
    /// // Both formats begin with <robot>, and are easily confused.
    /// let swapped = Srdf::read("../../docs/scenes/arm.urdf".as_ref()).unwrap_err();
    /// assert!(swapped.to_string().contains("a robot (URDF) instead of an SRDF file"), "{swapped}");
    /// ```
    pub fn read(file: &Path) -> Result<Self, SceneError> {
        let bytes = file::read(file)?;
        let (text, warning) = text::read(file, &bytes);
        let text = if warning.is_some() { in_utf8(&text) } else { text.into_owned() };
        let mut srdf = Srdf::from_xml(file, text)?;
        srdf.warnings.splice(0..0, warning);
        Ok(srdf)
    }

    /// Parses the text of an SRDF file; `file` is its name for messages.
    ///
    /// # Errors
    ///
    /// The same as for [`Srdf::read`].
    ///
    /// ```
    /// use impinge_scene::robot::Srdf;
    /// let text = r#"<robot name="r"><disable_collisions link1="a" link2="b" reason="User"/></robot>"#;
    /// let srdf = Srdf::from_xml("r.srdf".as_ref(), text.to_owned())?;
    /// assert_eq!((srdf.disabled[0].reason.as_str(), srdf.disabled[0].line), ("User", 1));
    /// # Ok::<(), impinge_scene::SceneError>(())
    /// ```
    pub fn from_xml(file: &Path, text: String) -> Result<Self, SceneError> {
        let mut srdf = Srdf {
            file: file.to_path_buf(),
            text,
            name: String::new(),
            disabled: Vec::new(),
            warnings: Vec::new(),
            defaults: Vec::new(),
            enabled: Vec::new(),
            end: 0,
        };
        let is_robot = srdf.parse().map_err(|(place, problem)| SceneError::Malformed {
            file: file.to_path_buf(),
            place,
            problem,
        })?;
        if is_robot {
            return Err(SceneError::UnsupportedFormat {
                file: file.to_path_buf(),
                what: "a robot (URDF) instead of an SRDF file",
                advice: "give the file that lists pairs of its links",
            });
        }
        Ok(srdf)
    }

    /// Reads the text. Returns true if it is the robot itself instead.
    fn parse(&mut self) -> Result<bool, (String, String)> {
        // What a parser of XML says of a mesh helps nobody.
        if !self.text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
            return Err(("line 1".to_owned(), "it is not XML: an SRDF file begins with <robot>".to_owned()));
        }
        let mut repaired = String::new();
        let (document, undeclared) = xml::parse(&self.text, &mut repaired)?;
        let root = document.root_element();
        if root.tag_name().name() != "robot" {
            return Err((place(root), "an SRDF file begins with <robot>".to_owned()));
        }
        // Both begin alike, but links and joints themselves are in the description of the robot alone.
        let is_robot = ["link", "joint"].iter().any(|kind| children(root, kind).next().is_some());
        let lines = LineEnds::of(&document);
        let pairs = |kind| {
            let entry = |node| {
                let link = |name| {
                    required(node, name).map(ToOwned::to_owned).map_err(|problem| (place(node), problem))
                };
                let links = [link("link1")?, link("link2")?];
                let reason = attribute(node, "reason").unwrap_or_default().to_owned();
                Ok(DisabledCollision { links, reason, line: lines.line(node) })
            };
            children(root, kind).map(entry).collect::<Result<Vec<_>, (String, String)>>()
        };
        let (disabled, enabled) = (pairs("disable_collisions")?, pairs("enable_collisions")?);
        let defaults = children(root, "disable_default_collisions").map(|node| {
            let link = required(node, "link").map_err(|problem| (place(node), problem))?;
            Ok((link.to_owned(), lines.line(node)))
        });
        let defaults = defaults.collect::<Result<_, (String, String)>>()?;
        let name = attribute(root, "name").unwrap_or_default().to_owned();
        // Declarations that were added are not in the text itself.
        self.end = root.range().end - repaired.len().saturating_sub(self.text.len());
        let warning = |(place, message)| Warning { file: self.file.clone(), place, message };
        self.warnings = undeclared.iter().map(|prefix| prefix.warning(&[])).map(warning).collect();
        self.name = name;
        (self.disabled, self.enabled, self.defaults) = (disabled, enabled, defaults);
        Ok(is_robot)
    }

    /// Returns a warning if the file belongs to another robot: it names links, and this robot has none of
    /// them.
    ///
    /// ```
    /// use impinge_scene::robot::{Robot, Srdf};
    /// let robot = Robot::from_xml("r.urdf".as_ref(), "<robot name='r'><link name='a'/></robot>")?;
    /// let read = |text: &str| Srdf::from_xml("s.srdf".as_ref(), text.to_owned());
    /// let of = |text: &str| read(text).map(|srdf| srdf.check_robot(&robot));
    /// assert!(of("<robot><disable_collisions link1='b' link2='c'/></robot>")?.is_some());
    /// assert!(of("<robot><disable_collisions link1='a' link2='c'/></robot>")?.is_none());
    /// assert!(of("<robot/>")?.is_none());
    /// # Ok::<(), impinge_scene::SceneError>(())
    /// ```
    pub fn check_robot(&self, robot: &Robot) -> Option<Warning> {
        let pairs = self.disabled.iter().chain(&self.enabled).flat_map(|entry| &entry.links);
        let named: BTreeSet<&String> = pairs.chain(self.defaults.iter().map(|(link, _)| link)).collect();
        let is_another = !named.is_empty() && named.iter().all(|name| robot.link(name).is_none());
        is_another.then(|| Warning {
            file: self.file.clone(),
            place: "links".to_owned(),
            message: format!(
                "it belongs to another robot{}: none of its links ({}) is in {}; give the SRDF file of this robot",
                if self.name.is_empty() { String::new() } else { format!(", `{}`", excerpt(&self.name)) },
                named.len(),
                robot.file.display()
            ),
        })
    }

    /// Returns the pairs by the indices of a robot's links, the smaller first, and warnings about links that
    /// it does not have. There is a single warning if it has none of them.
    ///
    /// ```
    /// use impinge_scene::robot::{Robot, Srdf};
    /// let xml = "<robot name='lift'>\
    ///     <link name='rail'><collision><geometry><box size='1 1 1'/></geometry></collision></link>\
    ///     <link name='cabin'><collision><geometry><box size='1 1 1'/></geometry></collision></link>\
    ///     <joint name='hoist' type='prismatic'><parent link='rail'/><child link='cabin'/>\
    ///     <axis xyz='0 0 1'/><limit lower='0' upper='9'/></joint></robot>";
    /// let robot = Robot::from_xml("lift.urdf".as_ref(), xml)?;
    /// let srdf = "<robot name='lift'><disable_collisions link1='cabin' link2='rail' reason='Adjacent'/></robot>";
    /// let srdf = Srdf::from_xml("lift.srdf".as_ref(), srdf.to_owned())?;
    /// let (pairs, warnings) = srdf.pairs(&robot);
    /// assert_eq!((pairs.into_iter().collect::<Vec<_>>(), warnings.len()), (vec![[0, 1]], 0));
    /// # Ok::<(), impinge_scene::SceneError>(())
    /// ```
    pub fn pairs(&self, robot: &Robot) -> (BTreeSet<[usize; 2]>, Vec<Warning>) {
        if let Some(warning) = self.check_robot(robot) {
            return (BTreeSet::new(), vec![warning]);
        }
        let mut warnings = self.warnings.clone();
        let mut number = |name: &str, line: u32| {
            let found = robot.link(name);
            if found.is_none() {
                let message = format!(
                    "there is no link `{name}` in {}; correct the name, or remove the entry",
                    robot.file.display()
                );
                warnings.push(Warning { file: self.file.clone(), place: format!("line {line}"), message });
            }
            found
        };
        let mut pairs = BTreeSet::new();
        let sorted = |a: usize, b: usize| [a.min(b), a.max(b)];
        for (link, line) in &self.defaults {
            if let Some(link) = number(link, *line) {
                pairs.extend(
                    (0..robot.links.len()).filter(|&other| other != link).map(|other| sorted(link, other)),
                );
            }
        }
        let mut both = |entry: &DisabledCollision| {
            let [a, b] = entry.links.each_ref().map(|name| number(name, entry.line));
            Some(sorted(a?, b?))
        };
        let enabled: Vec<_> = self.enabled.iter().filter_map(&mut both).collect();
        for pair in enabled {
            pairs.remove(&pair);
        }
        pairs.extend(self.disabled.iter().filter_map(both));
        (pairs, warnings)
    }

    /// Returns the text with lines added at the end of its root element; the rest is unchanged.
    ///
    /// ```
    /// use impinge_scene::robot::Srdf;
    /// let srdf = Srdf::from_xml("r.srdf".as_ref(), "<robot>\n  <!-- mine -->\n</robot>\n".to_owned())?;
    /// assert_eq!(srdf.insert_lines("  <new/>\n"), "<robot>\n  <!-- mine -->\n  <new/>\n</robot>\n");
    /// # Ok::<(), impinge_scene::SceneError>(())
    /// ```
    pub fn insert_lines(&self, lines: &str) -> String {
        let (root, rest) = self.text.split_at(self.end);
        if let Some(open) = root.strip_suffix("/>") {
            return format!("{}>\n{lines}</robot>{rest}", open.trim_end());
        }
        let tag = root.rfind("</").unwrap_or(root.len());
        // Before the line of the end tag, if it has one.
        let begin = root[..tag].trim_end_matches([' ', '\t']).len();
        let newline = if root[..begin].ends_with('\n') { "" } else { "\n" };
        format!("{}{newline}{lines}{}{rest}", &root[..begin], &root[begin..])
    }
}
