//! Parts of the archive: found, unpacked within a limit, as text.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use crate::loading::Loading;
use crate::words::excerpt;
use crate::xml::attribute;
use crate::{SceneError, foreign, xml};

/// Coordinates as text are packed to a tenth or so; what grows more than this is no model,
const MOST_GROWTH: u64 = 250;
/// unless it is as small as this.
const SMALL: u64 = 100_000;
/// The default path of the model in the archive.
const USUAL_ROOT: &str = "3D/3dmodel.model";

pub(super) struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    /// How many bytes may still be unpacked.
    left: u64,
}

impl<'a> Archive<'a> {
    pub fn open(bytes: &'a [u8], loading: &Loading) -> Result<Self, SceneError> {
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| {
            let problem = format!("it cannot be opened: {}; it may be cut off", excerpt(&error.to_string()));
            loading.malformed("archive", problem)
        })?;
        Ok(Archive { zip, left: SMALL.max(bytes.len() as u64 * MOST_GROWTH) })
    }

    /// The names of the root models that the relationships of the archive list, each once. There is at least
    /// one.
    ///
    /// The specification has consumers read the first and lets them skip the rest.
    pub fn roots(&mut self, loading: &mut Loading) -> Result<Vec<String>, SceneError> {
        let relationships = "_rels/.rels";
        if self.zip.index_for_name(relationships).is_none() {
            return match self.zip.index_for_name(USUAL_ROOT) {
                Some(_) => Ok(vec![USUAL_ROOT.to_owned()]),
                None => {
                    let (what, advice) = foreign::archive(self.zip.file_names().flatten()).unwrap_or((
                        "an archive without a 3MF model, which is not supported",
                        "unpack it, and give the scene files in it",
                    ));
                    Err(loading.foreign(what, advice))
                }
            };
        }
        let text = self.text(relationships, loading)?;
        let mut repaired = String::new();
        let (document, undeclared) = xml::parse(&text, &mut repaired)
            .map_err(|(place, problem)| loading.malformed(format!("{relationships}: {place}"), problem))?;
        for (place, message) in undeclared.iter().map(|prefix| prefix.warning(&[])) {
            loading.warn(format!("{relationships}: {place}"), message);
        }
        let mut roots: Vec<String> = Vec::new();
        let models = xml::children(document.root_element(), "Relationship")
            .filter(|&node| attribute(node, "Type").is_some_and(|kind| kind.ends_with("/3dmodel")));
        for target in models.filter_map(|node| attribute(node, "Target")) {
            let target = target.trim_start_matches('/');
            if !roots.iter().any(|root| root == target) {
                roots.push(target.to_owned());
            }
        }
        if roots.is_empty() {
            roots.push(USUAL_ROOT.to_owned());
        }
        Ok(roots)
    }

    /// A part as text.
    pub fn text(&mut self, part: &str, loading: &Loading) -> Result<String, SceneError> {
        let refuse = |problem: String| loading.malformed(excerpt(part), problem);
        let cannot = |error: String| refuse(format!("the part cannot be read: {}", excerpt(&error)));
        let entry = self.zip.by_name(part).map_err(|error| cannot(error.to_string()))?;
        let mut bytes = Vec::new();
        // One byte more tells whether there is more.
        entry.take(self.left + 1).read_to_end(&mut bytes).map_err(|error| cannot(error.to_string()))?;
        let length = bytes.len() as u64;
        if length > self.left {
            let problem = format!("it unpacks to more than {MOST_GROWTH} times the size of the file");
            return Err(refuse(problem));
        }
        self.left -= length;
        String::from_utf8(bytes).map_err(|_| refuse("it is not text in UTF-8".to_owned()))
    }
}
