//! Accuracy against reference values computed with 400 bits.
//!
//! Each line of the table is `function arguments = value`; every argument is two doubles, the real and the imaginary part,
//! and the value four: its real part as a double and what that lost by rounding, then the imaginary part likewise.

use aplomb::number::{self, Number};
use num_complex::Complex64;

/// Errors allowed, in units of 2^-53 relative to the magnitude: reals, complex numbers.
fn allowed(function: &str) -> (f64, f64) {
    match function {
        // Far within the relative 1E¯13 of the specification.
        "fact" | "binom" => (20.0, 20.0),
        _ => (4.0, 8.0),
    }
}

fn apply(function: &str, arguments: &[Number]) -> Number {
    let (x, y) = (&arguments[0], arguments.last().unwrap());
    match function {
        "exp" => number::exponential(y),
        "ln" => number::logarithm(y),
        "sqrt" => number::square_root(y),
        "fact" => number::factorial(y),
        "pow" => number::power(x, y),
        "log" => number::log(x, y),
        "root" => number::root(x, y),
        "mul" => number::multiply(x, y),
        "div" => number::divide(x, y),
        "binom" => number::binomial(x, y),
        circle => number::circle(&Number::Int(circle.strip_prefix("circle").unwrap().parse().unwrap()), y),
    }
    .unwrap_or_else(|error| panic!("{function} {arguments:?}: {error}"))
}

/// The error in units of 2^-53, relative to the magnitude of the reference value.
fn error(found: Complex64, reference: &[f64]) -> f64 {
    let re = (found.re - reference[0]) - reference[1];
    let im = (found.im - reference[2]) - reference[3];
    let magnitude = reference[0].hypot(reference[2]);
    if re == 0.0 && im == 0.0 { 0.0 } else { re.hypot(im) / magnitude * 2f64.powi(53) }
}

#[test]
fn within_the_promised_errors() {
    for line in include_str!("accuracy.txt").lines() {
        let mut words = line.split_whitespace();
        let function = words.next().unwrap();
        let values: Vec<f64> = words.filter(|word| *word != "=").map(|word| word.parse().unwrap()).collect();
        let (arguments, reference) = values.split_at(values.len() - 4);
        let arguments: Vec<Number> = arguments
            .chunks(2)
            .map(|parts| Number::from_complex(Complex64::new(parts[0], parts[1])).unwrap())
            .collect();
        let found = match apply(function, &arguments) {
            Number::Float(value) => Complex64::new(value, 0.0),
            Number::Complex(value) => value,
            exact => panic!("{line}: {exact:?} is exact"),
        };
        let (reals, complex) = allowed(function);
        let allowed = if reference[2] == 0.0 { reals } else { complex };
        let error = error(found, reference);
        assert!(error <= allowed, "{error} units: {line}, not {found}");
    }
}
