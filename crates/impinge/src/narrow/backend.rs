//! The part of queries on shapes in the back end: the code that is compiled once for each vector.
//!
//! Closed forms of small shapes (two balls, two boxes, a ray and a box) are inlined where their types are
//! known. Everything behind them is here, and all closed forms once more for pairs whose types are not known.
//!
//! Shapes cross by value where closed forms come first: a shape whose address is taken anywhere lies in
//! memory everywhere, also on the way that computes nothing but the closed form.

use super::cast::cast;
use super::collide::{distance_of_any, manifold_of_any, relation_of_any, signed};
use super::composite::{PartContact, PartManifold};
use super::dispatch::{distance_by_search, manifold, relation_by_distance, signed_by_search};
use super::project::project_point_inner;
use super::sat::swept_views;
use super::trace::{GjkTrace, gjk_trace_inner};
use super::{
    Contact, ContactManifold, PairCache, Projection, RayHit, RayOptions, Relation, Separation, composite,
};
use crate::backend::backend;
use crate::math::Vector;
use crate::shape::{CompositeShape, ShapeRef};

backend! {
    /// Queries on shapes.
    NarrowBackend {
        fn narrow_relation(a: ShapeRef<'_, Self>, b: ShapeRef<'_, Self>) -> Relation = relation_of_any;
        fn narrow_signed_of_any(
            a: ShapeRef<'_, Self>, b: ShapeRef<'_, Self>, limit: f64, cache: &mut PairCache,
        ) -> Option<Separation<<Self as Vector>::Double>> = signed::<Self, true>;
        fn narrow_distance_of_any(
            a: ShapeRef<'_, Self>, b: ShapeRef<'_, Self>, cache: &mut PairCache,
        ) -> f64 = distance_of_any;
        fn narrow_manifold_of_any(
            a: ShapeRef<'_, Self>, b: ShapeRef<'_, Self>, limit: f64, cache: &mut PairCache,
        ) -> Option<ContactManifold<Self>> = manifold_of_any;
        fn narrow_cast_at_any(
            path: &ShapeRef<'_, Self>, shape: &ShapeRef<'_, Self>, options: &RayOptions<<Self as Vector>::Scalar>,
        ) -> Option<RayHit<Self>> = cast;
        fn narrow_relation_by_distance(a: ShapeRef<'_, Self>, b: ShapeRef<'_, Self>) -> Relation =
            relation_by_distance;
        fn narrow_signed(
            a: ShapeRef<'_, Self>, b: ShapeRef<'_, Self>, limit: f64, cache: &mut PairCache,
        ) -> Option<Separation<<Self as Vector>::Double>> = signed_by_search::<Self, true>;
        fn narrow_signed_bound(
            a: ShapeRef<'_, Self>, b: ShapeRef<'_, Self>, limit: f64, cache: &mut PairCache,
        ) -> Option<Separation<<Self as Vector>::Double>> = signed_by_search::<Self, false>;
        fn narrow_distance(a: ShapeRef<'_, Self>, b: ShapeRef<'_, Self>, cache: &mut PairCache) -> f64 =
            distance_by_search;
        fn narrow_penetration_of_parts(
            a: &ShapeRef<'_, Self>, b: &ShapeRef<'_, Self>,
        ) -> Option<Contact<Self>> = composite::penetration_of_parts;
        fn narrow_manifold(
            a: &ShapeRef<'_, Self>, b: &ShapeRef<'_, Self>, limit: f64, cache: &mut PairCache,
        ) -> Option<ContactManifold<Self>> = manifold;
        fn narrow_contacts(
            a: &ShapeRef<'_, Self>, b: &ShapeRef<'_, Self>, margin: <Self as Vector>::Scalar,
        ) -> Vec<PartContact<Self>> = composite::contacts_inner;
        fn narrow_manifolds(
            a: &ShapeRef<'_, Self>, b: &ShapeRef<'_, Self>, margin: <Self as Vector>::Scalar,
        ) -> Vec<PartManifold<Self>> = composite::manifolds_inner;
        fn narrow_cast_at_parts(
            path: &ShapeRef<'_, Self>,
            parts: &dyn CompositeShape<Self>,
            options: &RayOptions<<Self as Vector>::Scalar>,
        ) -> Option<RayHit<Self>> = composite::cast;
        fn narrow_project_point(shape: &ShapeRef<'_, Self>, point: Self) -> Projection<Self> =
            project_point_inner;
        fn narrow_sat_cast(a: &ShapeRef<'_, Self>, b: &ShapeRef<'_, Self>, motion: Self) -> bool = swept_views;
        fn narrow_gjk_trace(
            a: &ShapeRef<'_, Self>, b: &ShapeRef<'_, Self>,
        ) -> Option<GjkTrace<<Self as Vector>::Double>> = gjk_trace_inner;
    }
}
