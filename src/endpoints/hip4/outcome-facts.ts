import { type Static, Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { outcomeCoin } from '../../domain/outcome.ts';
import type { OutcomeText } from '../../domain/outcome-terms.ts';
import { notFound } from '../../kernel/problem.ts';
import type { Sources } from '../sources.ts';
import type { Window } from '../window.ts';

/** What the exchange has ever told of an outcome: settled ones leave its list, and stay here. */
export interface OutcomeFacts extends OutcomeText {
  outcomeId: number;
  /** Of side 0 and side 1. */
  sideNames: readonly string[];
}

/** The newest of those that are asked for. */
const idsLimit = 10_000;
/** The largest outcome whose sides are coins. */
const largestOutcome = 10 ** 14 - 1;

/** The questions that an outcome stands in, with the outcomes that are settled and the one that wins if no other does. */
const questionOutcomes = `
  SELECT
    arrayJoin(arrayConcat(
      named_outcomes, settled_named_outcomes, if(has_fallback, [fallback_outcome], []))) AS outcome,
    argMax(name, question) AS question_name, argMax(description, question) AS question_description
  FROM (SELECT * FROM outcome_questions FINAL)
  GROUP BY outcome`;

/** @param where condition of the rows of `outcomes` */
const factsSql = (where: string) => `
  SELECT
    toString(known.outcome) AS id, known.name AS name, known.description AS description, known.side_names AS side_names,
    named.question_name AS question_name, named.question_description AS question_description,
    toUInt8(named.outcome = known.outcome) AS is_named
  FROM (SELECT outcome, name, description, side_names FROM outcomes FINAL WHERE ${where}) AS known
  LEFT JOIN (${questionOutcomes}) AS named ON named.outcome = known.outcome
  ORDER BY known.outcome DESC
  LIMIT ${idsLimit}`;

const row = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  side_names: Type.Array(Type.String()),
  question_name: Type.String(),
  question_description: Type.String(),
  is_named: Type.Integer(),
});

/** Outcomes that somebody asks for by number. */
const factsOfOutcomes = query({
  name: 'outcome_facts',
  params: { outcomes: 'Array(Int64)' },
  row,
  limits: { maxRows: idsLimit },
  sql: factsSql('outcome IN (SELECT toUInt64(arrayJoin({outcomes:Array(Int64)})))'),
});

/** Outcomes that were listed at some time of a window: seen before its end, and not settled before its start. */
const factsOfWindow = query({
  name: 'listed_outcome_facts',
  params: { from: 'TimeMs', to: 'TimeMs' },
  row,
  limits: { maxRows: idsLimit },
  sql: factsSql(`
    time <= {to:TimeMs}
    AND outcome NOT IN (SELECT outcome FROM outcome_settlements FINAL WHERE time < {from:TimeMs})`),
});

/** What is known of these outcomes; those of which nothing was told are not in it. */
export async function readOutcomeFacts(
  { analytics }: Pick<Sources, 'analytics'>,
  outcomes: Iterable<number>,
  signal: AbortSignal,
): Promise<Map<number, OutcomeFacts>> {
  const asked = [...new Set(outcomes)];
  if (asked.length === 0) return new Map();
  return factsById(await analytics.rows(factsOfOutcomes, { outcomes: asked }, { signal }));
}

/** The outcomes that were listed in a window, by their number. */
export async function readListedOutcomes(
  { analytics }: Pick<Sources, 'analytics'>,
  { fromMs, toMs }: Window,
  signal: AbortSignal,
): Promise<Map<number, OutcomeFacts>> {
  return factsById(await analytics.rows(factsOfWindow, { from: fromMs, to: toMs }, { signal }));
}

function factsById(rows: readonly Static<typeof row>[]): Map<number, OutcomeFacts> {
  return new Map(
    rows.map(({ id, name, description, side_names, is_named, ...told }) => {
      const question = { name: told.question_name, description: told.question_description };
      const outcomeId = Number(id);
      const facts = { outcomeId, name, description, sideNames: side_names };
      return [outcomeId, is_named === 1 ? { ...facts, question } : facts];
    }),
  );
}

/**
 * What is known of one outcome; undefined where it has fills alone.
 *
 * @throws Problem 404 where neither the exchange's lists nor a fill name it
 */
export async function knownOutcome(
  sources: Pick<Sources, 'analytics' | 'coins'>,
  outcomeId: number,
  signal: AbortSignal,
): Promise<OutcomeFacts | undefined> {
  if (outcomeId < 0 || outcomeId > largestOutcome) throw unknownOutcome(outcomeId);
  const facts = (await readOutcomeFacts(sources, [outcomeId], signal)).get(outcomeId);
  const coins = [0, 1].map((sideIndex) => outcomeCoin({ outcomeId, sideIndex }));
  if (facts === undefined && !coins.some((coin) => sources.coins.resolve(coin) === coin))
    throw unknownOutcome(outcomeId);
  return facts;
}

function unknownOutcome(outcomeId: number) {
  return notFound(
    `There is no outcome ${outcomeId}: the exchange has listed none of this number, and no fill names it.`,
  );
}
