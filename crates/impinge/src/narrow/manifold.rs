//! Contact manifolds: the area in which two shapes are in contact, as a few points.
//!
//! A box on a floor touches it in a rectangle. A solver needs a few points of that area; its corners serve
//! best. [`feature`] returns the face, edge or vertex of a shape in the direction of the normal.
//! [`face_clipping`] clips the feature of one shape against the other's, by the one clipper
//! ([`clipped_polygon`]) that boxes use as well. [`contact_manifold`] keeps at most
//! four of the points, two in the plane.

pub(super) mod clipped_polygon;
pub(super) mod contact_manifold;
pub(super) mod face_clipping;
pub(super) mod feature;
