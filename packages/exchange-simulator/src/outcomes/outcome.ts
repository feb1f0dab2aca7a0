import type { Market } from '../market.ts';

/** A price of 1 USDC, in units of 10^-8. */
export const wholePx = 100_000_000;

/** What decides what a Yes pays. Prices are in units of the underlying's. */
export type Decision =
  /** 1 where the underlying is in [from, to) at expiry, else 0. */
  | { by: 'price'; underlying: Market; from: number; to: number }
  /** How far on the way from one price to the other it is. */
  | { by: 'scale'; underlying: Market; from: number; to: number }
  /** Chance: 1, 0, or a half where the game is called off. */
  | { by: 'game' }
  /** Chance, with the other outcomes of its question: one of them pays 1. */
  | { by: 'contest' }
  /** 1 where no other outcome of its question pays. */
  | { by: 'rest' };

/** An outcome contract with both its sides (docs/exchange.md#outcomes). */
export interface Outcome {
  outcome: number;
  name: string;
  description: string;
  /** Names of side 0 and side 1, here called Yes and No. */
  sides: readonly [string, string];
  /** The question it belongs to; undefined where it stands alone. */
  question: number | undefined;
  /** What it was listed as one of. */
  series: string;
  yes: Market;
  no: Market;
  expiryMs: number;
  /** Undefined of an outcome that the exchange lists. */
  venue: OutcomeVenue | undefined;
  decision: Decision;
  /** Of a game the probability of its first side, of an outcome of a contest its weight; moves as time passes. */
  odds: number;
  /** What one Yes pays, once it is settled: 0 to 1, in steps of 0.0001. */
  settleFraction: number | undefined;
  /** `price:76876.9` once a price has settled it. */
  details: string;
}

/** Who listed an outcome, and the deployer's scale of its fees. */
export interface OutcomeVenue {
  name: string;
  feeScale: number;
}

/** Outcomes of which exactly one pays 1. */
export interface Question {
  question: number;
  name: string;
  description: string;
  /** The fallback first. */
  outcomes: number[];
  /** Pays where no other one does. */
  fallback: number;
}
