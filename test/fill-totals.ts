import { Decimal } from 'decimal.js';
import type { SourceFill } from '../src/ingest/source-fill.ts';

// Computed from the fills by the definitions of docs/methodology.md#sums alone, fill by fill and with exact decimals; compared with the
// engine's rollups.
Decimal.set({ precision: 60 });

export interface Totals {
  trades: number;
  wins: number;
  pnl: Decimal;
  volume: Decimal;
  fees: Decimal;
  largestWin: Decimal;
  largestLoss: Decimal;
  firstMs: number;
  lastMs: number;
}

export interface WalletTotals extends Totals {
  /** By UTC date. */
  days: Map<string, Totals>;
  coins: Map<string, Totals>;
}

const noMarketTrade = [
  'Spot Dust Conversion',
  'Settlement',
  'Split Outcome',
  'Merge Outcome',
  'Negate Outcome',
];
const usdTokens = ['USDC', 'USDH', 'USDE', 'USDT0'];

/** Price × size; 0 where nothing changed hands on a market. */
export function volumeOf({ fill }: SourceFill): Decimal {
  return noMarketTrade.includes(fill.dir) ? new Decimal(0) : new Decimal(fill.px).mul(fill.sz);
}

/** USD fee of each fill; the fills must be in ingestion order. */
export function feesUsd(fills: readonly SourceFill[]): Decimal[] {
  const prices = new Map<string, Decimal>();
  return fills.map(({ fill }) => {
    const token = fill.feeToken ?? 'USDC';
    if (!fill.coin.startsWith('@')) prices.set(fill.coin, new Decimal(fill.px));
    if (usdTokens.includes(token)) return new Decimal(fill.fee);
    const spot = fill.coin.startsWith('@') || fill.coin.includes('/');
    if (spot && fill.side === 'B') prices.set(token, new Decimal(fill.px));
    return new Decimal(fill.fee).mul(prices.get(token) ?? 0);
  });
}

export function winRateOf({ wins, trades }: Totals): number {
  return (wins * 100) / trades;
}

function emptyTotals(): Totals {
  const zero = new Decimal(0);
  return {
    trades: 0,
    wins: 0,
    pnl: zero,
    volume: zero,
    fees: zero,
    largestWin: new Decimal(-Infinity),
    largestLoss: zero,
    firstMs: Infinity,
    lastMs: 0,
  };
}

function count(totals: Totals, record: SourceFill, fee: Decimal): void {
  const { fill } = record;
  const pnl = new Decimal(fill.closedPnl);
  totals.trades += 1;
  if (pnl.gt(0)) totals.wins += 1;
  totals.pnl = totals.pnl.plus(pnl);
  totals.volume = totals.volume.plus(volumeOf(record));
  totals.fees = totals.fees.plus(fee);
  totals.largestWin = Decimal.max(totals.largestWin, pnl);
  totals.largestLoss = Decimal.min(totals.largestLoss, pnl);
  totals.firstMs = Math.min(totals.firstMs, fill.time);
  totals.lastMs = Math.max(totals.lastMs, fill.time);
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Every wallet's totals. */
export function walletTotals(fills: readonly SourceFill[]): Map<string, WalletTotals> {
  const wallets = new Map<string, WalletTotals>();
  const fees = feesUsd(fills);
  for (const [index, record] of fills.entries()) {
    const { wallet, fill } = record;
    const totals = entry(wallets, wallet, () => ({ ...emptyTotals(), days: new Map(), coins: new Map() }));
    const day = new Date(fill.time).toISOString().slice(0, 10);
    for (const part of [
      totals,
      entry(totals.days, day, emptyTotals),
      entry(totals.coins, fill.coin, emptyTotals),
    ]) {
      count(part, record, fees[index]!);
    }
  }
  return wallets;
}

/** Totals of each coin, most fills first, ties by name. */
export function tradedCoins(totals: ReadonlyMap<string, WalletTotals>) {
  const coins = new Map<string, { fills: number; traders: number; pnl: Decimal }>();
  for (const wallet of totals.values()) {
    for (const [coin, part] of wallet.coins) {
      const sum = coins.get(coin) ?? { fills: 0, traders: 0, pnl: new Decimal(0) };
      coins.set(coin, {
        fills: sum.fills + part.trades,
        traders: sum.traders + 1,
        pnl: sum.pnl.plus(part.pnl),
      });
    }
  }
  return [...coins]
    .sort(([coinA, a], [coinB, b]) => b.fills - a.fills || (coinA < coinB ? -1 : 1))
    .map(([coin, { fills, traders, pnl }]) => ({ coin, fills, traders, pnlUsd: pnl.toNumber() }));
}
