import { clearAlone } from '../clearing.ts';
import { tradeId, transactionHash } from '../hex.ts';
import type { Market } from '../market.ts';
import type { Venue } from '../venue.ts';
import { type Outcome, wholePx } from './outcome.ts';

/**
 * Changes of one set of contracts into another of the same worth: no market trades
 * (docs/exchange.md#outcomes).
 */
export interface Inventory {
  /** One USDC into one Yes and one No each, or back: `size` contracts. */
  split(wallet: number, outcome: Outcome, size: number): void;
  merge(wallet: number, outcome: Outcome, size: number): void;
  /** One Yes of every outcome of a question into one USDC. @param outcomes all of the question */
  mergeQuestion(wallet: number, outcomes: readonly Outcome[], size: number): void;
  /** A No of one into a Yes of every other outcome of its question. */
  negate(wallet: number, outcomes: readonly Outcome[], negated: Outcome, size: number): void;
}

interface Row {
  market: Market;
  px: number;
  isBuy: boolean;
}

/** Both sides at half: an inventory change, no market price. */
const halfPx = wholePx / 2;
/** A part of 1 is given in steps of 0.00001. */
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

/** What each Yes of a question counts for: alike, and 1 together; the last takes what is left. */
function partOf(count: number, place: number): number {
  const part = Math.floor(wholePx / count / partStep) * partStep;
  return place === count - 1 ? wholePx - part * (count - 1) : part;
}
