import { int64At } from '../analytics/row-binary.ts';
import { chainRulesOf } from '../domain/chain-rules.ts';
import { isPerp } from '../domain/coin-name.ts';
import { type ChainFold, createChainFold, type Lifecycle, type LifecycleFill } from '../domain/lifecycle.ts';
import type { LifecycleIds } from '../domain/lifecycle-id.ts';
import { sizeAt } from './amount-sums.ts';
import { type FillMoments, fillPlaces, sideOfBuys } from './fill-moments.ts';
import { addFill, beginSums, type LifecycleSums, lifecycleOf, loadSums } from './lifecycle-sums.ts';

/** The fold of one chain, from fills as the engine gives them. */
export interface ChainRun {
  /** Takes the fills of a millisecond. */
  add(moment: FillMoments): void;
  /** The lifecycle that is open now. */
  open(): Lifecycle | LifecycleSums | undefined;
}

export interface ChainRunOptions {
  coin: string;
  idOf: LifecycleIds;
  /** Of which the chain is the only user until it ends. */
  sums: LifecycleSums;
  /** Gets each lifecycle when it is closed. Sums are used again afterwards. */
  onClosed(lifecycle: Lifecycle | LifecycleSums): void;
  /** As in {@link createChainFold}. */
  after: Lifecycle | undefined;
  count: number;
}

/** Half of the smallest size of a perp, × 10^8: `isFlat` of domain/open-position.ts. */
const flatBelow = 50;

/**
 * Folds ordinary fills in numbers: those of a perp that start where the one before ended, and open or close without doing both.
 * All others go through the rules of `domain/lifecycle.ts`, which know every case; what both give is the same to the last digit.
 */
export function createChainRun(options: ChainRunOptions): ChainRun {
  const { coin, idOf, sums, onClosed, after } = options;
  const isSimple = isPerp(coin);
  let count = after?.num ?? options.count;
  let lastMs = after?.lastMs ?? Number.NEGATIVE_INFINITY;
  /** What is open stands in the sums, or in the fold where those cannot hold it. */
  let isOpen = false;
  let fold: ChainFold | undefined;
  if (after !== undefined && !after.isClosed) resume(after);

  function resume(lifecycle: Lifecycle | undefined): void {
    isOpen = lifecycle !== undefined && isSimple && loadSums(sums, lifecycle);
    if (isOpen || lifecycle === undefined) fold = undefined;
    else fold ??= createFold(lifecycle);
  }

  function createFold(open: Lifecycle | undefined): ChainFold {
    return createChainFold({
      rules: chainRulesOf(coin),
      idOf,
      after: open,
      count,
      lastMs,
      onClosed(lifecycle) {
        count = lifecycle.num;
        onClosed(lifecycle);
      },
    });
  }

  /** By the rules that know every case. */
  function addExactly(fills: readonly LifecycleFill[]): void {
    fold ??= createFold(isOpen ? lifecycleOf(sums) : undefined);
    for (const fill of fills) fold.add(fill);
    lastMs = fills.at(-1)!.timeMs;
    if (fold.open !== undefined) count = fold.open.num;
    resume(fold.open);
  }

  function addSimply(
    { view, timeMs }: FillMoments,
    at: number,
    isBuy: boolean,
    start: number,
    end: number,
  ): void {
    const closes = Math.abs(end) < flatBelow;
    const opens = !closes && (start === 0 || start > 0 === isBuy);
    if (!isOpen) {
      count += 1;
      const [tid, oid] = [int64At(view, at + fillPlaces.tid), int64At(view, at + fillPlaces.oid)];
      const id = idOf({ tid, oid, timeMs }, false);
      beginSums(sums, { id, num: count, isLong: isBuy, openedMs: timeMs, startsApart: lastMs < timeMs });
      isOpen = true;
    }
    addFill(sums, { view, at, timeMs, opens, position: closes ? 0 : end });
    lastMs = timeMs;
    if (!closes) return;
    sums.isClosed = true;
    sums.closedBy = 'trade';
    isOpen = false;
    onClosed(sums);
  }

  return {
    open: () => (isOpen ? sums : fold?.open),
    add(moment) {
      const { view, bytes, places, fills } = moment;
      if (fold !== undefined || !isSimple || !startsWhereItEnds(moment, isOpen ? sums.position : 0)) {
        addExactly(moment.ordered());
        return;
      }
      for (let i = 0; i < fills; i++) {
        const at = places[i]!;
        const isBuy = bytes[at + fillPlaces.side] === sideOfBuys;
        const size = sizeAt(view, at + fillPlaces.sz);
        const start = sizeAt(view, at + fillPlaces.startPosition);
        addSimply(moment, at, isBuy, start, isBuy ? start + size : start - size);
      }
    },
  };
}

/** Whether all fills of a moment are ordinary, and in the order of the chain. */
function startsWhereItEnds({ view, bytes, places, fills }: FillMoments, position: number): boolean {
  let held = position;
  for (let i = 0; i < fills; i++) {
    const at = places[i]!;
    const start = sizeAt(view, at + fillPlaces.startPosition);
    const size = sizeAt(view, at + fillPlaces.sz);
    if (!Number.isSafeInteger(int64At(view, at + fillPlaces.px))) return false;
    if (start !== held || !(size >= flatBelow) || bytes[at + fillPlaces.closing] !== 0) return false;
    held = bytes[at + fillPlaces.side] === sideOfBuys ? start + size : start - size;
    if (Math.abs(held) < flatBelow) held = 0;
    // A flip closes one and opens another.
    if (held * start < 0) return false;
  }
  return true;
}
