//! Compiles the peers in C and C++ whose features are on, and says by what we are compiled.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=native");
    println!("cargo:rustc-env=COMPARE_RUST={}", rust());
    println!("cargo:rustc-env=COMPARE_PROFILE={}", profile());
    #[cfg(feature = "jolt")]
    jolt::build();
    #[cfg(feature = "debian-peers")]
    debian::build();
    #[cfg(feature = "embree")]
    embree();
    #[cfg(feature = "fcl")]
    fcl();
}

/// The version of the compiler: `rustc 1.95.0 (…)` is `1.95.0`.
fn rust() -> String {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(compiler).arg("--version").output();
    let told = told.map(|told| String::from_utf8_lossy(&told.stdout).into_owned()).unwrap_or_default();
    told.split_whitespace().nth(1).unwrap_or("unknown").to_owned()
}

/// The profile by its own name, which cargo tells in a path alone: `target/dist/build/…`. `PROFILE` would be
/// that which it inherits.
fn profile() -> String {
    let folder = std::env::var("OUT_DIR").unwrap_or_default();
    let parts: Vec<&str> = folder.split(['/', '\\']).collect();
    let build = parts.iter().rposition(|part| *part == "build").unwrap_or_default();
    parts[..build].last().map_or("unknown", |part| *part).to_owned()
}

/// Embree, which Debian has compiled; what is compiled here are a few lines to call it.
#[cfg(feature = "embree")]
fn embree() {
    cc::Build::new().cpp(true).std("c++17").opt_level(3).file("native/embree.cpp").compile("compare_embree");
    println!("cargo:rustc-link-lib=dylib=embree3");
}

/// Bullet and libccd, which Debian has compiled; what is compiled here are a few lines to call them.
#[cfg(feature = "debian-peers")]
mod debian {
    pub fn build() {
        let include = std::env::var("BULLET_INCLUDE").unwrap_or_else(|_| "/usr/include/bullet".to_owned());
        let mut bullet = cc::Build::new();
        bullet.cpp(true).opt_level(3).warnings(false).include(include).file("native/bullet.cpp");
        bullet.compile("compare_bullet");
        cc::Build::new().opt_level(3).file("native/ccd.c").compile("compare_ccd");
        for library in ["BulletCollision", "LinearMath", "ccd"] {
            println!("cargo:rustc-link-lib=dylib={library}");
        }
    }
}

/// FCL, whose library Debian has compiled; what its headers hold is compiled here.
#[cfg(feature = "fcl")]
fn fcl() {
    let mut fcl = cc::Build::new();
    fcl.cpp(true).std("c++17").opt_level(3).warnings(false).include("/usr/include/eigen3");
    fcl.file("native/fcl.cpp").compile("compare_fcl");
    println!("cargo:rustc-link-lib=dylib=fcl");
}

/// Jolt, all of it, with the instruction sets that its own build turns on (AVX2, no fused operations).
///
/// The source is that in the crate `joltc-sys`. Its C interface has no query for two shapes, and its build
/// compiles the profiler in, so that only the source is used: `cargo xtask compare` finds it and names it in
/// `JOLT_SOURCE`.
#[cfg(feature = "jolt")]
mod jolt {
    use std::path::{Path, PathBuf};

    pub fn build() {
        println!("cargo:rerun-if-env-changed=JOLT_SOURCE");
        let Some(root) = std::env::var_os("JOLT_SOURCE").map(PathBuf::from) else {
            println!("cargo:error=the feature `jolt` needs JOLT_SOURCE, the folder that holds Jolt/Jolt.h");
            return;
        };
        let mut sources = Vec::new();
        collect(&root.join("Jolt"), &mut sources);
        sources.sort();
        let mut build = cc::Build::new();
        build.cpp(true).std("c++17").opt_level(3).warnings(false).debug(false).include(&root);
        build.flag("-ffp-contract=off").flag("-fno-rtti").flag("-fno-exceptions");
        build.define("NDEBUG", None);
        if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "x86_64") {
            for flag in ["-mavx2", "-mbmi", "-mpopcnt", "-mlzcnt", "-mf16c", "-mfma", "-mfpmath=sse"] {
                build.flag(flag);
            }
            for set in ["AVX2", "AVX", "SSE4_1", "SSE4_2", "LZCNT", "TZCNT", "F16C", "FMADD"] {
                build.define(&format!("JPH_USE_{set}"), None);
            }
        }
        build.files(sources).files(["native/jolt.cpp", "native/jolt_broad.cpp"]).compile("compare_jolt");
    }

    fn collect(folder: &Path, sources: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                collect(&path, sources);
            } else if path.extension().is_some_and(|extension| extension == "cpp") {
                sources.push(path);
            }
        }
    }
}
