import { bareName } from '../../domain/coin-spelling.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import type { PositionRow } from '../../positions/position-columns.ts';
import { valuedRow } from '../../positions/valued-positions.ts';
import type { Sources } from '../sources.ts';

/** A wallet's open positions in a ticker, summed over all dexes. */
export interface UnderlyingPosition {
  /** Coins, signed. */
  size: number;
  /** Σ |size| × mark, USD; undefined if a coin has no price. */
  notional: number | undefined;
  /** Undefined if an entry or a price is unknown. */
  unrealizedPnl: number | undefined;
  /** Weighted by notional; undefined if unknown for all. */
  leverage: number | undefined;
}

export interface UnderlyingPositions {
  /** The ticker's coins with open positions. */
  readonly coins: readonly string[];
  /** Undefined without a position. */
  of(address: string): UnderlyingPosition | undefined;
}

/** @param ticker with or without dex, in any case */
export function underlyingPositions(
  { positions, market }: Pick<Sources, 'positions' | 'market'>,
  ticker: string,
  nowMs: number,
): UnderlyingPositions {
  const coins = positions.coins().filter((coin) => bareName(coin) === bareName(ticker));
  const marks = new Map(coins.map((coin) => [coin, market.mark(coin)?.px]));
  const valued = (row: PositionRow) => {
    const px = marks.get(row.coin);
    return valuedRow(row, { markPx: px === undefined ? undefined : Number(px), nowMs });
  };
  return {
    coins,
    of(address) {
      const held = positions.ofWallet(address, coins).map(valued);
      if (held.length === 0) return undefined;
      const sum = (value: (one: (typeof held)[number]) => number) =>
        held.reduce((all, one) => all + value(one), 0);
      const whole = (field: 'notional' | 'unrealizedPnl') =>
        held.some((one) => one[field] === undefined) ? undefined : roundedUsd(sum((one) => one[field] ?? 0));
      const levered = sum(({ notional = 0, leverage }) => (leverage === undefined ? 0 : notional));
      return {
        size: sum(({ size }) => size),
        notional: whole('notional'),
        unrealizedPnl: whole('unrealizedPnl'),
        leverage:
          levered === 0 ? undefined : sum(({ notional = 0, leverage = 0 }) => notional * leverage) / levered,
      };
    },
  };
}
