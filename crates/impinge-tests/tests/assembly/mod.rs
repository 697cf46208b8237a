//! The cascade against brute force, and hand-made pairs of solids whose answer is plain.

mod against_brute_force;
mod depth;
mod flush;
mod meshes;
mod random;
mod solids;
mod volume;
