import { Decimal } from 'decimal.js';
import type { FillDraft } from './source-fills.ts';

/** A lifecycle as its words say, found by walking one unit of size at a time. */
export interface PlainLifecycle {
  wallet: string;
  coin: string;
  num: number;
  side: 'long' | 'short';
  openedMs: number;
  lastMs: number;
  isClosed: boolean;
  fills: number;
  peak: number;
  entryVwap: number;
  exitVwap: number | undefined;
  pnl: number;
  fees: number;
  liquidated: boolean;
  /** Of the fills that liquidated it: the last one's method, their fees and their closed PnL. */
  method: string;
  penalty: number;
  liquidationPnl: number;
}

/**
 * Lifecycles of chains that start flat and have no gap, of whole sizes: a run of positions that are not 0. Sizes are walked one
 * by one, so that nothing has to know of flips.
 *
 * @param fills in the order in which they happened
 */
export function plainLifecycles(fills: readonly FillDraft[]): PlainLifecycle[] {
  const found: PlainLifecycle[] = [];
  for (const chain of Map.groupBy(fills, ({ wallet, coin }) => `${wallet} ${coin}`).values()) {
    found.push(...lifecyclesOfChain(chain));
  }
  return found;
}

interface Walked {
  row: PlainLifecycle;
  fills: Set<FillDraft>;
  entries: Decimal[];
  exits: Decimal[];
  pnl: Decimal;
  fees: Decimal;
  penalty: Decimal;
}

function lifecyclesOfChain(chain: readonly FillDraft[]): PlainLifecycle[] {
  const walked: Walked[] = [];
  let position = 0;
  for (const fill of chain) {
    const {
      wallet,
      coin = '',
      time,
      side,
      px = '0',
      sz = '0',
      fee = '0',
      closedPnl = '0',
      liquidation,
    } = fill;
    let closer: Walked | undefined;
    for (let left = Number(sz); left > 0; left--) {
      const before = position;
      position += side === 'B' ? 1 : -1;
      if (before === 0) {
        const row = {
          wallet,
          coin,
          num: walked.length + 1,
          openedMs: time,
          lastMs: time,
          isClosed: false,
          fills: 0,
        };
        const rest = {
          peak: 0,
          entryVwap: 0,
          exitVwap: undefined,
          pnl: 0,
          fees: 0,
          liquidated: false,
          method: '',
          penalty: 0,
          liquidationPnl: 0,
        };
        const zero = new Decimal(0);
        const empty = {
          fills: new Set<FillDraft>(),
          entries: [],
          exits: [],
          pnl: zero,
          fees: zero,
          penalty: zero,
        };
        walked.push({ row: { ...row, ...rest, side: side === 'B' ? 'long' : 'short' }, ...empty });
      }
      const one = walked.at(-1)!;
      const grows = Math.abs(position) > Math.abs(before);
      (grows ? one.entries : one.exits).push(new Decimal(px));
      if (!grows) closer = one;
      one.fills.add(fill);
      one.row.lastMs = time;
      one.row.peak = Math.max(one.row.peak, Math.abs(position));
      one.row.isClosed = position === 0;
      // What a fill opens is liquidated by none: it closes one first.
      if (!grows && liquidation?.liquidatedUser === wallet) {
        one.row.liquidated = true;
        one.row.method = liquidation.method;
        one.penalty = one.penalty.plus(new Decimal(fee).div(sz));
      }
      one.fees = one.fees.plus(new Decimal(fee).div(sz));
    }
    if (closer === undefined) continue;
    closer.pnl = closer.pnl.plus(closedPnl);
    if (liquidation?.liquidatedUser === wallet) closer.row.liquidationPnl += Number(closedPnl);
  }
  const mean = (prices: Decimal[]) =>
    Decimal.sum(...prices)
      .div(prices.length)
      .toNumber();
  return walked.map(({ row, fills, entries, exits, pnl, fees, penalty }) => ({
    ...row,
    fills: fills.size,
    entryVwap: mean(entries),
    exitVwap: exits.length === 0 ? undefined : mean(exits),
    pnl: pnl.toNumber(),
    fees: fees.toNumber(),
    penalty: penalty.toNumber(),
  }));
}

/** Wallets by the PnL of these lifecycles, in whole cents: those that won and those that lost, the largest first. */
export function plainLeaders(closed: readonly PlainLifecycle[]) {
  const rows = [...Map.groupBy(closed, ({ wallet }) => wallet)].map(([wallet, own]) => ({
    wallet,
    realizedPnl: Decimal.sum(...own.map(({ pnl }) => pnl)).toNumber(),
    positionsClosed: own.length,
    liquidations: own.filter(({ liquidated }) => liquidated).length,
  }));
  return {
    won: rows.filter(({ realizedPnl }) => realizedPnl > 0).sort((a, b) => b.realizedPnl - a.realizedPnl),
    lost: rows.filter(({ realizedPnl }) => realizedPnl < 0).sort((a, b) => a.realizedPnl - b.realizedPnl),
  };
}
