import type { Market } from '../market.ts';
import type { Venue } from '../venue.ts';
import type { Outcome } from './outcome.ts';
import type { Outcomes } from './outcomes.ts';

/** Sends a market order, or a limit order that rests near the market. */
type Send = (order: { wallet: number; market: Market; isBuy: boolean; sz: number; rests: boolean }) => void;

/** @returns runs one action of a wallet in an open outcome */
export function createOutcomeTrading(
  venue: Venue,
  { outcomes, send }: { outcomes: Outcomes; send: Send },
): (wallet: number) => void {
  const { positions, rng } = venue;

  function held(wallet: number, market: Market): number {
    const slot = positions.find(wallet, market.index);
    return slot < 0 ? 0 : positions.szi[slot]!;
  }

  /** An outcome with a side that the wallet holds, so that it also adds to and closes positions. */
  function holding(wallet: number, open: readonly Outcome[]): Outcome | undefined {
    const own = open.filter(({ yes, no }) => held(wallet, yes) + held(wallet, no) > 0);
    return own[rng.below(Math.max(1, own.length))];
  }

  /** Converts the wallet's contracts of an outcome into money, or into other outcomes of its question. */
  function change(wallet: number, outcome: Outcome, answers: readonly Outcome[]): boolean {
    const no = held(wallet, outcome.no);
    const pairs = Math.min(held(wallet, outcome.yes), no);
    if (pairs > 0) {
      outcomes.merge(wallet, outcome, pairs);
      return true;
    }
    if (answers.length < 2) return false;
    if (mergeAnswers(wallet, answers)) return true;
    if (no === 0 || rng.unit() > 0.7) return false;
    outcomes.negate(wallet, answers, outcome, no);
    return true;
  }

  function mergeAnswers(wallet: number, answers: readonly Outcome[]): boolean {
    const sets = answers.reduce((least, { yes }) => Math.min(least, held(wallet, yes)), Infinity);
    if (sets > 0) outcomes.mergeQuestion(wallet, answers, sets);
    return sets > 0;
  }

  return (wallet) => {
    const open = outcomes.open();
    if (open.length === 0) return;
    const outcome = (rng.unit() < 0.5 && holding(wallet, open)) || open[rng.below(open.length)]!;
    const answers = outcomes.answers(outcome);
    const draw = rng.unit();
    const size = 5 + rng.below(400);
    if (draw < 0.05) {
      outcomes.split(wallet, outcome, 5 + rng.below(100));
      return;
    }
    if (draw < 0.11 && answers.length > 1) {
      // All answers of a question are worth 1 together.
      for (const { yes } of answers) send({ wallet, market: yes, isBuy: true, sz: size, rests: false });
      if (rng.unit() < 0.8) mergeAnswers(wallet, answers);
      return;
    }
    if (draw < 0.5 && change(wallet, outcome, answers)) return;
    const market = rng.unit() < 0.5 ? outcome.yes : outcome.no;
    const own = held(wallet, market);
    const rests = rng.unit() < 0.3;
    if (own > 0 && draw < 0.5) send({ wallet, market, isBuy: false, sz: own, rests });
    else send({ wallet, market, isBuy: true, sz: size, rests });
  };
}
