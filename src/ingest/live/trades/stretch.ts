import type { Span } from '../../../kernel/span.ts';
import type { WireTrade } from '../../../wire/trade.ts';

/** Trades of a coin that nothing can bring back, in a span of the exchange's time. */
export interface TradeGap extends Span {
  coin: string;
}

/** Where a coin's trades end. */
export interface LastTrade {
  timeMs: number;
  /** −1 where no trade is known, only the time. */
  tid: number;
}

/** A part of a coin's trades that was not seen, or not yet. */
export interface UnseenStretch {
  /** The last trade before it. */
  anchor: LastTrade;
  /** Time of the oldest trade that was seen behind it; Infinity before there is one. */
  toMs: number;
  /** As it was reported as open, by this run or earlier ones. */
  readonly open: TradeGap[];
}

/** Stretches of one coin; of more the newest are one, with what was seen between. */
const stretchLimit = 16;

/**
 * What trades that came together say of the stretches before them: they are all there were since the oldest of them.
 * Stretches end where they begin from now on.
 *
 * @param isAll There were none before them either.
 * @returns the stretches that are filled, and since when the coin is complete, where a stretch reported as open is smaller now
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
    // Of the oldest millisecond others may be missing.
    const fromMs = isFilled ? anchor.timeMs : stretch.toMs + 1;
    const isSmaller = isFilled || stretch.toMs < beforeMs;
    if (isSmaller && open.some(({ toMs }) => toMs >= fromMs))
      completeFromMs = Math.min(completeFromMs ?? fromMs, fromMs);
  }
  return { filled, completeFromMs };
}

/** Makes the trades after `anchor` one more stretch, unless those behind an earlier one are not seen yet. */
export function beginStretch(stretches: UnseenStretch[], anchor: LastTrade | undefined): void {
  const newest = stretches.at(-1);
  if (
    newest !== undefined &&
    (newest.toMs === Number.POSITIVE_INFINITY || stretches.length >= stretchLimit)
  ) {
    newest.toMs = Number.POSITIVE_INFINITY;
    // It was reported as open behind trades that were not stored before a kill.
    if (anchor !== undefined && anchor.timeMs < newest.anchor.timeMs) newest.anchor = anchor;
  } else if (anchor !== undefined) stretches.push({ anchor, toMs: Number.POSITIVE_INFINITY, open: [] });
}

/**
 * Stretches of one coin that an earlier run reported as open.
 * @param last Its newest stored trade: what a run was killed before it could store is unseen still.
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

/** All that is not known of a stretch. */
export function gapOf(coin: string, { anchor, toMs }: UnseenStretch): TradeGap {
  return { coin, fromMs: anchor.timeMs, toMs };
}

export function unknownAt(timeMs: number): LastTrade {
  return { timeMs, tid: -1 };
}

function reaches({ time, tid }: WireTrade, anchor: LastTrade): boolean {
  return time < anchor.timeMs || (time === anchor.timeMs && (tid === anchor.tid || anchor.tid < 0));
}
