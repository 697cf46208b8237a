//! parry's tree as rapier's broad phase uses it, in both dimensions.

/// The same for both crates.
macro_rules! phase {
    ($name:ident, $parry:ident, $vector:ty) => {
        /// Its tree, and the boxes of both frames.
        pub struct $name {
            tree: $parry::partitioning::Bvh,
            workspace: $parry::partitioning::BvhWorkspace,
            boxes: [Vec<$parry::bounding_volume::Aabb>; 2],
            rays: Vec<$parry::query::Ray>,
            own_boxes: Vec<impinge::shape::Aabb<$vector>>,
            own_rays: Vec<impinge::shape::Ray<$vector>>,
        }

        impl super::Phase<$vector> for $name {
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
                }
            }

            fn frame(&mut self, frame: usize) -> usize {
                for (number, bounds) in self.boxes[frame].iter().enumerate() {
                    self.tree.insert_or_update_partially(*bounds, number as u32, 0.0);
                }
                self.tree.optimize_incremental(&mut self.workspace);
                self.tree.refit(&mut self.workspace);
                let mut count = 0;
                self.tree.traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |_, _| count += 1);
                count
            }

            fn anew(&mut self, frame: usize) -> usize {
                use $parry::partitioning::{Bvh, BvhBuildStrategy};
                let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &self.boxes[frame]);
                let mut count = 0;
                tree.traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |_, _| count += 1);
                count
            }

            fn few(&mut self, from: usize, frame: usize) -> usize {
                // It finds out what has changed by the margin, so that there must be one.
                const LEAST_MARGIN: f32 = 1e-7;
                for number in (from..self.boxes[frame].len()).step_by(100) {
                    let bounds = self.boxes[frame][number];
                    self.tree.insert_or_update_partially(bounds, number as u32, LEAST_MARGIN);
                }
                self.tree.optimize_incremental(&mut self.workspace);
                self.tree.refit(&mut self.workspace);
                let mut count = 0;
                self.tree.traverse_bvtt_single_tree::<true>(&mut self.workspace, &mut |_, _| count += 1);
                count
            }

            fn query(&self, count: usize) -> usize {
                self.boxes[1][..count].iter().map(|bounds| self.tree.intersect_aabb(bounds).count()).sum()
            }

            fn rays(&self) -> usize {
                let meets = |(ray, own): &(&$parry::query::Ray, &impinge::shape::Ray<$vector>)| {
                    let look = |number: u32, _: f32| {
                        crate::workload::objects::entry(own, &self.own_boxes[number as usize])
                    };
                    self.tree.cast_ray(ray, f32::MAX, look).is_some()
                };
                self.rays.iter().zip(&self.own_rays).filter(meets).count()
            }

            fn bytes(&self) -> usize {
                self.tree.total_memory_size()
            }
        }
    };
}

phase!(InSpace, parry3d, glam::Vec3);
phase!(InPlane, parry2d, glam::Vec2);
