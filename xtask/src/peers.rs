//! What the side-by-side benchmarks can compare with: peers in C and C++ that this machine can build.
//!
//! Each is a feature of `impinge-compare`. What is missing is installed where `apt-get` can do it; what
//! cannot be had is left out, with the reason. Rust peers are always there; of them, bvh is a feature as
//! well, as it takes long to compile.

use std::path::{Path, PathBuf};

use crate::install::{available, works};
use crate::python::Packages;
use crate::step::cargo;

/// The peers to build, and why not the others.
pub struct Peers {
    /// Features of `impinge-compare`.
    pub features: Vec<&'static str>,
    /// Variables that their builds read.
    pub environment: Vec<(&'static str, PathBuf)>,
    /// One line for each peer that cannot be built.
    pub left_out: Vec<String>,
}

/// A peer that Debian has compiled.
struct Library {
    name: &'static str,
    feature: &'static str,
    /// Its packages, each with a file or folder that comes with it.
    packages: &'static [(&'static str, &'static str)],
}

const LIBRARIES: [Library; 3] = [
    Library {
        name: "Bullet and libccd",
        feature: "debian-peers",
        packages: &[("libbullet-dev", "/usr/include/bullet"), ("libccd-dev", "/usr/include/ccd")],
    },
    // Embree 4 has another interface.
    Library {
        name: "Embree 3",
        feature: "embree",
        packages: &[("libembree-dev", "/usr/include/embree3/rtcore.h")],
    },
    Library { name: "FCL", feature: "fcl", packages: &[("libfcl-dev", "/usr/include/fcl/fcl.h")] },
];

impl Library {
    fn available(&self) -> Result<(), String> {
        let present = |path: &str| Path::new(path).exists();
        self.packages.iter().try_for_each(|(package, path)| available(self.name, package, || present(path)))
    }
}

/// Looks for compilers, libraries and sources, and installs those that are missing. Does nothing when all is
/// there.
pub fn prepare() -> Peers {
    // Speed is the point: as the crates' own builds would have it, only at the highest level.
    let environment =
        [("CFLAGS", "-O3"), ("CXXFLAGS", "-O3")].map(|(name, flag)| (name, PathBuf::from(flag)));
    let mut peers = Peers { features: vec!["bvh"], environment: environment.to_vec(), left_out: Vec::new() };
    match available("a C compiler", "gcc", || works("cc")) {
        Ok(()) => peers.features.extend(["box2d", "box3d"]),
        Err(reason) => peers.left_out.push(format!("Box2D and Box3D: {reason}")),
    }
    match available("a C++ compiler", "g++", || works("c++")).and_then(|()| jolt_source()) {
        Ok(source) => {
            peers.features.push("jolt");
            peers.environment.push(("JOLT_SOURCE", source));
        }
        Err(reason) => peers.left_out.push(format!("Jolt: {reason}")),
    }
    for library in LIBRARIES {
        match available("a C++ compiler", "g++", || works("c++")).and_then(|()| library.available()) {
            Ok(()) => peers.features.push(library.feature),
            Err(reason) => peers.left_out.push(format!("{}: {reason}", library.name)),
        }
    }
    for peer in PYTHON_PEERS {
        match peer.packages.python() {
            Ok(python) => peers.environment.push((peer.variable, python)),
            Err(reason) => peers.left_out.push(format!("{}: {reason}", peer.name)),
        }
    }
    peers
}

/// A peer that is shipped for Python.
struct PythonPeer {
    name: &'static str,
    /// With the versions that figures are about.
    packages: Packages,
    /// Names its Python for `compare`.
    variable: &'static str,
}

const PYTHON_PEERS: [PythonPeer; 2] = [
    PythonPeer {
        name: "pygame-ce",
        packages: Packages {
            folder: "target/pygame",
            packages: &["pygame-ce==2.5.8"],
            imports: "import pygame.mask",
        },
        variable: "IMPINGE_PYGAME_PYTHON",
    },
    PythonPeer {
        name: "Coal and FCL for Python",
        packages: Packages {
            folder: "target/collision-peers",
            packages: &["coal==3.0.3", "python-fcl==0.7.0.11", "trimesh==5.2.0", "numpy", "scipy"],
            imports: "import coal, fcl, numpy, scipy, trimesh",
        },
        variable: "IMPINGE_COLLISION_PYTHON",
    },
];

/// What cargo knows of all packages, once these features are on; it downloads those that are missing.
pub fn metadata(features: &[&str]) -> Result<serde_json::Value, String> {
    let mut metadata = cargo(&["metadata", "--format-version", "1", "--features", &features.join(",")]);
    let output = metadata.output().map_err(|error| format!("cannot start `cargo metadata`: {error}"))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(format!("cargo cannot fetch what {} need: {}", features.join(", "), message.trim_end()));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cannot read `cargo metadata`: {error}"))
}

/// Where cargo keeps the source of Jolt, which the crate `joltc-sys` brings along.
fn jolt_source() -> Result<PathBuf, String> {
    let metadata = metadata(&["impinge-compare/jolt-source"])?;
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let manifest = packages.iter().find(|package| package["name"] == "joltc-sys");
    let source = manifest
        .and_then(|package| package["manifest_path"].as_str())
        .and_then(|path| Path::new(path).parent())
        .map(|folder| folder.join("JoltC/JoltPhysics"));
    match source {
        Some(source) if source.join("Jolt/Jolt.h").exists() => Ok(source),
        _ => Err("its source is not where the crate joltc-sys had it".to_owned()),
    }
}
