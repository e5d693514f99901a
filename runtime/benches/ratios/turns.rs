//! Two ways to do the same work take turns, so that a machine whose pace changes does not change the ratio.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Does the work a number of times and says how long that took.
pub(crate) type Runner<'r> = Box<dyn FnMut(u32) -> Duration + 'r>;

/// Times a function; what it gives is dropped within the time.
pub(crate) fn timed<'r, T>(mut work: impl FnMut() -> T + 'r) -> Runner<'r> {
    Box::new(move |rounds| {
        let start = Instant::now();
        for _ in 0..rounds {
            drop(black_box(work()));
        }
        start.elapsed()
    })
}

/// How two runners compare.
pub(crate) struct Ratio {
    /// What one round of the first takes.
    pub(crate) ours: Duration,
    /// How many times as long the second takes: in a quarter of the turns at most `low`, in half of them at most `median`.
    pub(crate) low: f64,
    pub(crate) median: f64,
    pub(crate) high: f64,
}

/// Lets both run in turns of at least a few milliseconds.
pub(crate) fn race(ours: &mut Runner<'_>, theirs: &mut Runner<'_>, turns: usize) -> Ratio {
    const TURN: Duration = Duration::from_millis(4);
    let rounds = |runner: &mut Runner<'_>| {
        let once = runner(1).max(Duration::from_nanos(1));
        u32::try_from(TURN.as_nanos() / once.as_nanos()).unwrap_or(u32::MAX).max(1)
    };
    let (our_rounds, their_rounds) = (rounds(ours), rounds(theirs));
    let mut taken = Vec::new();
    let mut ratios = Vec::new();
    for _ in 0..turns {
        let one = ours(our_rounds) / our_rounds;
        let other = theirs(their_rounds) / their_rounds;
        taken.push(one);
        ratios.push(other.as_secs_f64() / one.as_secs_f64().max(1e-12));
    }
    taken.sort_unstable();
    ratios.sort_unstable_by(f64::total_cmp);
    let (half, quarter) = (turns / 2, turns / 4);
    Ratio { ours: taken[half], low: ratios[quarter], median: ratios[half], high: ratios[turns - 1 - quarter] }
}
