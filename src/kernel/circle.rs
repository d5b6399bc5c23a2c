//! Circle functions without vector code of ours: the standard library's, item by item, where a finite real gives a real.

use super::elementwise::ItemMonad;

macro_rules! functions {
    ($($name:ident |$y:ident| $result:expr, fails $fails:expr;)+) => { $(
        #[doc = concat!("`", stringify!($result), "`")]
        pub struct $name;
        impl ItemMonad<f64> for $name {
            type Out = f64;
            #[inline(always)]
            fn apply($y: f64) -> f64 {
                $result
            }
            #[inline(always)]
            fn fails($y: f64, _: f64) -> bool {
                $y.is_infinite() | $fails
            }
        }
    )+ };
}

functions! {
    Complement |y| (-y).mul_add(y, 1.0).sqrt(), fails y.abs() > 1.0;
    Tangent |y| y.tan(), fails false;
    Hypotenuse |y| 1f64.hypot(y), fails false;
    HyperbolicSine |y| y.sinh(), fails false;
    HyperbolicCosine |y| y.cosh(), fails false;
    HyperbolicTangent |y| y.tanh(), fails false;
    Arcsine |y| y.asin(), fails y.abs() > 1.0;
    Arccosine |y| y.acos(), fails y.abs() > 1.0;
    Arctangent |y| y.atan(), fails false;
    RealPart |y| y, fails false;
    Magnitude |y| y.abs(), fails false;
}
