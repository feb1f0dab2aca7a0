import { Decimal } from 'decimal.js';
import type { SourceFill } from '../src/ingest/source-fill.ts';
import { type FillDraft, seededNumbers, sourceFills, walletOf } from './source-fills.ts';

/*
 * Fills of outcomes, and what they come to by the words of docs/methodology.md#outcomes-hip-4 alone,
 * one fill at a time: what the queries are compared with.
 */

const dayMs = 86_400_000;

/** Outcomes of the fills are from here on. */
export const firstOutcome = 100;

/**
 * Matches of wallets in outcomes over `days` up to `nowMs`, and rows that are no trades. Of every seventh match only one side is
 * stored; every third trades Yes against No; some are at 0.5, where splits are.
 */
export function outcomeFills(options: {
  seed: number;
  matches: number;
  outcomes: number;
  wallets: number;
  days: number;
  nowMs: number;
}): SourceFill[] {
  const { seed, matches, outcomes, wallets, days, nowMs } = options;
  const below = seededNumbers(seed);
  const stepMs = Math.floor((days * dayMs) / matches);
  const drafts = Array.from({ length: matches }, (_, index): FillDraft[] => {
    const time = nowMs - (matches - 1 - index) * stepMs;
    const outcome = firstOutcome + below(outcomes);
    const [taker, maker] = [walletOf(1 + below(wallets)), walletOf(1 + below(wallets))];
    const side = below(2);
    const coin = (sideIndex: number) => `#${outcome * 10 + sideIndex}`;
    const pnl = () => (below(2) === 0 ? '0' : `${below(3) === 0 ? '-' : ''}${below(40)}.${below(100)}`);
    if (index % 9 === 8) {
      const dir = ['Split Outcome', 'Merge Outcome', 'Settlement', 'Negate Outcome', 'Merge Question'][
        below(5)
      ]!;
      const rows = dir === 'Settlement' ? [side] : [0, 1];
      return rows.map((sideIndex) => ({
        wallet: taker,
        time,
        coin: coin(sideIndex),
        dir,
        tid: 0,
        crossed: true,
        closedPnl: pnl(),
        side: dir === 'Split Outcome' ? 'B' : 'A',
        px: dir === 'Settlement' ? String(below(2)) : '0.5',
        sz: String(1 + below(500)),
      }));
    }
    const cents = index % 10 === 3 ? 50 : 1 + below(98);
    const sz = String(1 + below(900));
    const isMint = index % 3 === 0;
    const isBuy = below(2) === 0;
    const own = { time, sz, tid: 5_000 + index };
    const took: FillDraft = {
      ...own,
      wallet: taker,
      coin: coin(side),
      crossed: true,
      closedPnl: pnl(),
      fee: '0.01',
      feeToken: 'USDH',
      side: isBuy ? 'B' : 'A',
      dir: isBuy ? 'Buy' : 'Sell',
      px: String(cents / 100),
    };
    const isMakerBuyer = isMint ? isBuy : !isBuy;
    const made: FillDraft = {
      ...own,
      wallet: maker,
      coin: coin(isMint ? 1 - side : side),
      crossed: false,
      closedPnl: pnl(),
      side: isMakerBuyer ? 'B' : 'A',
      dir: isMakerBuyer ? 'Buy' : 'Sell',
      px: String((isMint ? 100 - cents : cents) / 100),
    };
    return index % 7 === 5 ? [[took], [made]][below(2)]! : [took, made];
  });
  return sourceFills(drafts.flat());
}

/** A fill as it counts for an outcome. */
export interface OutcomeRow {
  outcomeId: number;
  sideIndex: number;
  coin: string;
  wallet: string;
  time: number;
  isTrade: boolean;
  isBuy: boolean;
  isTaker: boolean;
  tid: number;
  dir: string;
  px: Decimal;
  sz: Decimal;
  notional: Decimal;
  pnl: Decimal;
}

/** The rows of outcomes from `fromMs` to `toMs`, both included. */
export function outcomeRows(fills: readonly SourceFill[], fromMs: number, toMs: number): OutcomeRow[] {
  return fills
    .filter(({ fill }) => fill.coin.startsWith('#') && fill.time >= fromMs && fill.time <= toMs)
    .map(({ wallet, fill }) => {
      const encoding = Number(fill.coin.slice(1));
      const [px, sz] = [new Decimal(fill.px), new Decimal(fill.sz)];
      return {
        outcomeId: Math.floor(encoding / 10),
        sideIndex: encoding % 10,
        coin: fill.coin,
        wallet,
        time: fill.time,
        isTrade: ['Buy', 'Sell'].includes(fill.dir),
        isBuy: fill.side === 'B',
        isTaker: fill.crossed,
        tid: Number(fill.tid),
        dir: fill.dir,
        px,
        sz,
        notional: px.mul(sz),
        pnl: new Decimal(fill.closedPnl),
      };
    });
}

/** One row a match: the taker's, else the only one. */
export function matchesOf(rows: readonly OutcomeRow[]): OutcomeRow[] {
  const found = new Map<string, OutcomeRow>();
  for (const row of rows) {
    const key = `${row.outcomeId} ${row.time} ${row.tid}`;
    if (row.isTrade && (row.isTaker || !found.has(key))) found.set(key, row);
  }
  return [...found.values()];
}

export function sumOf(rows: readonly OutcomeRow[], value: (row: OutcomeRow) => Decimal): number {
  return rows.reduce((sum, row) => sum.plus(value(row)), new Decimal(0)).toNumber();
}

/** The times of the first and the last trade, as answers have them. */
export function tradedBetween(rows: readonly OutcomeRow[]): { firstTraded?: string; lastTraded?: string } {
  const times = rows.filter(({ isTrade }) => isTrade).map(({ time }) => time);
  if (times.length === 0) return {};
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return { firstTraded: new Date(first).toISOString(), lastTraded: new Date(last).toISOString() };
}

/** Where data of outcomes begin. */
export const outcomesFromMs = Date.parse('2026-05-02T00:00:00Z');
