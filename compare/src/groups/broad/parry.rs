//! parry's tree as rapier's broad phase uses it, in both dimensions.
//!
//! Where all move, leaves are updated in place, and the tree is then improved a little and fitted again;
//! where few do, they are taken out and put in where they belong, and only what is around them is fitted
//! (rapier 0.36, `broad_phase_bvh/update.rs`). What rapier does beyond that is not here: it makes boxes
//! larger than they are and keeps a table of pairs, from which it tells those that are new or gone. From
//! nothing the tree is built by bins, which is its quicker way.

/// The same for both crates.
macro_rules! phase {
    ($start:ident, $name:ident, $parry:ident, $vector:ty) => {
        /// Fills it.
        pub fn $start(frames: &crate::workload::objects::Frames<$vector>) -> Box<dyn super::Phase<$vector>> {
            Box::new($name::new(frames))
        }

        /// Its tree, and the boxes of both frames.
        struct $name {
            tree: $parry::partitioning::Bvh,
            workspace: $parry::partitioning::BvhWorkspace,
            boxes: [Vec<$parry::bounding_volume::Aabb>; 2],
            rays: Vec<$parry::query::Ray>,
            own_boxes: Vec<impinge::shape::Aabb<$vector>>,
            own_rays: Vec<impinge::shape::Ray<$vector>>,
            /// Those that moved the last time; none if all did.
            moved: Option<Vec<u32>>,
        }

        impl $name {
            fn new(frames: &crate::workload::objects::Frames<$vector>) -> Self {
                use $parry::bounding_volume::Aabb;
                use $parry::math::Vector;
                use $parry::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
                let vector = |v: $vector| Vector::from_array(v.to_array());
                let boxes = [0, 1].map(|frame: usize| {
                    let boxes = frames.boxes[frame].iter();
                    boxes
                        .map(|bounds| Aabb::new(vector(bounds.min()), vector(bounds.max())))
                        .collect::<Vec<_>>()
                });
                let ray = |ray: &impinge::shape::Ray<$vector>| {
                    $parry::query::Ray::new(vector(ray.origin()), vector(ray.direction().get()))
                };
                let rays = frames.rays.iter().map(ray).collect();
                let tree = Bvh::from_leaves(BvhBuildStrategy::Ploc, &boxes[0]);
                $name {
                    tree,
                    workspace: BvhWorkspace::default(),
                    boxes,
                    rays,
                    own_boxes: frames.boxes[0].clone(),
                    own_rays: frames.rays.clone(),
                    moved: None,
                }
            }
        }

        impl super::Phase<$vector> for $name {
            fn frame(&mut self, frame: usize) -> usize {
                for (number, bounds) in self.boxes[frame].iter().enumerate() {
                    self.tree.insert_or_update_partially(*bounds, number as u32, 0.0);
                }
                self.tree.optimize_incremental(&mut self.workspace);
                self.tree.refit(&mut self.workspace);
                self.moved = None;
                let mut count = 0;
                self.tree.traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |_, _| count += 1);
                count
            }

            fn anew(&mut self, frame: usize) -> Option<usize> {
                use $parry::partitioning::{Bvh, BvhBuildStrategy};
                let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &self.boxes[frame]);
                let mut count = 0;
                tree.traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |_, _| count += 1);
                Some(count)
            }

            fn few(&mut self, from: usize, frame: usize) -> Option<usize> {
                let before = self.moved.take().unwrap_or_else(|| {
                    // Nobody has moved since then.
                    self.tree.refit(&mut self.workspace);
                    Vec::new()
                });
                let moved: Vec<u32> =
                    (from..self.boxes[frame].len()).step_by(100).map(|number| number as u32).collect();
                for &number in &moved {
                    let bounds = self.boxes[frame][number as usize];
                    self.tree.reinsert_or_update_if_present(bounds, number, 0.0)?;
                }
                self.tree.refit_partial(&before, &moved);
                self.moved = Some(moved);
                let mut count = 0;
                self.tree.traverse_bvtt_single_tree::<true>(&mut self.workspace, &mut |_, _| count += 1);
                Some(count)
            }

            fn query(&self, count: usize) -> usize {
                self.boxes[1][..count].iter().map(|bounds| self.tree.intersect_aabb(bounds).count()).sum()
            }

            fn rays(&self) -> Option<usize> {
                let meets = |(ray, own): &(&$parry::query::Ray, &impinge::shape::Ray<$vector>)| {
                    let look = |number: u32, _: f32| {
                        crate::workload::objects::entry(own, &self.own_boxes[number as usize])
                    };
                    self.tree.cast_ray(ray, f32::MAX, look).is_some()
                };
                Some(self.rays.iter().zip(&self.own_rays).filter(meets).count())
            }

            fn bytes(&self) -> Option<usize> {
                Some(self.tree.total_memory_size())
            }
        }
    };
}

phase!(in_space, InSpace, parry3d, glam::Vec3);
phase!(in_plane, InPlane, parry2d, glam::Vec2);
