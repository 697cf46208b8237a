//! Thousands of damaged files: no panic, and memory in proportion to the bytes that are there.
//!
//! Each file is a small valid one with bytes flipped, cut out, repeated or spliced in from another format. The
//! sequence of damages is fixed, so a failure repeats.

mod fixtures;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fixtures::*;
use serde_json::json;

/// No allocation may exceed this: the files have a few kilobytes.
const LARGEST_ALLOCATION: usize = 1 << 20;

static LARGEST: AtomicUsize = AtomicUsize::new(0);

/// Notes the largest allocation.
struct Watched;

// SAFETY: every call is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LARGEST.fetch_max(layout.size(), Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Watched = Watched;

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

/// Texts that are likely to reach deeper than random bytes do.
const SPLICES: [&[u8]; 14] = [
    b"-1",
    b"0",
    b"99999999999",
    b"18446744073709551615",
    b"1e308",
    b"null",
    b"[]",
    b"{}",
    b"\xff\xff\xff\xff",
    b"\x00\x00\x00\x00",
    b"\n",
    b"nan",
    b"../",
    b"f 1 2 3 4 5\n",
];

fn damage(bytes: &mut Vec<u8>, others: &[(&str, Vec<u8>)], random: &mut Random) {
    let at = random.below(bytes.len());
    let end = (at + random.below(40)).min(bytes.len());
    match random.below(8) {
        0 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
        1 if !bytes.is_empty() => bytes[at] = random.next() as u8,
        2 => bytes.truncate(at),
        3 => drop(bytes.drain(at..end)),
        4 => {
            let repeated = bytes[at..end].to_vec();
            bytes.splice(at..at, repeated);
        }
        5 => {
            let splice = SPLICES[random.below(SPLICES.len())];
            bytes.splice(at..at, splice.iter().copied());
        }
        6 => {
            // A number of the text becomes another one.
            if let Some(digit) = bytes[at..].iter().position(u8::is_ascii_digit) {
                let splice = SPLICES[random.below(6)];
                bytes.splice(at + digit..=at + digit, splice.iter().copied());
            }
        }
        _ => {
            let other = &others[random.below(others.len())].1;
            let from = random.below(other.len());
            bytes.splice(at..end, other[from..].iter().take(60).copied());
        }
    }
}

fn seeds() -> Vec<(&'static str, Vec<u8>)> {
    let mut embedded = square_json();
    embedded["buffers"][0]["uri"] = json!(format!("data:;base64,{}", STANDARD.encode(square_data())));
    let mut rich = square_json();
    rich["nodes"] = json!([
        {"children": [1, 2], "rotation": [0, 0, 0.7, 0.7], "translation": [1, 2, 3]},
        {"mesh": 0, "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1], "skin": 0},
        {"mesh": 0, "extensions": {"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": 0, "SCALE": 0}}}}
    ]);
    rich["meshes"][0]["primitives"] = json!([
        {"attributes": {"POSITION": 0}, "indices": 1, "mode": 5},
        {"attributes": {"POSITION": 0}, "mode": 6},
        {"attributes": {"POSITION": 0}, "indices": 1, "mode": 1}
    ]);
    rich["accessors"][0]["sparse"] = json!({
        "count": 1, "indices": {"bufferView": 1, "componentType": 5121}, "values": {"bufferView": 0}
    });
    rich["animations"] = json!([{"channels": [{"target": {"node": 0}}]}]);
    vec![
        ("a.glb", glb(&square_json(), &square_data())),
        ("b.glb", glb(&rich, &square_data())),
        ("c.gltf", embedded.to_string().into_bytes()),
        ("d.obj", OBJ.as_bytes().to_vec()),
        (
            "e.obj",
            b"v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nf 3 4 5 6 1 2\nf 6 5 4 3 2 1\n".to_vec(),
        ),
        ("f.stl", binary_stl("solid", &[TRIANGLE, TRIANGLE, TRIANGLE])),
        ("g.stl", (text_solid("one") + &text_solid("two")).into_bytes()),
    ]
}

#[test]
fn damaged_files_neither_panic_nor_grow() {
    let seeds = seeds();
    let (mut loaded, mut refused) = (0, 0);
    for (name, valid) in &seeds {
        fixtures::load(name, valid).unwrap_or_else(|error| panic!("{error}"));
    }
    let mut random = Random(1);
    for round in 0..4000 {
        for (name, valid) in &seeds {
            let mut bytes = valid.clone();
            for _ in 0..=random.below(4) {
                damage(&mut bytes, &seeds, &mut random);
            }
            LARGEST.store(0, Relaxed);
            let result = fixtures::load(name, &bytes);
            let largest = LARGEST.load(Relaxed);
            assert!(largest < LARGEST_ALLOCATION, "{name}, round {round}: {largest} bytes at once");
            match result {
                Ok(scene) => {
                    loaded += 1;
                    check(&scene);
                }
                Err(error) => {
                    refused += 1;
                    assert!(error.to_string().starts_with(name), "{error}");
                }
            }
        }
    }
    // Both outcomes are common, or the damages miss their aim.
    assert!(loaded > 1000 && refused > 1000, "{loaded} loaded, {refused} refused");
}

/// What the documentation of the types promises.
fn check(scene: &impinge_scene::Scene) {
    for mesh in &scene.meshes {
        assert!(!mesh.triangles.is_empty());
        assert!(mesh.positions.iter().all(|position| position.is_finite()));
        assert!(mesh.triangles.iter().flatten().all(|&index| (index as usize) < mesh.positions.len()));
        let mut used = vec![false; mesh.positions.len()];
        mesh.triangles.iter().flatten().for_each(|&index| used[index as usize] = true);
        assert!(used.iter().all(|&used| used));
    }
    let mut paths: Vec<&str> = scene.objects.iter().map(|object| object.path.as_str()).collect();
    paths.sort_unstable();
    assert!(paths.windows(2).all(|pair| pair[0] != pair[1]));
    for object in &scene.objects {
        let world = |&position| object.transform.transform_point3(position).is_finite();
        assert!(scene.meshes[object.mesh].positions.iter().all(world));
    }
}
