//! The rows: each scalar function with its meaning for atoms and its kernels.

use super::{BitFold, ClassTests, DyadKernels, Kind, MonadKernels, ScalarDyad, ScalarMonad, Tests, atoms};
use crate::kernel::{
    Arithmetic, Compare, Dyad, Fold, Monad, Scan, arithmetic, circle, compare, elementary, fold, words,
};
use crate::number;

macro_rules! monads {
    ($($name:ident: $glyph:literal, $kind:ident, $atom:expr $(, $field:ident: $kernel:expr)*;)+) => { $(
        #[doc = concat!("Monadic `", $glyph, "`.")]
        pub static $name: ScalarMonad = ScalarMonad {
            glyph: $glyph,
            atom: $atom,
            kind: Kind::$kind,
            kernels: MonadKernels { $($field: $kernel,)* ..MonadKernels::NONE },
        };
    )+ };
}

macro_rules! dyads {
    ($($name:ident: $glyph:literal, $kind:ident, $atoms:expr $(, $field:ident: $kernel:expr)*;)+) => { $(
        #[doc = concat!("Dyadic `", $glyph, "`.")]
        pub static $name: ScalarDyad = ScalarDyad {
            glyph: $glyph,
            atoms: $atoms,
            kind: Kind::$kind,
            kernels: DyadKernels { $($field: $kernel,)* ..DyadKernels::NONE },
        };
    )+ };
}

/// The kernel of an item function of one argument.
macro_rules! one {
    ($room:ident::$name:ident) => {
        Some(Monad::of::<$room::$name>())
    };
}

/// The kernel of an item function of two arguments.
macro_rules! two {
    ($room:ident::$name:ident) => {
        Some(Dyad::of::<$room::$name>())
    };
}

/// The fold and scan kernels of item functions, reduced strictly from the right.
macro_rules! fold_right {
    ($room:ident::$name:ident) => {
        Some(Fold::from_right::<$room::$name>())
    };
}

macro_rules! scan {
    ($room:ident::$name:ident) => {
        Some(Scan::of::<$room::$name>())
    };
}

macro_rules! tests {
    ($integers:ident, $floats:ident $(, $complex:ident, $bytes:ident, $characters:ident, $between:literal)?) => {{
        #[allow(unused_mut, unused_assignments)]
        let mut classes = None;
        $(classes = Some(ClassTests {
            complex: Compare::of::<compare::$complex>(),
            bytes: Compare::of::<compare::$bytes>(),
            characters: Compare::of::<compare::$characters>(),
            between_classes: $between,
        });)?
        Some(Tests {
            integers: Compare::of::<compare::$integers>(),
            floats: Compare::of::<compare::$floats>(),
            classes,
        })
    }};
}

/// The kernels of circle functions by their numbers.
fn circle_kernel(number: i64) -> Option<Monad<f64>> {
    match number {
        -9 | 9 => one!(circle::RealPart),
        -3 => one!(circle::Arctangent),
        -2 => one!(circle::Arccosine),
        -1 => one!(circle::Arcsine),
        0 => one!(circle::Complement),
        1 => Some(Monad::vector::<elementary::Sine>()),
        2 => Some(Monad::vector::<elementary::Cosine>()),
        3 => one!(circle::Tangent),
        4 => one!(circle::Hypotenuse),
        5 => one!(circle::HyperbolicSine),
        6 => one!(circle::HyperbolicCosine),
        7 => one!(circle::HyperbolicTangent),
        10 => one!(circle::Magnitude),
        _ => None,
    }
}

monads! {
    CONJUGATE: '+', KeepsCharacters, atoms::conjugate,
        keeps_integers: true, keeps_floats_and_characters: true, complex: one!(arithmetic::ConjugateComplex);
    NEGATE: '-', Preserved, |y| atoms::of_number('-', number::negate, y),
        integers: one!(arithmetic::NegateIntegers), floats: one!(arithmetic::NegateFloats),
        complex: one!(arithmetic::NegateComplex);
    SIGN: '×', Exact, |y| atoms::of_number('×', number::sign, y),
        integers: one!(arithmetic::SignIntegers), floats_to_integers: one!(arithmetic::SignFloats);
    RECIPROCAL: '÷', Preserved, |y| atoms::of_number('÷', number::reciprocal, y),
        floats: one!(arithmetic::ReciprocalFloats);
    FLOOR: '⌊', Exact, |y| atoms::of_number('⌊', number::floor, y),
        keeps_integers: true, floats_to_integers: one!(arithmetic::FloorFloats);
    CEILING: '⌈', Exact, |y| atoms::of_number('⌈', number::ceiling, y),
        keeps_integers: true, floats_to_integers: one!(arithmetic::CeilingFloats);
    MAGNITUDE: '|', Preserved, |y| atoms::of_number('|', number::magnitude, y),
        integers: one!(arithmetic::MagnitudeIntegers), floats: one!(arithmetic::MagnitudeFloats),
        complex_to_floats: one!(arithmetic::MagnitudeComplex);
    EXPONENTIAL: '*', Approximate, |y| atoms::of_number('*', number::exponential, y),
        vector: Some(Monad::vector::<elementary::Exponential>());
    LOGARITHM: '⍟', Approximate, |y| atoms::of_number('⍟', number::logarithm, y),
        vector: Some(Monad::vector::<elementary::Logarithm>());
    CIS: '○', Approximate, |y| atoms::of_number('○', number::cis, y);
    PI_TIMES: 'π', Approximate, |y| atoms::of_number('π', number::pi_times, y),
        floats: one!(arithmetic::PiTimesFloats);
    SQUARE_ROOT: '√', Preserved, |y| atoms::of_number('√', number::square_root, y),
        integers: one!(arithmetic::SquareRootIntegers), floats: one!(arithmetic::SquareRootFloats);
    FACTORIAL: '!', Preserved, |y| atoms::of_number('!', number::factorial, y);
    NOT: '~', Exact, atoms::not, bits: one!(words::Not);
    SQUARE: '⍲', Preserved, |y| atoms::of_number('⍲', number::square, y),
        integers: one!(arithmetic::SquareIntegers), floats: one!(arithmetic::SquareFloats),
        complex: one!(arithmetic::SquareComplex);
    DOUBLE: '⍱', Preserved, |y| atoms::of_number('⍱', number::double, y),
        integers: one!(arithmetic::DoubleIntegers), floats: one!(arithmetic::DoubleFloats),
        complex: one!(arithmetic::DoubleComplex);
    INCREMENT: '≥', KeepsCharacters, atoms::increment,
        integers: one!(arithmetic::IncrementIntegers), floats: one!(arithmetic::IncrementFloats),
        complex: one!(arithmetic::IncrementComplex);
    DECREMENT: '≤', KeepsCharacters, atoms::decrement,
        integers: one!(arithmetic::DecrementIntegers), floats: one!(arithmetic::DecrementFloats),
        complex: one!(arithmetic::DecrementComplex);
}

dyads! {
    ADD: '+', Plus, atoms::add,
        integers: two!(arithmetic::AddIntegers), floats: two!(arithmetic::AddFloats),
        arithmetic: Some(Arithmetic::Add), complex: two!(arithmetic::AddComplex),
        fold_integers: Some(Fold::SUM), fold_floats: Some(Fold::regrouped::<fold::Sum, arithmetic::AddFloats>()),
        scan_integers: scan!(arithmetic::AddIntegers), scan_floats: scan!(arithmetic::AddFloats),
        bit_fold: Some(BitFold::Count);
    SUBTRACT: '-', Minus, atoms::subtract,
        integers: two!(arithmetic::SubtractIntegers), floats: two!(arithmetic::SubtractFloats),
        arithmetic: Some(Arithmetic::Subtract), complex: two!(arithmetic::SubtractComplex),
        fold_integers: fold_right!(arithmetic::SubtractIntegers), fold_floats: fold_right!(arithmetic::SubtractFloats),
        scan_integers: scan!(arithmetic::SubtractIntegers), scan_floats: scan!(arithmetic::SubtractFloats);
    MULTIPLY: '×', Preserved, atoms::multiply,
        bits: two!(words::And), integers: two!(arithmetic::MultiplyIntegers), floats: two!(arithmetic::MultiplyFloats),
        arithmetic: Some(Arithmetic::Multiply), complex: two!(arithmetic::MultiplyComplex),
        fold_integers: fold_right!(arithmetic::MultiplyIntegers),
        fold_floats: Some(Fold::regrouped::<fold::Product, arithmetic::MultiplyFloats>()),
        scan_integers: scan!(arithmetic::MultiplyIntegers), scan_floats: scan!(arithmetic::MultiplyFloats),
        bit_fold: Some(BitFold::All);
    DIVIDE: '÷', Preserved, atoms::divide,
        integers: two!(arithmetic::DivideIntegers), floats: two!(arithmetic::DivideFloats),
        complex: two!(arithmetic::DivideComplex),
        arithmetic: Some(Arithmetic::Divide),
        fold_integers: fold_right!(arithmetic::DivideIntegers), fold_floats: fold_right!(arithmetic::DivideFloats),
        scan_integers: scan!(arithmetic::DivideIntegers), scan_floats: scan!(arithmetic::DivideFloats);
    MINIMUM: '⌊', Preserved, atoms::minimum,
        bits: two!(words::And), integers: two!(arithmetic::MinimumIntegers), floats: two!(arithmetic::MinimumFloats),
        fold_integers: Some(Fold::SMALLEST), fold_floats: Some(Fold::regrouped::<fold::Smallest, arithmetic::MinimumFloats>()),
        scan_integers: scan!(arithmetic::MinimumIntegers), scan_floats: scan!(arithmetic::MinimumFloats),
        bit_fold: Some(BitFold::All),
        keeps_exact_beside_infinity: true;
    MAXIMUM: '⌈', Preserved, atoms::maximum,
        bits: two!(words::Or), integers: two!(arithmetic::MaximumIntegers), floats: two!(arithmetic::MaximumFloats),
        fold_integers: Some(Fold::LARGEST), fold_floats: Some(Fold::regrouped::<fold::Largest, arithmetic::MaximumFloats>()),
        scan_integers: scan!(arithmetic::MaximumIntegers), scan_floats: scan!(arithmetic::MaximumFloats),
        bit_fold: Some(BitFold::Any),
        keeps_exact_beside_infinity: true;
    RESIDUE: '|', Preserved, |x, y| atoms::of_numbers('|', number::residue, x, y),
        bits: two!(words::Less), integers: two!(arithmetic::ResidueIntegers), floats: two!(arithmetic::ResidueFloats),
        fold_integers: fold_right!(arithmetic::ResidueIntegers), fold_floats: fold_right!(arithmetic::ResidueFloats),
        scan_integers: scan!(arithmetic::ResidueIntegers), scan_floats: scan!(arithmetic::ResidueFloats);
    POWER: '*', Preserved, |x, y| atoms::of_numbers('*', number::power, x, y),
        bits: two!(words::GreaterOrEqual), integers: two!(arithmetic::PowerIntegers),
        vector: Some(Dyad::vector::<elementary::Power>()), square: one!(arithmetic::SquareFloats);
    LOG: '⍟', Approximate, |x, y| atoms::of_numbers('⍟', number::log, x, y),
        vector: Some(Dyad::vector::<elementary::Log>());
    CIRCLE: '○', Approximate, |x, y| atoms::of_numbers('○', number::circle, x, y), numbered: Some(circle_kernel);
    PI_RATIO: 'π', Approximate, |x, y| atoms::of_numbers('π', number::pi_ratio, x, y);
    ROOT: '√', Preserved, |x, y| atoms::of_numbers('√', number::root, x, y),
        vector: Some(Dyad::vector::<elementary::Root>());
    BINOMIAL: '!', Preserved, |x, y| atoms::of_numbers('!', number::binomial, x, y),
        bits: two!(words::LessOrEqual);
    GCD: '∨', Preserved, |x, y| atoms::of_numbers('∨', number::gcd, x, y),
        bits: two!(words::Or), integers: two!(arithmetic::GcdIntegers), floats: two!(arithmetic::GcdTruths),
        fold_integers: fold_right!(arithmetic::GcdIntegers), fold_floats: fold_right!(arithmetic::GcdTruths),
        scan_integers: scan!(arithmetic::GcdIntegers), scan_floats: scan!(arithmetic::GcdTruths),
        bit_fold: Some(BitFold::Any);
    LCM: '∧', Preserved, |x, y| atoms::of_numbers('∧', number::lcm, x, y),
        bits: two!(words::And), integers: two!(arithmetic::LcmIntegers), floats: two!(arithmetic::LcmTruths),
        fold_integers: fold_right!(arithmetic::LcmIntegers), fold_floats: fold_right!(arithmetic::LcmTruths),
        scan_integers: scan!(arithmetic::LcmIntegers), scan_floats: scan!(arithmetic::LcmTruths),
        bit_fold: Some(BitFold::All);
    NAND: '⍲', Exact, atoms::nand, bits: two!(words::Nand), only_truths: true;
    NOR: '⍱', Exact, atoms::nor, bits: two!(words::Nor), only_truths: true;
    EQUAL: '=', Exact, atoms::equal, bits: two!(words::Equal), bit_fold: Some(BitFold::EvenZeros),
        tests: tests!(EqualIntegers, EqualFloats, EqualComplex, EqualBytes, EqualCharacters, false);
    NOT_EQUAL: '≠', Exact, atoms::not_equal, bits: two!(words::NotEqual), bit_fold: Some(BitFold::Odd),
        tests: tests!(NotEqualIntegers, NotEqualFloats, NotEqualComplex, NotEqualBytes, NotEqualCharacters, true);
    LESS: '<', Exact, atoms::less, bits: two!(words::Less),
        tests: tests!(LessIntegers, LessFloats);
    LESS_OR_EQUAL: '≤', Exact, atoms::less_or_equal,
        bits: two!(words::LessOrEqual), tests: tests!(LessOrEqualIntegers, LessOrEqualFloats);
    GREATER: '>', Exact, atoms::greater, bits: two!(words::Greater),
        tests: tests!(GreaterIntegers, GreaterFloats);
    GREATER_OR_EQUAL: '≥', Exact, atoms::greater_or_equal,
        bits: two!(words::GreaterOrEqual), tests: tests!(GreaterOrEqualIntegers, GreaterOrEqualFloats);
}
