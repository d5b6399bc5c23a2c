//! The example programs, each run as a process of its own: `programs/NAME.apl` with the standard input `NAME.in`, if
//! there is one, must print `NAME.out`.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

fn run(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let input = match File::open(folder.join(name).with_extension("in")) {
        Ok(file) => Stdio::from(file),
        Err(_) => Stdio::null(),
    };
    let output = Command::new(env!("CARGO_BIN_EXE_aplomb"))
        .arg(format!("{name}.apl"))
        .current_dir(&folder)
        .stdin(input)
        .output()
        .expect("the program starts");
    let printed = String::from_utf8(output.stdout).expect("the output is UTF-8");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {}\n{printed}{complaint}", output.status);
    assert_eq!(complaint, "", "{name}");
    let expected = std::fs::read_to_string(folder.join(name).with_extension("out")).expect("the expected output");
    assert!(printed == expected, "{name} prints\n{printed}\ninstead of\n{expected}");
}

macro_rules! programs {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            run(stringify!($name));
        })*

        #[test]
        fn every_program_is_run() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
            let known = [$(stringify!($name)),*];
            for file in std::fs::read_dir(folder).unwrap() {
                let path = file.unwrap().path();
                let name = path.file_stem().unwrap().to_str().unwrap();
                assert!(known.contains(&name), "{} belongs to no test", path.display());
            }
        }
    };
}

programs! {
    bank
    calculator
    diary
    fractions
    hilbert
    life
    mandelbrot
    options
    primes
    queens
    roman
    routes
    shapes
    statistics
    strings
    subsequence
    sudoku
    tables
    tower
    words
}
