//! The program from outside: what it prints, writes and answers to wrong input. One test program, as each
//! would be linked with all that it asks of other crates.

mod fixtures;

mod around;
mod ccd;
mod decompose;
mod export;
mod fit;
mod form;
mod guides;
mod interrupt;
mod limit;
mod mask;
mod parts_size;
mod query;
mod real_files;
mod record;
mod reports;
mod robot_names;
mod robot_solids;
mod robots;
mod rules;
mod settings;
mod single_files;
mod sources;
mod srdf;
mod srdf_far;
mod sweep;
mod sweep_input;
mod sweep_known;
mod sweep_page;
mod sweep_samples;
mod trouble;
mod unused;
mod view;
mod watch;
