//! The types by their plain names, as `d2` and `d3` list them: one list, so that all of them read alike.

/// Types with a vector as their only parameter, with it filled in; what borrows keeps its lifetime.
macro_rules! plain_names {
    ($vector:ident: $($room:ident::{$($name:ident $(<$lifetime:lifetime>)?),+ $(,)?}),+ $(,)?) => {$($(
        #[doc = concat!("[`", stringify!($room), "::", stringify!($name), "`](crate::", stringify!($room), "::", stringify!($name),
            ") with `", stringify!($vector), "`.")]
        pub type $name $(<$lifetime>)? = crate::$room::$name<$($lifetime,)? glam::$vector>;
    )+)+};
}

/// What there is in the plane and in space alike.
macro_rules! plain_names_everywhere {
    ($vector:ident) => {
        pub use glam::$vector;

        pub use crate::Error;
        pub use crate::bound::{fit, tightest};
        pub use crate::broad::{Filter, overlapping_pairs};
        // What of it has a vector is shadowed by the names below.
        pub use crate::prelude::*;
        pub use crate::shape::{Parts, Rounded, ShapeError};
        pub use crate::sweep::{
            DeformingOptions, FrontOnly, ImpactOptions, OneSided, slide, time_of_impact, translate,
        };
        pub use crate::cull::{BoundFilter, Cascade, CollisionKind, collisions, collisions_among};
        pub use crate::tree::MeshPairCache;
        pub use crate::world::{Among, EventKind, Handle, WorldError};

        crate::plain::plain_names! { $vector:
            math::{Affine, Pose, Rotation, Unit},
            shape::{
                Aabb, Ball, Capsule, Cone, Custom<'a>, Cylinder, HalfSpace, Hull, Mesh, Obb, PlacedHull<'a>, Plane,
                Ray, Segment, Triangle, View<'a>,
            },
            bound::{Fit, Fits, Volume},
            narrow::{Contact, Crossing, Manifold, ManifoldPoint, PartContact, PartManifold, Projection, RayHit},
            tree::{Bvh, Clearance, ClosestPoint, CurvePoint, IntersectionCurve, MeshIntersection, MeshPair<'a>, MeshTree, WayOut},
            broad::{BroadPhase, TreeBox},
            cull::{Body<'a>, BodyPair<'a>, Collision, DepthBounds, Model},
            compound::{AnyShape, Compound, HeightField, Polyline, ShapeKind<'a>, SurfaceMesh},
            sweep::{Ground, Hit, Impact, Meeting, Motion, Slid, SlideOptions},
            world::{Event, Nearest, Object, ObjectContact, ObjectHit, ObjectInTheWay, Touch, Touching<'a>, World},
        }
    };
}

pub(crate) use {plain_names, plain_names_everywhere};
