//! The program `aplomb`.

#[global_allocator]
static ALLOCATOR: aplomb::kernel::allocator::Allocator = aplomb::kernel::allocator::Allocator;

fn main() {
    // Values of any size need not be taken apart when the process ends.
    std::process::exit(aplomb::frontend::cli::run(std::env::args_os().skip(1)).into());
}
