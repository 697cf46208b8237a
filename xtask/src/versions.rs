//! The versions of the peers that benchmarks are kept with: of crates by cargo, of Debian's packages by dpkg.
//!
//! Peers for Python say theirs themselves, as part of their names.

use std::process::Command;

use serde_json::{Map, Value};

use crate::peers::{Peers, metadata};

/// A peer whose code is in a crate: how its name begins in the benchmarks, and the crate.
const CRATES: [(&str, &str); 9] = [
    ("Box2D", "boxdd-sys"),
    ("Box3D", "boxddd-sys"),
    ("Jolt", "joltc-sys"),
    ("bvh", "bvh"),
    ("obvhs", "obvhs"),
    ("parry", "parry3d"),
    ("parry2d", "parry2d"),
    ("parry3d", "parry3d"),
    ("rstar", "rstar"),
];

/// A peer that Debian has compiled.
const PACKAGES: [(&str, &str); 4] = [
    ("Bullet", "libbullet-dev"),
    ("Embree", "libembree-dev"),
    ("FCL", "libfcl-dev"),
    ("libccd", "libccd-dev"),
];

/// The versions of all peers that can take part, by how their names begin.
pub fn of(peers: &Peers) -> Result<Value, String> {
    let mut features: Vec<String> =
        peers.features.iter().map(|feature| format!("impinge-compare/{feature}")).collect();
    // The feature itself asks for a folder alone.
    features.push("impinge-compare/jolt-source".to_owned());
    let metadata = metadata(&features.iter().map(String::as_str).collect::<Vec<_>>())?;
    let mut versions = Map::new();
    for (peer, name) in CRATES {
        if let Some(version) = of_crate(&metadata, name) {
            // The version of bindings is not that of what they bring along.
            let told = if name.ends_with("-sys") { format!("from {name} {version}") } else { version };
            versions.insert(peer.to_owned(), Value::String(told));
        }
    }
    for (peer, package) in PACKAGES {
        if let Some(version) = of_package(package) {
            versions.insert(peer.to_owned(), Value::String(version));
        }
    }
    Ok(Value::Object(versions))
}

/// The version of a crate that `impinge-compare` asks for itself; others may ask for another one.
fn of_crate(metadata: &Value, name: &str) -> Option<String> {
    let packages = metadata["packages"].as_array()?;
    let compare = packages.iter().find(|package| package["name"] == "impinge-compare")?;
    let nodes = metadata["resolve"]["nodes"].as_array()?;
    let node = nodes.iter().find(|node| node["id"] == compare["id"])?;
    let asked_for = node["dependencies"].as_array()?;
    let found =
        packages.iter().find(|package| package["name"] == name && asked_for.contains(&package["id"]))?;
    Some(found["version"].as_str()?.to_owned())
}

fn of_package(package: &str) -> Option<String> {
    let told = Command::new("dpkg-query").args(["-W", "-f", "${Version}", package]).output().ok()?;
    let version = String::from_utf8_lossy(&told.stdout).trim().to_owned();
    (told.status.success() && !version.is_empty()).then_some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_which_we_ask_for() {
        let metadata = serde_json::json!({
            "packages": [
                { "name": "impinge-compare", "id": "ours", "version": "0.1.0" },
                { "name": "rstar", "id": "old", "version": "0.13.1" },
                { "name": "rstar", "id": "new", "version": "0.14.0" },
            ],
            "resolve": { "nodes": [
                { "id": "other", "dependencies": ["old"] },
                { "id": "ours", "dependencies": ["new"] },
            ] },
        });
        assert_eq!(of_crate(&metadata, "rstar").as_deref(), Some("0.14.0"));
        assert_eq!(of_crate(&metadata, "bvh"), None);
        assert_eq!(of_crate(&serde_json::json!({}), "rstar"), None);
    }
}
