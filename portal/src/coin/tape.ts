/** A listed trade, from the taker's side. */
export interface TapeTrade {
  tid: number;
  timeMs: number;
  price: number;
  /** Coins. */
  size: number;
  isBuy: boolean;
  /** Who took. */
  wallet: string;
  isLiquidation: boolean;
  /** False while only the side that gave is known. */
  isTaker: boolean;
}

/** A side of a trade as streams have it: the wallet, and the fill as the exchange writes it. */
type Side = readonly [
  wallet: string,
  fill: {
    tid?: number;
    time: number;
    px: string;
    sz: string;
    side: 'B' | 'A';
    crossed: boolean;
    liquidation?: object;
  },
];

/** Rows that are kept. */
export const tapeRows = 60;

/**
 * Adds the trades of a message to the tape. Of the two sides of a trade, keeps the taker's.
 *
 * @param tape newest first
 * @param message of the trades feed; anything else, such as a gap, changes nothing
 */
export function withTrades(tape: readonly TapeTrade[], message: unknown): readonly TapeTrade[] {
  if (!Array.isArray(message) || message.length === 0) return tape;
  const byKey = new Map(tape.map((trade) => [keyOf(trade), trade]));
  for (const [wallet, fill] of message as Side[]) {
    const { tid = 0, time: timeMs, px, sz, side, crossed, liquidation } = fill;
    const trade: TapeTrade = {
      tid,
      timeMs,
      price: Number(px),
      size: Number(sz),
      isBuy: side === 'B',
      wallet,
      isLiquidation: liquidation !== undefined,
      isTaker: crossed,
    };
    const known = byKey.get(keyOf(trade));
    if (known === undefined || (crossed && !known.isTaker)) byKey.set(keyOf(trade), trade);
  }
  return [...byKey.values()].sort((a, b) => b.timeMs - a.timeMs || b.tid - a.tid).slice(0, tapeRows);
}

/** Both sides of a trade share a key; a fill without a trade id gets a key of its own. */
export function keyOf({ tid, timeMs, wallet, price, size }: TapeTrade): string {
  return tid === 0 ? `${timeMs} ${wallet} ${price} ${size}` : String(tid);
}

/**
 * When a tape has to begin to be full at once, unix ms: at the first of the newest minutes that together have enough trades.
 *
 * @param minutes candles of a minute, oldest first
 */
export function tapeStart(minutes: readonly { timeMs: number; tradeCount: number }[]): number | undefined {
  let trades = 0;
  for (const { timeMs, tradeCount } of minutes.toReversed()) {
    trades += tradeCount;
    if (trades >= tapeRows) return timeMs;
  }
  return minutes[0]?.timeMs;
}
