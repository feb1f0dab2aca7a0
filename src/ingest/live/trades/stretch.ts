import type { Span } from '../../../kernel/span.ts';
import type { WireTrade } from '../../../wire/trade.ts';

/** Span of the exchange's time in which trades of a coin are missing. */
export interface TradeGap extends Span {
  coin: string;
}

export interface LastTrade {
  timeMs: number;
  /** −1 if only the time is known. */
  tid: number;
}

/** Part of a coin's trades that was not seen, or not yet. */
export interface UnseenStretch {
  /** Last trade before the stretch. */
  anchor: LastTrade;
  /** Time of the oldest trade seen after the stretch; Infinity until there is one. */
  toMs: number;
  /** Gaps reported as open for the stretch, by this run or earlier ones. */
  readonly open: TradeGap[];
}

/** Maximum stretches of one coin; beyond, the newest stretch also covers later interruptions and the trades seen between. */
const stretchLimit = 16;

/**
 * Shortens the stretches before trades that arrived together. These are all trades since the oldest of them, so stretches end
 * there.
 *
 * @param isAll True if the coin has no earlier trades either.
 * @returns the filled stretches, and the time since which the coin is complete; undefined unless a stretch reported as open
 * shrank
 */
export function meetTrades(
  stretches: readonly UnseenStretch[],
  trades: readonly WireTrade[],
  isAll = false,
): { filled: UnseenStretch[]; completeFromMs: number | undefined } {
  const oldestMs = trades.reduce((oldest, { time }) => Math.min(oldest, time), Number.POSITIVE_INFINITY);
  const filled: UnseenStretch[] = [];
  let completeFromMs: number | undefined;
  for (const stretch of stretches) {
    const { anchor, open, toMs: beforeMs } = stretch;
    const isFilled = isAll || trades.some((trade) => reaches(trade, anchor));
    if (isFilled) filled.push(stretch);
    stretch.toMs = Math.max(anchor.timeMs, Math.min(beforeMs, isAll ? anchor.timeMs : oldestMs));
    // Other trades of the oldest millisecond may be missing.
    const fromMs = isFilled ? anchor.timeMs : stretch.toMs + 1;
    const isSmaller = isFilled || stretch.toMs < beforeMs;
    if (isSmaller && open.some(({ toMs }) => toMs >= fromMs))
      completeFromMs = Math.min(completeFromMs ?? fromMs, fromMs);
  }
  return { filled, completeFromMs };
}

/** Adds a stretch after `anchor`. Extends the newest stretch instead if no trade behind it was seen yet, or if the limit is reached. */
export function beginStretch(stretches: UnseenStretch[], anchor: LastTrade | undefined): void {
  const newest = stretches.at(-1);
  if (
    newest !== undefined &&
    (newest.toMs === Number.POSITIVE_INFINITY || stretches.length >= stretchLimit)
  ) {
    newest.toMs = Number.POSITIVE_INFINITY;
    // A kill lost trades before a stretch that was already reported as open: the stretch begins earlier.
    if (anchor !== undefined && anchor.timeMs < newest.anchor.timeMs) newest.anchor = anchor;
  } else if (anchor !== undefined) stretches.push({ anchor, toMs: Number.POSITIVE_INFINITY, open: [] });
}

/**
 * Stretches of one coin that an earlier run reported as open.
 * @param last Newest stored trade of the coin; trades that a killed run did not store are still unseen.
 */
export function leftStretches(open: readonly TradeGap[], last: LastTrade | undefined): UnseenStretch[] {
  const stretches: UnseenStretch[] = [];
  for (const gap of open.toSorted((a, b) => a.fromMs - b.fromMs || a.toMs - b.toMs)) {
    const toMs = gap.toMs > (last?.timeMs ?? 0) ? Number.POSITIVE_INFINITY : gap.toMs;
    const before = stretches.at(-1);
    const isSame = before !== undefined && (gap.fromMs < before.toMs || gap.fromMs === before.anchor.timeMs);
    if (isSame) {
      before.toMs = Math.max(before.toMs, toMs);
      before.open.push(gap);
    } else stretches.push({ anchor: unknownAt(gap.fromMs), toMs, open: [gap] });
  }
  return stretches;
}

export function gapOf(coin: string, { anchor, toMs }: UnseenStretch): TradeGap {
  return { coin, fromMs: anchor.timeMs, toMs };
}

export function unknownAt(timeMs: number): LastTrade {
  return { timeMs, tid: -1 };
}

function reaches({ time, tid }: WireTrade, anchor: LastTrade): boolean {
  return time < anchor.timeMs || (time === anchor.timeMs && (tid === anchor.tid || anchor.tid < 0));
}
