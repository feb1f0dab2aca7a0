import type { Static } from 'typebox';
import { largestRows } from '../../boards/largest-rows.ts';
import type { RecentFills } from '../../boards/recent-fills.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Span } from '../../kernel/span.ts';
import type { tradeBody } from '../bodies/trade.ts';

type Trade = Static<typeof tradeBody>;

/** Selects trades among the newest fills. */
export interface TradesWanted {
  window: Span;
  limit: number;
  /** Default: all coins. */
  coin?: string | undefined;
  /** Selects wallets by number; default: all wallets. */
  accept?(wallet: number): boolean;
}

/** The newest trades, newest first, from memory. @returns undefined if memory does not reach back far enough */
export function newestTrades(fills: RecentFills, wanted: TradesWanted): Trade[] | undefined {
  const { window, limit } = wanted;
  const accept = accepting(fills, wanted);
  const trades: Trade[] = [];
  const first = fills.placeOf(window.fromMs);
  for (let at = fills.placeOf(window.toMs + 1) - 1; at >= first && trades.length < limit; at--) {
    if (accept(at)) trades.push(tradeAt(fills, at));
  }
  return trades.length === limit || window.fromMs >= fills.fromMs ? trades : undefined;
}

/**
 * The trades with the largest absolute closed PnL, ties newest first, from memory.
 * @returns undefined if memory does not reach back far enough
 */
export function largestTrades(fills: RecentFills, wanted: TradesWanted): Trade[] | undefined {
  const { window, limit } = wanted;
  if (window.fromMs < fills.fromMs) return undefined;
  const { pnl } = fills.columns;
  const accept = accepting(fills, wanted);
  const first = fills.placeOf(window.fromMs);
  const size = (row: number) => Math.abs(pnl[first + row]!);
  const { rows } = largestRows(fills.placeOf(window.toMs + 1) - first, {
    accept: (row) => accept(first + row),
    value: size,
    wanted: limit,
  });
  const ranked = rows.sort((a, b) => size(b) - size(a) || b - a);
  return ranked.slice(0, limit).map((row) => tradeAt(fills, first + row));
}

function accepting(fills: RecentFills, { coin, accept }: TradesWanted): (at: number) => boolean {
  const { columns } = fills;
  const only = coin === undefined ? undefined : (fills.numberOf(coin) ?? -1);
  return (at) =>
    (only === undefined || columns.coin[at] === only) &&
    (accept === undefined || accept(columns.wallet[at]!));
}

function tradeAt(fills: RecentFills, at: number): Trade {
  const { columns } = fills;
  const rawTime = columns.timeMs[at]!;
  return {
    tradeTime: rfc3339(rawTime),
    address: fills.address(columns.wallet[at]!),
    coin: fills.coin(columns.coin[at]!)!,
    side: columns.isBuy[at] === 1 ? 'B' : 'A',
    direction: fills.direction(columns.direction[at]!),
    price: columns.price[at]!,
    size: columns.size[at]!,
    volume: columns.volume[at]!,
    pnl: columns.pnl[at]!,
    fee: columns.fee[at]!,
    tid: columns.tid[at]!,
    rawTime,
    startPosition: columns.startPosition[at]!,
  };
}
