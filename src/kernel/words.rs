//! Truth functions on words of 64 bits. The bits beyond the last item are the caller's to clear.

use super::elementwise::{ItemDyad, ItemMonad};

macro_rules! word_functions {
    ($($name:ident |$x:ident, $y:ident| $result:expr;)+) => { $(
        #[doc = concat!("`", stringify!($result), "`")]
        pub struct $name;
        impl ItemDyad<u64> for $name {
            type Out = u64;
            #[inline(always)]
            fn apply($x: u64, $y: u64) -> u64 {
                $result
            }
            #[inline(always)]
            fn fails(_: u64, _: u64, _: u64) -> bool {
                false
            }
        }
    )+ };
}

word_functions! {
    And |x, y| x & y;
    Or |x, y| x | y;
    Nand |x, y| !(x & y);
    Nor |x, y| !(x | y);
    Equal |x, y| !(x ^ y);
    NotEqual |x, y| x ^ y;
    Less |x, y| !x & y;
    LessOrEqual |x, y| !x | y;
    Greater |x, y| x & !y;
    GreaterOrEqual |x, y| x | !y;
}

/// `!y`
pub struct Not;

impl ItemMonad<u64> for Not {
    type Out = u64;
    #[inline(always)]
    fn apply(y: u64) -> u64 {
        !y
    }
    #[inline(always)]
    fn fails(_: u64, _: u64) -> bool {
        false
    }
}
