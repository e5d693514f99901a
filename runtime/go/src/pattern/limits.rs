//! How much of a pattern Go takes, and how much work we take on.
//!
//! Source: Go `regexp/syntax/parse.go`, `checkLimits`.

use super::error::{Reason, Stop};
use super::tree::{Arena, Id, Node, Op};

/// The deepest tree, and the number of nodes from which on Go looks at the depth.
pub(super) const MAX_HEIGHT: usize = 1000;
/// The most instructions: 128 MiB of 40 bytes each.
const MAX_SIZE: i64 = (128 << 20) / 40;
/// The most numbers in classes: 128 MiB of 4 bytes each.
const MAX_RUNES: usize = (128 << 20) / 4;
/// Steps of ours: linear patterns of megabytes stay below it, quadratic ones of kilobytes too.
const FUEL: usize = 50_000_000;

/// What Go's parser counts while it builds the tree.
#[derive(Debug)]
pub(super) struct Limits {
    runes: usize,
    /// The product of all repetitions seen.
    repeats: i64,
    sizes: Option<Memo>,
    heights: Option<Memo>,
    fuel: usize,
}

/// A number per node, where it is known.
type Memo = Vec<Option<i64>>;

impl Limits {
    pub(super) fn new() -> Self {
        Self { runes: 0, repeats: 1, sizes: None, heights: None, fuel: FUEL }
    }

    pub(super) fn count_runes(&mut self, node: &Node) {
        self.runes = self.runes.saturating_add(node.rune_count());
    }

    /// Takes note that the node is gone.
    ///
    /// QUIRK `regexp/syntax/parse.go` reuse: the height is forgotten, the size is not.
    pub(super) fn forget(&mut self, id: Id) {
        if let Some(height) = self.heights.as_mut().and_then(|heights| heights.get_mut(id)) {
            *height = None;
        }
    }

    /// Pays for work.
    pub(super) fn burn<'p>(&mut self, steps: usize) -> Result<(), Stop<'p>> {
        self.fuel = self.fuel.checked_sub(steps.max(1)).ok_or(Stop::OutOfFuel)?;
        Ok(())
    }

    /// Checks the tree below a node that was just made.
    pub(super) fn check<'p>(
        &mut self,
        pattern: &'p str,
        arena: &Arena,
        stack: &[Id],
        id: Id,
    ) -> Result<(), Stop<'p>> {
        if self.runes > MAX_RUNES {
            return Err(Stop::Refused(Reason::Large, pattern));
        }
        self.check_size(pattern, arena, stack, id)?;
        self.check_height(pattern, arena, stack, id)
    }

    fn check_size<'p>(
        &mut self,
        pattern: &'p str,
        arena: &Arena,
        stack: &[Id],
        id: Id,
    ) -> Result<(), Stop<'p>> {
        if self.sizes.is_none() {
            self.multiply_repeats(arena.get(id));
            if as_i64(arena.len()) < MAX_SIZE / self.repeats {
                return Ok(());
            }
            self.sizes = Some(Memo::new());
            for &below in stack {
                self.size_at_most(pattern, arena, below)?;
            }
        }
        self.size_at_most(pattern, arena, id)
    }

    fn multiply_repeats(&mut self, node: &Node) {
        if node.op == Op::Repeat {
            let times = i64::from(node.max.unwrap_or(node.min)).max(1);
            let product = self.repeats.saturating_mul(times);
            // Go compares with the quotient, so a product that just fits still counts.
            self.repeats = if times > MAX_SIZE / self.repeats { MAX_SIZE } else { product };
        }
    }

    fn size_at_most<'p>(&mut self, pattern: &'p str, arena: &Arena, id: Id) -> Result<(), Stop<'p>> {
        let mut memo = self.sizes.take().unwrap_or_default();
        let size = self.measure(&mut memo, arena, id, size_of);
        self.sizes = Some(memo);
        if size? > MAX_SIZE { Err(Stop::Refused(Reason::Large, pattern)) } else { Ok(()) }
    }

    fn check_height<'p>(
        &mut self,
        pattern: &'p str,
        arena: &Arena,
        stack: &[Id],
        id: Id,
    ) -> Result<(), Stop<'p>> {
        if arena.len() < MAX_HEIGHT {
            return Ok(());
        }
        if self.heights.is_none() {
            self.heights = Some(Memo::new());
            for &below in stack {
                self.height_at_most(pattern, arena, below)?;
            }
        }
        self.height_at_most(pattern, arena, id)
    }

    fn height_at_most<'p>(&mut self, pattern: &'p str, arena: &Arena, id: Id) -> Result<(), Stop<'p>> {
        let mut memo = self.heights.take().unwrap_or_default();
        let height = self.measure(&mut memo, arena, id, height_of);
        self.heights = Some(memo);
        if height? > as_i64(MAX_HEIGHT) {
            return Err(Stop::Refused(Reason::NestingDepth, pattern));
        }
        Ok(())
    }

    /// The number of the node, from those of its children as they are known; its own is made anew.
    fn measure<'p>(
        &mut self,
        memo: &mut Memo,
        arena: &Arena,
        root: Id,
        of: fn(&Node, &Memo) -> i64,
    ) -> Result<i64, Stop<'p>> {
        memo.resize(arena.len().max(memo.len()), None);
        let mut path = vec![(root, 0)];
        let mut last = 0;
        while let Some((id, next)) = path.last_mut() {
            let node = arena.get(*id);
            let unknown = node.subs().iter().skip(*next).position(|&sub| known(memo, sub).is_none());
            self.burn(unknown.unwrap_or(node.subs().len()))?;
            if let Some(offset) = unknown {
                let at = *next + offset;
                *next = at + 1;
                path.extend(node.subs().get(at).map(|&sub| (sub, 0)));
                continue;
            }
            last = of(node, memo);
            if let Some(place) = memo.get_mut(*id) {
                *place = Some(last);
            }
            path.pop();
        }
        Ok(last)
    }
}

fn known(memo: &Memo, id: Id) -> Option<i64> {
    memo.get(id).copied().flatten()
}

fn as_i64(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn height_of(node: &Node, memo: &Memo) -> i64 {
    node.subs().iter().filter_map(|&sub| known(memo, sub)).max().unwrap_or(0).saturating_add(1)
}

/// How many instructions Go's compiler would make of it, at most.
fn size_of(node: &Node, memo: &Memo) -> i64 {
    let subs = node.subs();
    let below = subs.iter().filter_map(|&sub| known(memo, sub)).fold(0, i64::saturating_add);
    let size = match node.op {
        Op::Literal => as_i64(node.runes().len()),
        Op::Capture | Op::Star => below.saturating_add(2),
        Op::Plus | Op::Quest => below.saturating_add(1),
        Op::Concat => below,
        Op::Alternate => below.saturating_add(as_i64(subs.len()).saturating_sub(1).max(0)),
        Op::Repeat => repeat_size(i64::from(node.min), node.max.map(i64::from), below),
        _ => 0,
    };
    size.max(1)
}

fn repeat_size(min: i64, max: Option<i64>, sub: i64) -> i64 {
    match max {
        Some(max) => max.saturating_mul(sub).saturating_add(max - min),
        None if min == 0 => sub.saturating_add(2),
        None => min.saturating_mul(sub).saturating_add(1),
    }
}
