//! Type aliases shared by `d2` and `d3`: one list, so that both offer the same names.

/// Defines aliases of types whose only type parameter is the vector; borrowing types keep their lifetime.
macro_rules! plain_names {
    ($vector:ident: $($room:ident::{$($name:ident $(<$lifetime:lifetime>)?),+ $(,)?}),+ $(,)?) => {$($(
        #[doc = concat!("[`", stringify!($room), "::", stringify!($name), "`](crate::", stringify!($room), "::", stringify!($name),
            ") with `", stringify!($vector), "`.")]
        pub type $name $(<$lifetime>)? = crate::$room::$name<$($lifetime,)? glam::$vector>;
    )+)+};
}

/// Defines the aliases and re-exports common to 2D and 3D.
macro_rules! plain_names_everywhere {
    ($vector:ident) => {
        pub use glam::$vector;

        pub use crate::Error;
        pub use crate::bound::{fit, fit_tightest};
        pub use crate::broad::{CollisionFilter, overlapping_pairs};
        // Names of it that have a vector parameter are shadowed by the aliases below.
        pub use crate::narrow::Clip;
        pub use crate::prelude::*;
        pub use crate::shape::{CompositeShape, RoundShape, ShapeError};
        pub use crate::sweep::{
            DeformingOptions, BackfaceCulling, TimeOfImpactOptions, OneWay, cast_shape, move_and_slide, time_of_impact,
        };
        pub use crate::assembly::{BoundFilter, Cascade, CollisionKind, find_collisions, find_collisions_of_pairs};
        pub use crate::bvh::MeshPairCache;
        pub use crate::world::{QueryFilter, EventKind, ColliderHandle, WorldError};

        crate::plain::plain_names! { $vector:
            math::{Affine, Pose, Rotation, Unit},
            shape::{
                Aabb, Ball, Capsule, Cone, CustomShape<'a>, Cylinder, HalfSpace, Hull, Mesh, Obb, PlacedHull<'a>, Plane,
                Ray, Segment, TaperedCapsule, Triangle, ShapeRef<'a>,
            },
            bound::{Fit, Fits, Volume},
            narrow::{Contact, ClipResult, ContactManifold, ManifoldPoint, PartContact, PartManifold, Projection, RayHit},
            bvh::{Bvh, Clearance, ClosestPoint, CurvePoint, IntersectionCurve, MeshIntersection, MeshPair<'a>, MeshBvh, MinTranslation},
            broad::{BroadPhase, TreeBox},
            assembly::{Instance<'a>, InstancePair<'a>, Collision, DepthBounds, Model},
            compound::{AnyShape, Compound, HeightField, Polyline, ShapeKind<'a>, SurfaceMesh},
            sweep::{GroundSettings, ShapeCastHit, TimeOfImpact, CcdHit, Motion, MoveAndSlide, MoveAndSlideOptions},
            world::{CollisionEvent, NearestCollider, Collider, ColliderContact, ColliderRayHit, ColliderCastHit, ColliderMoveAndSlide, ContactData, ContactPair<'a>, CollisionWorld},
        }
    };
}

pub(crate) use {plain_names, plain_names_everywhere};
