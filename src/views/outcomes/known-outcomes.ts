import { Type } from 'typebox';
import { query, type RowOf } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import type { ValueView } from '../../changes/value-view.ts';
import type { OutcomeText } from '../../domain/outcome-terms.ts';
import type { Window } from '../../domain/window.ts';
import { minuteMs } from '../../kernel/clock.ts';

/** What the exchange has ever listed of an outcome: settled ones leave its list, and stay here. */
export interface OutcomeFacts extends OutcomeText {
  outcomeId: number;
  /** Of side 0 and side 1. */
  sideNames: readonly string[];
}

/** Every outcome that the exchange has listed. */
export interface KnownOutcomes {
  /** Undefined: the exchange never listed it. */
  get(outcomeId: number): OutcomeFacts | undefined;
  /** Those that were listed at some time of a window: seen before its end, and not settled before its start. */
  listedIn(window: Window): OutcomeFacts[];
}

/** @throws AnalyticsError */
export type ReadKnownOutcomes = (signal?: AbortSignal) => Promise<KnownOutcomes>;

/** The newest of them: what the exchange lists in decades. */
const outcomesLimit = 100_000;
/** What replaces as many rows of one moment is seen at this age. */
const rereadMs = 9 * minuteMs;

/** The question that an outcome stands in: also one that is settled, or that wins if no other does. */
const everyOutcome = query({
  name: 'outcome_facts',
  params: {},
  row: Type.Object({
    id: Type.String(),
    seen_ms: Type.String(),
    settled_ms: Type.String(),
    name: Type.String(),
    description: Type.String(),
    side_names: Type.Array(Type.String()),
    question_name: Type.String(),
    question_description: Type.String(),
    is_named: Type.Integer(),
  }),
  limits: { maxRows: outcomesLimit, deadlineMs: 30_000 },
  sql: `
    SELECT
      toString(known.outcome) AS id, toString(toUnixTimestamp64Milli(known.time)) AS seen_ms,
      if(settled.is_known = 1, toString(toUnixTimestamp64Milli(settled.settled_time)), '') AS settled_ms, known.name AS name,
      known.description AS description, known.side_names AS side_names, named.question_name AS question_name,
      named.question_description AS question_description, toUInt8(named.outcome = known.outcome) AS is_named
    FROM (SELECT outcome, time, name, description, side_names FROM outcomes FINAL) AS known
    LEFT JOIN (
      SELECT
        arrayJoin(arrayConcat(
          named_outcomes, settled_named_outcomes, if(has_fallback, [fallback_outcome], []))) AS outcome,
        argMax(name, question) AS question_name, argMax(description, question) AS question_description
      FROM (SELECT * FROM outcome_questions FINAL)
      GROUP BY outcome) AS named ON named.outcome = known.outcome
    LEFT JOIN (
      SELECT outcome, time AS settled_time, 1 AS is_known FROM outcome_settlements FINAL) AS settled ON settled.outcome = known.outcome
    ORDER BY known.outcome DESC
    LIMIT ${outcomesLimit}`,
});

/** Every answer about outcomes names some. */
export function knownOutcomesView(analytics: Pick<AnalyticsStore, 'rows'>): ValueView<KnownOutcomes> {
  return {
    name: 'known outcomes',
    read: async () => knownOutcomes(await analytics.rows(everyOutcome, {})),
    version: ({ facts }) => facts.outcomes,
    maxAgeMs: 10 * minuteMs,
    rereadMs,
  };
}

function knownOutcomes(rows: readonly RowOf<typeof everyOutcome>[]): KnownOutcomes {
  const all = rows.map(({ id, name, description, side_names, is_named, ...told }) => {
    const question = { name: told.question_name, description: told.question_description };
    const bare = { outcomeId: Number(id), name, description, sideNames: side_names };
    const facts: OutcomeFacts = is_named === 1 ? { ...bare, question } : bare;
    // One whose settlement was not observed is settled at the start of all time.
    const settledMs = told.settled_ms === '' ? undefined : Number(told.settled_ms);
    return { facts, seenMs: Number(told.seen_ms), settledMs };
  });
  const byId = new Map(all.map(({ facts }) => [facts.outcomeId, facts]));
  return {
    get: (outcomeId) => byId.get(outcomeId),
    listedIn: ({ fromMs, toMs }) =>
      all
        .filter(({ seenMs, settledMs = toMs }) => seenMs <= toMs && settledMs >= fromMs)
        .map(({ facts }) => facts),
  };
}
