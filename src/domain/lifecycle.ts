import type { ChainRules } from './chain-rules.ts';
import type { LifecycleIds } from './lifecycle-id.ts';
import type { PositionFill } from './open-position.ts';

/** Raised where the same fills give other lifecycles, or other sums of them, so that stored ones are folded again. */
export const lifecycleRules = 10;

/** What a lifecycle depends on of a fill. Fees are in USD × 10^22, all else as in {@link PositionFill}. */
export interface LifecycleFill extends PositionFill {
  tid: number;
  oid: number;
  /** Negative for rebates. */
  fee: bigint;
  builderFee: bigint;
  /** How the wallet itself was liquidated by this fill, `market` or `backstop`; empty where it was not. */
  liquidation: string;
  /** What closes a lifecycle that ends with this fill. */
  closing: Closing;
}

/** How a position was closed: by a trade, or by the exchange. `unknown`: by a fill that is missing. */
export type Closing = 'trade' | 'liquidation' | 'adl' | 'settlement' | 'conversion' | 'unknown';

/**
 * One position of one wallet in one coin from flat to flat (docs/methodology.md#position-lifecycles);
 * of a spot pair or an outcome a balance. Sizes and PnL are integers × 10^12, costs, fees and penalties
 * × 10^22 (USD). Built up in place by {@link ChainFold}.
 */
export interface Lifecycle {
  /** Positive, below 2^53. */
  id: number;
  /** Among those of its chain, from 1. */
  num: number;
  isLong: boolean;
  /** Of the fill that it begins with, unix milliseconds. */
  openedMs: number;
  /** Of its newest fill. */
  lastMs: number;
  isClosed: boolean;
  /** Its opening was not seen, or a fill is missing since. */
  isCensored: boolean;
  /** No other fill of its millisecond came before: a fold may begin with it. */
  startsApart: boolean;
  fills: number;
  /** Signed; 0 once closed. */
  position: bigint;
  peakSize: bigint;
  /** Least and largest price of its fills, × 10^10. */
  lowPx: bigint;
  highPx: bigint;
  /** Of the parts that increased it: their size, and price × size. */
  openedSize: bigint;
  entryCost: bigint;
  /** Of the parts that decreased it. */
  closedSize: bigint;
  exitCost: bigint;
  pnl: bigint;
  fees: bigint;
  builderFees: bigint;
  /** Of the fills that liquidated the wallet, as far as they closed it: how many, how (the last one's), their closed PnL and fees. */
  liquidatedFills: number;
  liquidationMethod: string;
  liquidationPnl: bigint;
  penalty: bigint;
  deleveragedFills: number;
  /** Empty while it is open. */
  closedBy: Closing | '';
}

/** What of a fill belongs to a lifecycle: the whole of it, or one side of a flip. */
export interface FillShare {
  size: bigint;
  /** The exchange's figure leaves out the opened part: whole to the lifecycle that closes. */
  pnl: bigint;
  fee: bigint;
  builderFee: bigint;
  isSplit: boolean;
}

/** Folds the fills of one wallet and coin, in the order of the chain, into lifecycles. */
export interface ChainFold {
  readonly open: Lifecycle | undefined;
  add(fill: LifecycleFill): void;
}

export interface ChainFoldOptions {
  rules: ChainRules;
  idOf: LifecycleIds;
  /** Gets each lifecycle when it is closed: nothing changes in it any more. */
  onClosed(lifecycle: Lifecycle): void;
  /** Gets every fill, and for a flip both of its shares. */
  onShare?(lifecycle: Lifecycle, fill: LifecycleFill, share: FillShare): void;
  /** Newest lifecycle of the chain, open or closed, from which the fold resumes. */
  after?: Lifecycle | undefined;
  /** Number of earlier lifecycles if {@link after} is not given. */
  count?: number;
  /** Of the newest fill before, unix milliseconds, where {@link after} is not given. */
  lastMs?: number;
}

/**
 * After a missing fill the lifecycle continues, censored, if the next fill starts from a position on the same side;
 * otherwise the lifecycle has ended, censored. A lifecycle that begins with a position is censored from its start.
 */
export function createChainFold(options: ChainFoldOptions): ChainFold {
  const { rules, idOf, onClosed, onShare, after } = options;
  let open = after === undefined || after.isClosed ? undefined : after;
  let count = after?.num ?? options.count ?? 0;
  let lastMs = after?.lastMs ?? options.lastMs ?? Number.NEGATIVE_INFINITY;

  function begin(fill: LifecycleFill, isLong: boolean, isUnseen: boolean): Lifecycle {
    count += 1;
    open = emptyLifecycle(idOf(fill, isUnseen), count, fill.timeMs);
    open.isLong = isLong;
    open.isCensored = isUnseen;
    open.startsApart = lastMs < fill.timeMs;
    return open;
  }

  function end(lifecycle: Lifecycle, closedBy: Closing): void {
    lifecycle.isClosed = true;
    lifecycle.closedBy = closedBy;
    lifecycle.position = 0n;
    open = undefined;
    onClosed(lifecycle);
  }

  function take(lifecycle: Lifecycle, fill: LifecycleFill, position: bigint, share: FillShare): void {
    lifecycle.lastMs = fill.timeMs;
    if (lifecycle.fills === 0 || fill.px < lifecycle.lowPx) lifecycle.lowPx = fill.px;
    if (lifecycle.fills === 0 || fill.px > lifecycle.highPx) lifecycle.highPx = fill.px;
    lifecycle.fills += 1;
    lifecycle.position = position;
    const size = position < 0n ? -position : position;
    if (size > lifecycle.peakSize) lifecycle.peakSize = size;
    lifecycle.pnl += share.pnl;
    lifecycle.fees += share.fee;
    lifecycle.builderFees += share.builderFee;
    onShare?.(lifecycle, fill, share);
  }

  return {
    get open() {
      return open;
    },
    add(fill) {
      const { closedSz, openedSz, endPosition } = rules.parts(fill);
      const { startPosition, px } = fill;
      const start = rules.isFlat(startPosition, px) ? 0n : startPosition;
      if (open !== undefined && !rules.continues(open, fill)) {
        open.isCensored = true;
        if (start === 0n || start > 0n !== open.isLong) end(open, 'unknown');
      }
      const isFlip = closedSz > 0n && openedSz > 0n;
      const opening = isFlip ? openedShare(fill, openedSz) : wholeShare(fill);
      if (closedSz > 0n) {
        const held = open ?? begin(fill, start === 0n ? !fill.isBuy : start > 0n, true);
        const size = start < 0n ? -start : start;
        if (size > held.peakSize) held.peakSize = size;
        held.closedSize += closedSz;
        held.exitCost += closedSz * fill.px;
        const position = isFlip ? 0n : endPosition;
        const closing = isFlip ? closedShare(fill, closedSz, opening) : opening;
        take(held, fill, position, closing);
        // What a fill opens is liquidated by none: a flip closed another one first.
        if (fill.liquidation !== '') addLiquidation(held, fill, closing);
        if (fill.closing === 'adl') held.deleveragedFills += 1;
        if (position === 0n) end(held, fill.closing);
        lastMs = fill.timeMs;
      }
      if (openedSz > 0n) {
        const held = open ?? begin(fill, endPosition > 0n, start !== 0n && !isFlip);
        held.openedSize += openedSz;
        held.entryCost += openedSz * fill.px;
        take(held, fill, endPosition, opening);
        lastMs = fill.timeMs;
      }
    },
  };
}

function emptyLifecycle(id: number, num: number, timeMs: number): Lifecycle {
  return {
    id,
    num,
    isLong: true,
    openedMs: timeMs,
    lastMs: timeMs,
    isClosed: false,
    isCensored: false,
    startsApart: false,
    fills: 0,
    position: 0n,
    peakSize: 0n,
    lowPx: 0n,
    highPx: 0n,
    openedSize: 0n,
    entryCost: 0n,
    closedSize: 0n,
    exitCost: 0n,
    pnl: 0n,
    fees: 0n,
    builderFees: 0n,
    liquidatedFills: 0,
    liquidationMethod: '',
    liquidationPnl: 0n,
    penalty: 0n,
    deleveragedFills: 0,
    closedBy: '',
  };
}

function addLiquidation(lifecycle: Lifecycle, fill: LifecycleFill, share: FillShare): void {
  lifecycle.liquidatedFills += 1;
  lifecycle.liquidationMethod = fill.liquidation;
  lifecycle.liquidationPnl += share.pnl;
  lifecycle.penalty += share.fee;
}

function wholeShare({ sz, closedPnl, fee, builderFee }: LifecycleFill): FillShare {
  return { size: sz, pnl: closedPnl, fee, builderFee, isSplit: false };
}

/** What a flip opens, by size; what rounding cuts off stays with the part that closes, so that both add up to the fill. */
function openedShare({ sz, fee, builderFee }: LifecycleFill, size: bigint): FillShare {
  return { size, pnl: 0n, fee: (fee * size) / sz, builderFee: (builderFee * size) / sz, isSplit: true };
}

function closedShare(fill: LifecycleFill, size: bigint, opened: FillShare): FillShare {
  const { closedPnl, fee, builderFee } = fill;
  return {
    size,
    pnl: closedPnl,
    fee: fee - opened.fee,
    builderFee: builderFee - opened.builderFee,
    isSplit: true,
  };
}
