//! The back end: the heavy code of the engine, compiled once for each vector, in this crate.
//!
//! Generic code is compiled in the crate that uses it. So each heavy public function is a thin wrapper around
//! a method of [`Backend`], which is implemented for the four vectors. These methods are not generic, and
//! their code is part of the library. Each room declares its part with the macro below. The traits are
//! supertraits of [`Vector`](crate::math::Vector): the only upward edge between the rooms.
//!
//! What crosses the border is not generic either: shapes as [`ShapeRef`](crate::shape::ShapeRef) or
//! [`AnyShape`](crate::compound::AnyShape), callbacks as `&mut dyn FnMut`.

use crate::assembly::AssemblyBackend;
use crate::bound::BoundBackend;
use crate::broad::BroadBackend;
use crate::bvh::BvhBackend;
use crate::compound::CompoundBackend;
use crate::draw::DrawBackend;
use crate::mask::MaskBackend;
use crate::narrow::NarrowBackend;
use crate::shape::ShapeBackend;
use crate::sweep::SweepBackend;
use crate::world::WorldBackend;

/// All parts of the back end. Sealed, as [`Vector`](crate::math::Vector) is.
pub trait Backend:
    ShapeBackend
    + NarrowBackend
    + BoundBackend
    + BvhBackend
    + BroadBackend
    + AssemblyBackend
    + CompoundBackend
    + MaskBackend
    + SweepBackend
    + WorldBackend
    + DrawBackend
{
}

impl<V> Backend for V where
    V: ShapeBackend
        + NarrowBackend
        + BoundBackend
        + BvhBackend
        + BroadBackend
        + AssemblyBackend
        + CompoundBackend
        + MaskBackend
        + SweepBackend
        + WorldBackend
        + DrawBackend
{
}

/// Declares the part of a room, and implements it for the four vectors: each method calls the generic
/// function after the `=`.
///
/// The call is also the default body of the method. A vector whose features are off has only these bodies,
/// which are generic: they are compiled in the crate that uses them.
macro_rules! backend {
    ($(#[$attribute:meta])* $part:ident {
        $(fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? = $code:expr;)*
    }) => {
        $(#[$attribute])*
        pub trait $part: Sized {
            $(
                #[doc(hidden)]
                fn $name($($argument: $type),*) $(-> $result)? where Self: $crate::math::Vector {
                    ($code)($($argument),*)
                }
            )*
        }
        $crate::backend::backend!(@ Vec2, feature = "d2";
            $part $($name($($argument: $type)*) $(-> $result)? = $code;)*);
        $crate::backend::backend!(@ Vec3, feature = "d3";
            $part $($name($($argument: $type)*) $(-> $result)? = $code;)*);
        $crate::backend::backend!(@ DVec2, all(feature = "d2", feature = "f64");
            $part $($name($($argument: $type)*) $(-> $result)? = $code;)*);
        $crate::backend::backend!(@ DVec3, all(feature = "d3", feature = "f64");
            $part $($name($($argument: $type)*) $(-> $result)? = $code;)*);
    };
    (@ $vector:ident, $is_compiled:meta;
        $part:ident $($name:ident($($argument:ident: $type:ty)*) $(-> $result:ty)? = $code:expr;)*
    ) => {
        impl $part for glam::$vector {
            $(
                #[cfg($is_compiled)]
                fn $name($($argument: $type),*) $(-> $result)? {
                    ($code)($($argument),*)
                }
            )*
        }
    };
}

pub(crate) use backend;
