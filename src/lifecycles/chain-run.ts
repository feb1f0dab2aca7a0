import { int64At } from '../analytics/row-binary.ts';
import { chainRulesOf } from '../domain/chain-rules.ts';
import { isPerp } from '../domain/coin-name.ts';
import { type ChainFold, createChainFold, type Lifecycle, type LifecycleFill } from '../domain/lifecycle.ts';
import type { LifecycleIds } from '../domain/lifecycle-id.ts';
import { sizeAt } from './amount-sums.ts';
import { type FillMoments, fillPlaces, sideOfBuys } from './fill-moments.ts';
import { addFill, beginSums, type LifecycleSums, lifecycleOf, loadSums } from './lifecycle-sums.ts';

/** Folds one chain from fills in the engine's format. */
export interface ChainRun {
  add(moment: FillMoments): void;
  /** The open lifecycle; undefined if none is open. */
  open(): Lifecycle | LifecycleSums | undefined;
}

export interface ChainRunOptions {
  coin: string;
  idOf: LifecycleIds;
  /** Working memory; no other chain may use the sums until this one ends. */
  sums: LifecycleSums;
  /** Called with each closed lifecycle. The sums are reused after the call. */
  onClosed(lifecycle: Lifecycle | LifecycleSums): void;
  /** See {@link createChainFold}; the same holds for `count`. */
  after: Lifecycle | undefined;
  count: number;
}

/** Half of the smallest perp size, × 10^8; same as `isFlat` of domain/open-position.ts. */
const flatBelow = 50;

/**
 * Fast path for ordinary perp fills, in plain numbers: fills that start at the previous end position and do not flip the side.
 * All other fills use the rules of `domain/lifecycle.ts`, which cover every case. Both paths give identical results.
 */
export function createChainRun(options: ChainRunOptions): ChainRun {
  const { coin, idOf, sums, onClosed, after } = options;
  const isSimple = isPerp(coin);
  let count = after?.num ?? options.count;
  let lastMs = after?.lastMs ?? Number.NEGATIVE_INFINITY;
  /** Whether the sums hold the open lifecycle. A lifecycle that does not fit them is in `fold`. */
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

  /** Slow path: applies the rules of `domain/lifecycle.ts`. */
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

/** Whether all fills of a moment are ordinary and follow each other in order. */
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
    // A flip closes one lifecycle and opens another.
    if (held * start < 0) return false;
  }
  return true;
}
