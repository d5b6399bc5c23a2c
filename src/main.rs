//! The program `aplomb`.

fn main() {
    // Values of any size need not be taken apart when the process ends.
    std::process::exit(aplomb::frontend::cli::run(std::env::args_os().skip(1)).into());
}
