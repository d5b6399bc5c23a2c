//! One loop, several instruction sets.

#[cfg(target_arch = "x86_64")]
pub use detection::{Level, level};

/// Which instruction sets this machine has. Elsewhere than on x86-64 the baseline is all there is.
#[cfg(target_arch = "x86_64")]
mod detection {
    use std::sync::atomic::{AtomicU8, Ordering};

    /// The instruction sets that loops are compiled for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Level {
        /// What the target guarantees.
        Baseline = 1,
        /// AVX2 and fused multiplication.
        V3 = 2,
        /// AVX-512.
        V4 = 3,
    }

    static LEVEL: AtomicU8 = AtomicU8::new(0);

    /// The best level that this machine has.
    #[inline]
    pub fn level() -> Level {
        match LEVEL.load(Ordering::Relaxed) {
            1 => Level::Baseline,
            2 => Level::V3,
            3 => Level::V4,
            _ => detect(),
        }
    }

    #[cold]
    fn detect() -> Level {
        macro_rules! all {
            ($($feature:tt)*) => { $(std::arch::is_x86_feature_detected!($feature))&&* };
        }
        let v3 = all!("avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe" "popcnt");
        let v4 = v3 && all!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl");
        let level = match (v4, v3) {
            (true, _) => Level::V4,
            (_, true) => Level::V3,
            _ => Level::Baseline,
        };
        LEVEL.store(level as u8, Ordering::Relaxed);
        level
    }
}

/// What differs between instruction sets beyond what the compiler does by itself.
pub trait Instructions {
    /// Whether [`Instructions::multiply_add`] rounds once.
    const FUSED: bool;

    /// `a×b+c`, fused where the machine has it.
    fn multiply_add(a: f64, b: f64, c: f64) -> f64;

    /// The bottom bits of 64 bytes 0 and 1, that of the first byte lowest.
    #[inline(always)]
    fn pack(bytes: &[u8; 64]) -> u64 {
        let (eights, _) = bytes.as_chunks::<8>();
        // The product collects the bottom bits of eight bytes in the top byte.
        let pack = |eight: &[u8; 8]| u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        eights.iter().enumerate().fold(0, |word, (i, eight)| word | pack(eight) << (8 * i))
    }
}

/// What the target guarantees.
pub struct Baseline;
/// AVX2 and fused multiplication.
#[cfg(target_arch = "x86_64")]
pub struct Avx2;
/// AVX-512.
#[cfg(target_arch = "x86_64")]
pub struct Avx512;

impl Instructions for Baseline {
    const FUSED: bool = cfg!(target_arch = "aarch64");

    #[inline(always)]
    fn multiply_add(a: f64, b: f64, c: f64) -> f64 {
        // Without the instruction, fusing is a slow library call; on aarch64 every machine has it.
        if Self::FUSED { a.mul_add(b, c) } else { a * b + c }
    }
}

#[cfg(target_arch = "x86_64")]
impl Instructions for Avx2 {
    const FUSED: bool = true;

    #[inline(always)]
    fn multiply_add(a: f64, b: f64, c: f64) -> f64 {
        a.mul_add(b, c)
    }

    #[inline(always)]
    fn pack(bytes: &[u8; 64]) -> u64 {
        use std::arch::x86_64::*;
        // SAFETY: this type is used only in code that runs where AVX2 is; the reads stay inside the 64 bytes.
        unsafe {
            let half = |start: usize| {
                let bytes = _mm256_loadu_si256(bytes.as_ptr().add(start).cast());
                _mm256_movemask_epi8(_mm256_slli_epi16::<7>(bytes)) as u32 as u64
            };
            half(0) | half(32) << 32
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl Instructions for Avx512 {
    const FUSED: bool = true;

    #[inline(always)]
    fn multiply_add(a: f64, b: f64, c: f64) -> f64 {
        a.mul_add(b, c)
    }

    #[inline(always)]
    fn pack(bytes: &[u8; 64]) -> u64 {
        use std::arch::x86_64::*;
        // SAFETY: this type is used only in code that runs where AVX-512 is; the read stays inside the 64 bytes.
        unsafe {
            let bytes = _mm512_loadu_si512(bytes.as_ptr().cast());
            _mm512_test_epi8_mask(bytes, bytes)
        }
    }
}

/// Defines a function whose body is compiled once for each instruction set, the best of which is chosen by each call. The body sees the type `Isa`, an
/// [`Instructions`]. What it calls must be `#[inline(always)]` to be compiled along with it.
macro_rules! versions {
    ($(
        $(#[$meta:meta])*
        $vis:vis fn $name:ident $(<$($generic:ident: $bound:path),+>)? ($($argument:ident: $type:ty),* $(,)?)
            $(-> $result:ty)? $body:block
    )+) => { $(
        $(#[$meta])*
        $vis fn $name $(<$($generic: $bound),+>)? ($($argument: $type),*) $(-> $result)? {
            #[inline(always)]
            #[allow(clippy::extra_unused_type_parameters, clippy::too_many_arguments)]
            fn body<Isa: $crate::kernel::versions::Instructions, $($($generic: $bound),+)?>($($argument: $type),*)
                $(-> $result)? $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,f16c,fma,lzcnt,movbe,popcnt")]
            #[allow(clippy::too_many_arguments)]
            fn v3 $(<$($generic: $bound),+>)? ($($argument: $type),*) $(-> $result)? {
                body::<$crate::kernel::versions::Avx2, $($($generic),+)?>($($argument),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,f16c,fma,lzcnt,movbe,popcnt")]
            #[allow(clippy::too_many_arguments)]
            fn v4 $(<$($generic: $bound),+>)? ($($argument: $type),*) $(-> $result)? {
                body::<$crate::kernel::versions::Avx512, $($($generic),+)?>($($argument),*)
            }

            #[cfg(target_arch = "x86_64")]
            match $crate::kernel::versions::level() {
                // SAFETY: `level` gives a level only after it has found all its features.
                $crate::kernel::versions::Level::V4 => unsafe { v4 $(::<$($generic),+>)? ($($argument),*) },
                // SAFETY: as above.
                $crate::kernel::versions::Level::V3 => unsafe { v3 $(::<$($generic),+>)? ($($argument),*) },
                $crate::kernel::versions::Level::Baseline => {
                    body::<$crate::kernel::versions::Baseline, $($($generic),+)?>($($argument),*)
                }
            }
            #[cfg(not(target_arch = "x86_64"))]
            body::<$crate::kernel::versions::Baseline, $($($generic),+)?>($($argument),*)
        }
    )+ };
}
