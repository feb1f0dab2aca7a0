import type {
  WireOutcome,
  WireOutcomeChange,
  WireOutcomeMeta,
  WireSettledOutcome,
} from '../../../../src/wire/outcome.ts';
import { decimalText } from '../decimal.ts';
import type { MarketEvent } from '../events.ts';
import { type Outcome, type Question, wholePx } from '../outcomes/outcome.ts';
import { deployers } from '../outcomes/templates.ts';
import type { ExchangeQueries } from '../queries.ts';

/** Outcomes and questions that are open (`outcomeMeta`). */
export function wireOutcomeMeta(exchange: ExchangeQueries): WireOutcomeMeta {
  const isOpen = (id: number) => exchange.outcome(id)?.settleFraction === undefined;
  return {
    deployers,
    outcomes: exchange.openOutcomes().map(wireOutcome),
    questions: exchange
      .questions()
      .filter(({ outcomes }) => outcomes.some(isOpen))
      .map((question) => wireQuestion(question, exchange)),
  };
}

/** Payout of an outcome (`settledOutcome`); null if it is open or unknown. */
export function wireSettledOutcome(exchange: ExchangeQueries, id: number): WireSettledOutcome {
  const outcome = exchange.outcome(id);
  if (outcome?.settleFraction === undefined) return null;
  const settleFraction = decimalText(Math.round(outcome.settleFraction * wholePx), 8);
  return { spec: wireOutcome(outcome), settleFraction, details: outcome.details };
}

/** Changes of `outcomeMeta`, as in channel `outcomeMetaUpdates`; empty if the event concerns no outcome. */
export function wireOutcomeChanges(event: MarketEvent, exchange: ExchangeQueries): WireOutcomeChange[] {
  if (event.type === 'delisted') return [];
  const outcome = exchange.outcome(event.outcome)!;
  const isCreated = event.type === 'outcomeCreated';
  const change = isCreated ? { outcomeCreated: wireOutcome(outcome) } : { outcomeSettled: outcome.outcome };
  const question = exchange.questions().find((params) => params.question === outcome.question);
  return question === undefined ? [change] : [change, wireQuestionChange(question, exchange)];
}

function wireQuestionChange(question: Question, exchange: ExchangeQueries): WireOutcomeChange {
  const isSettled = question.outcomes.every((id) => exchange.outcome(id)?.settleFraction !== undefined);
  return isSettled
    ? { questionSettled: question.question }
    : { questionUpdated: wireQuestion(question, exchange) };
}

function wireOutcome({ outcome, name, description, sides, venue }: Outcome): WireOutcome {
  const sideSpecs = sides.map((side) => ({ name: side }));
  const listed = venue && { venue: venue.name, deployerFeeScale: venue.feeScale.toFixed(1) };
  return { outcome, name, description, sideSpecs, quoteToken: 'USDC', ...listed };
}

function wireQuestion(
  { question, name, description, outcomes, fallback }: Question,
  exchange: ExchangeQueries,
) {
  const named = outcomes.filter((id) => id !== fallback);
  return {
    question,
    name,
    description,
    fallbackOutcome: fallback,
    namedOutcomes: named,
    settledNamedOutcomes: named.filter((id) => exchange.outcome(id)?.settleFraction !== undefined),
  };
}
