import type { Market } from '../market.ts';

/** A price of 1 USDC, in units of 10^-8. */
export const wholePx = 100_000_000;

/** Rule that decides the payout of a Yes. Prices are in units of the underlying's. */
export type Decision =
  /** 1 if the underlying is in [from, to) at expiry, else 0. */
  | { by: 'price'; underlying: Market; from: number; to: number }
  /** Position of the underlying's price between the two bounds, 0 to 1. */
  | { by: 'scale'; underlying: Market; from: number; to: number }
  /** By chance: 1, 0, or a half if the game is called off. */
  | { by: 'game' }
  /** By chance among the outcomes of its question: exactly one pays 1. */
  | { by: 'contest' }
  /** 1 if no other outcome of its question pays. */
  | { by: 'rest' };

/** An outcome contract with both its sides (docs/exchange.md#outcomes). */
export interface Outcome {
  outcome: number;
  name: string;
  description: string;
  /** Names of side 0 and side 1, here called Yes and No. */
  sides: readonly [string, string];
  /** Id of its question; undefined for an outcome without a question. */
  question: number | undefined;
  /** Name of the series that listed it. */
  series: string;
  yes: Market;
  no: Market;
  expiryMs: number;
  /** Undefined of an outcome that the exchange lists. */
  venue: OutcomeVenue | undefined;
  decision: Decision;
  /** For a game, the probability of its first side; for an outcome of a contest, its weight. Changes over time. */
  odds: number;
  /** Payout of a Yes after settlement: 0 to 1, in steps of 0.0001. */
  settleFraction: number | undefined;
  /** `price:76876.9` once a price has settled it. */
  details: string;
}

/** Who listed an outcome, and the deployer's scale of its fees. */
export interface OutcomeVenue {
  name: string;
  feeScale: number;
}

/** A set of outcomes; exactly one pays 1. */
export interface Question {
  question: number;
  name: string;
  description: string;
  /** The fallback first. */
  outcomes: number[];
  /** Outcome that pays if no other does. */
  fallback: number;
}
