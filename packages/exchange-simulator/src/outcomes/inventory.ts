import { clearAlone } from '../clearing.ts';
import { tradeId, transactionHash } from '../hex.ts';
import type { Market } from '../market.ts';
import type { Venue } from '../venue.ts';
import { type Outcome, wholePx } from './outcome.ts';

/**
 * Exchanges of a set of contracts for another of equal value, without market trades
 * (docs/exchange.md#outcomes).
 */
export interface Inventory {
  /** Turns `size` USDC into `size` Yes and No contracts; `merge` is the reverse. */
  split(wallet: number, outcome: Outcome, size: number): void;
  merge(wallet: number, outcome: Outcome, size: number): void;
  /** Turns a Yes of every outcome of a question into one USDC. @param outcomes all of the question */
  mergeQuestion(wallet: number, outcomes: readonly Outcome[], size: number): void;
  /** Turns a No of an outcome into a Yes of every other outcome of its question. */
  negate(wallet: number, outcomes: readonly Outcome[], negated: Outcome, size: number): void;
}

interface Row {
  market: Market;
  px: number;
  isBuy: boolean;
}

/** Both sides at half: an inventory change, no market price. */
const halfPx = wholePx / 2;
/** Partial payouts are multiples of 0.00001. */
const partStep = 1_000;

export function createInventory(venue: Venue): Inventory {
  function change(at: { wallet: number; dir: string; size: number }, rows: readonly Row[]): void {
    const { wallet, dir, size: sz } = at;
    const hash = transactionHash(venue.rng, venue.blockNumber);
    for (const row of rows) {
      const oid = venue.nextOid();
      clearAlone(venue, { ...row, wallet, sz, dir, hash, oid, tid: tradeId(oid, 0) });
    }
  }
  const both = ({ yes, no }: Outcome, isBuy: boolean) =>
    [yes, no].map((market) => ({ market, px: halfPx, isBuy }));

  return {
    split(wallet, outcome, size) {
      if (!venue.accounts.fundSpot(wallet, size * wholePx)) return;
      change({ wallet, dir: 'Split Outcome', size }, both(outcome, true));
    },
    merge: (wallet, outcome, size) => change({ wallet, dir: 'Merge Outcome', size }, both(outcome, false)),
    mergeQuestion(wallet, outcomes, size) {
      const rows = outcomes.map(({ yes }, place) => ({
        market: yes,
        px: partOf(outcomes.length, place),
        isBuy: false,
      }));
      change({ wallet, dir: 'Merge Question', size }, rows);
    },
    negate(wallet, outcomes, negated, size) {
      const parts = outcomes.map(({ yes }, place) => ({ market: yes, px: partOf(outcomes.length, place) }));
      const own = parts[outcomes.indexOf(negated)]!;
      const rows = [
        { market: negated.no, px: wholePx - own.px, isBuy: false },
        ...parts.filter((part) => part !== own).map((part) => ({ ...part, isBuy: true })),
      ];
      change({ wallet, dir: 'Negate Outcome', size }, rows);
    },
  };
}

/** Payout of each Yes of a question: equal shares with the sum 1; the last share gets the remainder. */
function partOf(count: number, place: number): number {
  const part = Math.floor(wholePx / count / partStep) * partStep;
  return place === count - 1 ? wholePx - part * (count - 1) : part;
}
