//! What a step allocates, and what it may.

use std::hint::black_box;

use allocation_counter::AllocationInfo;

/// Something that is made in any size, and what is done with it.
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    /// The smaller of the two sizes.
    pub(crate) small: usize,
    /// Makes the input of a size, and gives its bytes and the work.
    pub(crate) make: fn(usize) -> (usize, Work),
    pub(crate) budget: Budget,
}

pub(crate) type Work = Box<dyn FnOnce()>;

/// For each byte of the input, beside what may be taken in any case.
#[derive(Clone, Copy)]
pub(crate) struct Budget {
    /// At once.
    pub(crate) peak: u64,
    /// In all, freed or not.
    pub(crate) total: u64,
    pub(crate) fixed: u64,
}

impl Budget {
    /// Bytes that are taken however small the input is.
    const ANYWAY: u64 = 256 << 10;

    pub(crate) const fn new(peak: u64, total: u64) -> Self {
        Self { peak, total, fixed: Self::ANYWAY }
    }

    pub(crate) const fn beside(self, fixed: u64) -> Self {
        Self { fixed, ..self }
    }
}

impl Shape {
    pub(crate) fn keep(&self) {
        // What is made once for all is made before.
        self.measure(self.small);
        for size in [self.small, 10 * self.small] {
            let (bytes, taken) = self.measure(size);
            let (input, Budget { peak, total, fixed }) = (u64::try_from(bytes).unwrap(), self.budget);
            let by_byte = |taken: u64| taken.saturating_sub(fixed).div_ceil(input);
            say(&format!(
                "{:<40} {bytes:>9} bytes: {:>5} of {peak:>5} at once ({} kB), {:>6} of {total:>6} in all",
                self.name,
                by_byte(taken.bytes_max),
                taken.bytes_max / 1000,
                by_byte(taken.bytes_total),
            ));
            assert!(
                by_byte(taken.bytes_max) <= peak,
                "{}: {bytes} bytes take {} at once, {peak} for each byte are allowed",
                self.name,
                taken.bytes_max
            );
            assert!(
                by_byte(taken.bytes_total) <= total,
                "{}: {bytes} bytes take {} in all, {total} for each byte are allowed",
                self.name,
                taken.bytes_total
            );
        }
    }

    pub(crate) fn measure(&self, size: usize) -> (usize, AllocationInfo) {
        let (bytes, work) = (self.make)(size);
        (bytes, allocation_counter::measure(|| black_box(work)()))
    }
}

#[expect(clippy::print_stderr, reason = "asked for")]
fn say(line: &str) {
    if std::env::var_os("BUDGETS").is_some() {
        eprintln!("{line}");
    }
}
