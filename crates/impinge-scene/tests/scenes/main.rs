//! Scenes, robots and trajectories as they are read from files, and how they move. One test program, as each
//! would be linked with all that it asks of other crates.

mod fixtures;

mod animations;
mod box_table;
mod collada;
mod files;
mod gltf;
mod gltf_buffers;
mod gltf_deformation;
mod gltf_nodes;
mod joint_path;
mod motion;
mod motion_in_common;
mod motion_rounding;
mod obj;
mod ply;
mod real_files;
mod robot;
mod robot_mesh_sizes;
mod robot_prefixes;
mod robot_shapes;
mod stl;
mod three_mf;
mod trajectory;
