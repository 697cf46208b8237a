//! Rays against bumpy spheres of 100 thousand and a million triangles, one after the other, in `f32`.
//!
//! Everybody has the same rays, with directions of length 1. Building is all that it takes from corners and
//! triangles to the first ray; *quality* is what each offers for many rays, *fast* for few. Embree takes part
//! as it comes and in its robust mode, which lets no ray through between two triangles, but some at corners,
//! as its authors know (its issues 174 and 181).
//! [`agreement`] says how answers are judged.

mod agreement;
#[cfg(feature = "bvh")]
mod bvh;
#[cfg(feature = "embree")]
mod embree;
mod obvhs;
mod ours;
mod parry;

use impinge::bvh::BuildQuality;
use obvhs::BvhBuildParams;
use parry3d::shape::TriMesh;

use crate::error::Error;
use crate::harness::{Bench, Contender, Stated, Task, Unit};
use crate::memory::held;
use crate::pairwise::{Entry, each, together};
use crate::workload::bumpy_sphere::{Surface, for_rays, for_rays_finely};
use crate::workload::rays::{Ray, at_corners_and_edges, incoherent};

/// Rays at each mesh.
const RAYS: usize = 1_000_000;
/// The same for a first look.
const FEW_RAYS: usize = 50_000;

/// One library's mesh, ready for rays.
trait Tracer {
    /// A ray in its types.
    type Ray;

    /// Takes a ray over, before the clock starts.
    fn prepare(&self, ray: &Ray) -> Self::Ray;

    /// The distance to the nearest hit; infinite if there is none.
    fn closest(&self, ray: &Self::Ray) -> f32;

    /// Is there a hit?
    fn any(&self, ray: &Self::Ray) -> bool;
}

/// Adds the peers of a feature to a list, if it is on.
macro_rules! with {
    ($peers:ident, $feature:literal, $($entry:expr),+ $(,)?) => {
        #[cfg(feature = $feature)]
        $peers.extend([$($entry),+]);
    };
}

/// Measures both meshes; for a first look only the smaller one, with fewer rays.
pub fn run(bench: &mut Bench) -> Result<(), Error> {
    let rays = incoherent(if bench.is_quick() { FEW_RAYS } else { RAYS });
    let mut surfaces = vec![("100k", for_rays())];
    if !bench.is_quick() {
        surfaces.push(("1M", for_rays_finely()));
    }
    for (size, surface) in surfaces {
        let everybody = Everybody::new(&surface)?;
        everybody.queries(bench, size, &surface, &rays)?;
        everybody.memory(bench, size, &surface);
        if size == "100k" {
            everybody.watertightness(bench, &surface)?;
        }
        drop(everybody);
        build(bench, size, &surface)?;
        refit(bench, size, &surface)?;
    }
    Ok(())
}

/// Every contender's mesh, built for many rays, and the bytes that it holds.
struct Everybody {
    ours: (ours::Traced, usize),
    parry: (TriMesh, usize),
    wide: (obvhs::Traced<::obvhs::cwbvh::CwBvh>, usize),
    binary: (obvhs::Traced<::obvhs::bvh2::Bvh2>, usize),
    #[cfg(feature = "bvh")]
    bvh: (bvh::Traced, usize),
    #[cfg(feature = "embree")]
    embree: Vec<(&'static str, embree::Traced)>,
}

/// What Embree is asked as. A robust scene has no spatial splits: of high quality it would be that of medium
/// quality.
#[cfg(feature = "embree")]
const EMBREES: [(&str, embree::Quality, bool); 3] = [
    ("Embree medium", embree::Quality::Medium, false),
    ("Embree medium, robust", embree::Quality::Medium, true),
    ("Embree high", embree::Quality::High, false),
];

impl Everybody {
    fn new(surface: &Surface) -> Result<Self, Error> {
        let settings = BvhBuildParams::medium_build();
        let (ours, ours_bytes) = held(|| ours::build(surface, BuildQuality::High));
        let (parry, parry_bytes) = held(|| parry::build(surface));
        Ok(Everybody {
            ours: (ours?, ours_bytes),
            parry: (parry?, parry_bytes),
            // What its vectors reserve in vain does not count.
            wide: held(|| obvhs::build_wide(surface, settings).shrunk()),
            binary: held(|| obvhs::build_binary(surface, settings)),
            #[cfg(feature = "bvh")]
            bvh: held(|| bvh::build(surface)),
            #[cfg(feature = "embree")]
            embree: EMBREES
                .iter()
                .map(|&(name, quality, is_robust)| Ok((name, embree::build(surface, quality, is_robust)?)))
                .collect::<Result<_, Error>>()?,
        })
    }

    fn queries(&self, bench: &mut Bench, size: &str, surface: &Surface, rays: &[Ray]) -> Result<(), Error> {
        #[allow(unused_mut)]
        let mut peers = vec![
            closest("parry3d TriMesh", &self.parry.0, rays),
            closest("obvhs CwBvh, medium", &self.wide.0, rays),
            closest("obvhs Bvh2, medium", &self.binary.0, rays),
        ];
        with!(peers, "bvh", closest("bvh Bvh", &self.bvh.0, rays));
        #[cfg(feature = "embree")]
        peers.extend(self.embree.iter().map(|(name, mesh)| closest(name, mesh, rays)));
        let ours = closest("impinge", &self.ours.0, rays);
        let name = format!("closest hit, {size} triangles");
        let remark = agreement::of_distances(&name, surface, rays, &ours, &peers)?;
        measure(bench, name, ours, peers, remark)?;

        #[allow(unused_mut)]
        let mut peers = vec![
            any("parry3d TriMesh", &self.parry.0, rays),
            any("obvhs CwBvh, medium", &self.wide.0, rays),
            any("obvhs Bvh2, medium", &self.binary.0, rays),
        ];
        with!(peers, "bvh", any("bvh Bvh", &self.bvh.0, rays));
        #[cfg(feature = "embree")]
        peers.extend(self.embree.iter().map(|(name, mesh)| any(name, mesh, rays)));
        let ours = any("impinge", &self.ours.0, rays);
        let name = format!("any hit, {size} triangles");
        let remark = agreement::of_hits(&name, surface, rays, &ours, &peers)?;
        measure(bench, name, ours, peers, remark)?;
        self.streams(bench, size, surface, rays)
    }

    /// All rays at once, where somebody offers that, beside the best of them one by one.
    fn streams(&self, bench: &mut Bench, size: &str, surface: &Surface, rays: &[Ray]) -> Result<(), Error> {
        let ours = &self.ours.0;
        let given = rays.iter().filter_map(ours::ray).collect();
        let ours = together("impinge", given, |rays, answers| ours.closest_of_all(rays, answers));
        #[allow(unused_mut)]
        let mut peers = vec![closest("obvhs CwBvh, one by one", &self.wide.0, rays)];
        #[cfg(feature = "embree")]
        for (name, alone, mesh) in [
            ("Embree medium", "Embree medium, one by one", &self.embree[0].1),
            ("Embree medium, robust", "Embree medium, robust, one by one", &self.embree[1].1),
        ] {
            let given = rays.iter().map(|ray| mesh.prepare(ray)).collect();
            peers.push(together(name, given, |rays, answers| mesh.closest_of_all(rays, answers)));
            peers.push(closest(alone, mesh, rays));
        }
        let name = format!("closest hit, {size} triangles, all rays at once");
        let remark = agreement::of_distances(&name, surface, rays, &ours, &peers)?;
        measure(bench, name, ours, peers, remark)
    }

    /// All that is kept, corners and triangles included where they are.
    fn memory(&self, bench: &mut Bench, size: &str, surface: &Surface) {
        let each = |bytes: usize| bytes as f64 / surface.triangles.len() as f64;
        #[allow(unused_mut)]
        let mut peers = vec![
            ("parry3d TriMesh", each(self.parry.1)),
            ("obvhs CwBvh, medium", each(self.wide.1)),
            ("obvhs Bvh2, medium", each(self.binary.1)),
        ];
        with!(peers, "bvh", ("bvh Bvh", each(self.bvh.1)));
        #[cfg(feature = "embree")]
        peers.extend(self.embree.iter().map(|(name, mesh)| (*name, each(mesh.bytes()))));
        bench.state(Stated {
            name: format!("memory for each of {size} triangles"),
            unit: "bytes",
            ours: Some(each(self.ours.1)),
            peers,
            remark: String::new(),
        });
    }

    /// How many of the rays that start inside get out.
    fn watertightness(&self, bench: &mut Bench, surface: &Surface) -> Result<(), Error> {
        // From inside, bvh sees the fronts of a mesh that is turned inside out.
        #[cfg(feature = "bvh")]
        let turned = bvh::build(&surface.inside_out());
        let kinds = at_corners_and_edges(surface);
        for (what, rays) in ["corners", "middles of edges"].iter().zip(&kinds) {
            #[allow(unused_mut)]
            let mut peers = vec![
                ("parry3d TriMesh", lost(&self.parry.0, rays)),
                ("obvhs CwBvh, medium", lost(&self.wide.0, rays)),
                ("obvhs Bvh2, medium", lost(&self.binary.0, rays)),
            ];
            with!(peers, "bvh", ("bvh Bvh", lost(&turned, rays)));
            #[cfg(feature = "embree")]
            peers.extend(self.embree.iter().map(|(name, mesh)| (*name, lost(mesh, rays))));
            let peers = peers.into_iter().map(|(name, [lost, _])| (name, lost)).collect();
            let name = format!("watertight: rays from inside at {} {what} that get out", rays.len());
            let [ours, by_any] = lost(&self.ours.0, rays);
            if ours.max(by_any) > 0.0 {
                let (count, first) = (ours.max(by_any) as usize, first_lost(&self.ours.0, rays));
                return Err(Error::Wrong { task: name, count, first });
            }
            bench.state(Stated { name, unit: "rays", ours: Some(ours), peers, remark: String::new() });
        }
        Ok(())
    }
}

/// How many rays hit nothing: asked for the nearest hit, and for any.
fn lost<T: Tracer>(mesh: &T, rays: &[Ray]) -> [f64; 2] {
    let prepared = || rays.iter().map(|ray| mesh.prepare(ray));
    let closest = prepared().filter(|ray| mesh.closest(ray).is_infinite()).count();
    let any = prepared().filter(|ray| !mesh.any(ray)).count();
    [closest as f64, any as f64]
}

fn first_lost<T: Tracer>(mesh: &T, rays: &[Ray]) -> usize {
    let is_lost = |ray: &T::Ray| mesh.closest(ray).is_infinite() || !mesh.any(ray);
    rays.iter().position(|ray| is_lost(&mesh.prepare(ray))).unwrap_or_default()
}

fn closest<'a, T: Tracer>(name: &'static str, mesh: &'a T, rays: &[Ray]) -> Entry<'a>
where
    T::Ray: 'a,
{
    each(name, rays.iter().map(|ray| mesh.prepare(ray)).collect(), |ray| mesh.closest(ray))
}

fn any<'a, T: Tracer>(name: &'static str, mesh: &'a T, rays: &[Ray]) -> Entry<'a>
where
    T::Ray: 'a,
{
    each(name, rays.iter().map(|ray| mesh.prepare(ray)).collect(), |ray| f32::from(u8::from(mesh.any(ray))))
}

fn measure(
    bench: &mut Bench,
    name: String,
    ours: Entry,
    peers: Vec<Entry>,
    remark: String,
) -> Result<(), Error> {
    let unit = Unit::NanosecondsPerRay(ours.answers.len());
    let peers = peers.into_iter().map(|peer| peer.contender).collect();
    bench.measure(Task { name, unit, ours: Some(ours.contender), peers, remark })
}

/// From corners and triangles to the first ray, and away with it.
fn build(bench: &mut Bench, size: &str, surface: &Surface) -> Result<(), Error> {
    // The answers are those of the queries above; here only whether something was built.
    fn contender<'a, T>(name: &str, build: impl Fn() -> Result<T, Error> + 'a) -> Contender<'a> {
        Contender::new(name, move || u64::from(build().is_ok()))
    }
    let (medium, fastest) = (BvhBuildParams::medium_build(), BvhBuildParams::fastest_build());
    #[allow(unused_mut)]
    let mut peers = vec![
        contender("parry3d TriMesh", || parry::build(surface)),
        contender("obvhs CwBvh, medium", || Ok(obvhs::build_wide(surface, medium))),
        contender("obvhs Bvh2, medium", || Ok(obvhs::build_binary(surface, medium))),
    ];
    with!(peers, "bvh", contender("bvh Bvh", || Ok(bvh::build(surface))));
    #[cfg(feature = "embree")]
    peers.extend(EMBREES.map(|(name, quality, is_robust)| {
        contender(name, move || embree::build(surface, quality, is_robust))
    }));
    bench.measure(Task {
        name: format!("build of {size} triangles, quality"),
        unit: Unit::Milliseconds,
        ours: Some(contender("impinge", || ours::build(surface, BuildQuality::High))),
        peers,
        remark: String::new(),
    })?;

    #[allow(unused_mut)]
    let mut peers = vec![
        contender("obvhs CwBvh, fastest", || Ok(obvhs::build_wide(surface, fastest))),
        contender("obvhs Bvh2, fastest", || Ok(obvhs::build_binary(surface, fastest))),
    ];
    with!(
        peers,
        "embree",
        contender("Embree low", || embree::build(surface, embree::Quality::Low, false)),
        contender("Embree low, robust", || embree::build(surface, embree::Quality::Low, true)),
    );
    bench.measure(Task {
        name: format!("build of {size} triangles, fast"),
        unit: Unit::Milliseconds,
        ours: Some(contender("impinge", || ours::build(surface, BuildQuality::Fast))),
        peers,
        remark: String::new(),
    })
}

/// All corners move, and the trees are made to fit again.
fn refit(bench: &mut Bench, size: &str, surface: &Surface) -> Result<(), Error> {
    let moved = surface.scaled(1.01);
    let bits = |x: f32| u64::from(x.to_bits());
    let mut parry = parry::build(surface)?;
    let mut binary = obvhs::build_binary(surface, BvhBuildParams::medium_build());
    let positions = parry::positions(&moved);
    let moved = &moved;
    let mut ours = ours::build(surface, BuildQuality::High)?;
    #[allow(unused_mut)]
    let mut peers = vec![
        Contender::new("parry3d TriMesh", move || {
            parry.set_vertices(&positions);
            bits(parry.local_aabb().maxs.x)
        }),
        Contender::new("obvhs Bvh2", move || bits(binary.refit(moved))),
    ];
    #[cfg(feature = "embree")]
    {
        let mut embree = embree::build(surface, embree::Quality::Refit, false)?;
        peers.push(Contender::new("Embree", move || bits(embree.refit(moved))));
    }
    bench.measure(Task {
        name: format!("refit of {size} triangles"),
        unit: Unit::Milliseconds,
        ours: Some(Contender::new("impinge", move || u64::from(ours.refit(moved)))),
        peers,
        remark: String::new(),
    })
}
