//! Moving shapes: now, within the step, and the way out, against exact projections and against samples of the
//! way.

mod by_hand;
mod every_kind;
mod exactly;
mod nearly;
