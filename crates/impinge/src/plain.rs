//! The types by their plain names, as `d2` and `d3` list them: one list, so that all of them read alike.

/// Types with a vector as their only parameter, with it filled in.
macro_rules! plain_names {
    ($vector:ident: $($room:ident::{$($name:ident),+ $(,)?}),+ $(,)?) => {$($(
        #[doc = concat!("[`", stringify!($room), "::", stringify!($name), "`](crate::", stringify!($room), "::", stringify!($name),
            ") with `", stringify!($vector), "`.")]
        pub type $name = crate::$room::$name<glam::$vector>;
    )+)+};
}

/// What there is in the plane and in space alike.
macro_rules! plain_names_everywhere {
    ($vector:ident) => {
        pub use glam::$vector;

        pub use crate::broad::Filter;
        pub use crate::prelude::*;
        pub use crate::shape::ShapeError;
        pub use crate::sweep::{ImpactOptions, slide, time_of_impact};
        pub use crate::world::{Among, EventKind, Handle, WorldError};

        crate::plain::plain_names! { $vector:
            math::{Affine, Pose, Rotation, Unit},
            shape::{Aabb, Ball, Capsule, Cone, Cylinder, HalfSpace, Hull, Mesh, Obb, Plane, Ray, Segment, Triangle},
            tree::{Bvh, MeshTree},
            broad::{BroadPhase},
            cull::{Model},
            compound::{AnyShape, Compound, HeightField, Polyline, SurfaceMesh},
            sweep::{Ground, Hit, Impact, Motion, Slid, SlideOptions},
            world::{Event, Nearest, Object, ObjectHit, Touch, World},
        }
    };
}

pub(crate) use {plain_names, plain_names_everywhere};
