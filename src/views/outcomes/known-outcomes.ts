import { Type } from 'typebox';
import { query, type RowOf } from '../../analytics/query.ts';
import type { AnalyticsStore, CallOptions } from '../../analytics/store.ts';
import type { ValueView } from '../../changes/value-view.ts';
import { type FindTemplate, sideTitle } from '../../domain/outcome-template.ts';
import { type OutcomeText, withTemplates } from '../../domain/outcome-terms.ts';
import type { Window } from '../../domain/window.ts';
import { minuteMs } from '../../kernel/clock.ts';
import { readTemplates } from './stored-templates.ts';

/** Everything the exchange ever published about an outcome; kept after settlement, when the exchange's list drops the outcome. */
export interface OutcomeFacts extends OutcomeText {
  outcomeId: number;
  /** Names of side 0 and side 1. */
  sideNames: readonly string[];
  /** Venue that listed the outcome; undefined if the exchange itself did. */
  venue: string | undefined;
  /** Address of the venue's deployer; undefined if unknown. */
  deployer: string | undefined;
  /** The deployer's fee as a fraction of the exchange's own fee; undefined if unknown. */
  deployerFeeScale: number | undefined;
  /** Undefined while open; `timeMs` is undefined if unknown. */
  settlement: { timeMs: number | undefined; fraction: number } | undefined;
}

/** Every outcome that the exchange has listed. */
export interface KnownOutcomes {
  /** Undefined if the exchange never listed the outcome. */
  get(outcomeId: number): OutcomeFacts | undefined;
  template: FindTemplate;
  /** Outcomes listed at some time of a window: seen before its end, and not settled before its start. */
  listedIn(window: Window): OutcomeFacts[];
}

/** @throws AnalyticsError */
export type ReadKnownOutcomes = (signal?: AbortSignal) => Promise<KnownOutcomes>;

/** Newest outcomes only: as many as the exchange lists in decades. */
const outcomesLimit = 100_000;
/** Age at which changes that keep the row count and the newest time are noticed. */
const rereadMs = 9 * minuteMs;

/** Every outcome with its question; a question holds open and settled outcomes, and the fallback that wins if no other does. */
const everyOutcome = query({
  name: 'outcome_facts',
  params: {},
  row: Type.Object({
    id: Type.String(),
    seen_ms: Type.String(),
    settled_ms: Type.String(),
    settle_fraction: Type.Number(),
    name: Type.String(),
    description: Type.String(),
    side_names: Type.Array(Type.String()),
    question_name: Type.String(),
    question_description: Type.String(),
    is_named: Type.Integer(),
    venue: Type.String(),
    deployer: Type.String(),
    fee_scale: Type.Union([Type.String(), Type.Null()]),
  }),
  limits: { maxRows: outcomesLimit, deadlineMs: 30_000 },
  sql: `
    SELECT
      toString(known.outcome) AS id, toString(toUnixTimestamp64Milli(known.time)) AS seen_ms,
      if(settled.is_known = 1, toString(toUnixTimestamp64Milli(settled.settled_time)), '') AS settled_ms,
      toFloat64(settled.fraction) AS settle_fraction, known.name AS name,
      known.description AS description, known.side_names AS side_names, named.question_name AS question_name,
      named.question_description AS question_description, toUInt8(named.outcome = known.outcome) AS is_named,
      known.venue AS venue, if(known.deployer = toFixedString('', 20), '', concat('0x', lower(hex(known.deployer)))) AS deployer,
      toString(known.deployer_fee_scale) AS fee_scale
    FROM (
      SELECT outcome, time, name, description, side_names, venue, deployer, deployer_fee_scale FROM outcomes FINAL) AS known
    LEFT JOIN (
      SELECT
        arrayJoin(arrayConcat(
          named_outcomes, settled_named_outcomes, if(has_fallback, [fallback_outcome], []))) AS outcome,
        argMax(name, question) AS question_name, argMax(description, question) AS question_description
      FROM (SELECT * FROM outcome_questions FINAL)
      GROUP BY outcome) AS named ON named.outcome = known.outcome
    LEFT JOIN (
      SELECT outcome, time AS settled_time, settle_fraction AS fraction, 1 AS is_known FROM outcome_settlements FINAL) AS settled ON settled.outcome = known.outcome
    ORDER BY known.outcome DESC
    LIMIT ${outcomesLimit}`,
});

/** @throws AnalyticsError */
export async function readKnownOutcomes(
  analytics: Pick<AnalyticsStore, 'rows'>,
  options?: CallOptions,
): Promise<KnownOutcomes> {
  const [rows, templates] = await Promise.all([
    analytics.rows(everyOutcome, {}, options),
    readTemplates(analytics, options),
  ]);
  return knownOutcomes(rows, (id) => templates.get(id));
}

/** A view because every answer about outcomes needs names. */
export function knownOutcomesView(analytics: Pick<AnalyticsStore, 'rows'>): ValueView<KnownOutcomes> {
  return {
    name: 'known outcomes',
    read: () => readKnownOutcomes(analytics),
    version: ({ facts }) => facts.outcomes,
    maxAgeMs: 10 * minuteMs,
    rereadMs,
  };
}

function knownOutcomes(rows: readonly RowOf<typeof everyOutcome>[], template: FindTemplate): KnownOutcomes {
  // A settlement read later has the venue without the deployer.
  const deployers = new Map(
    rows.flatMap(({ venue, deployer }) => (deployer === '' ? [] : [[venue, deployer]])),
  );
  const all = rows.map(({ id, name, description, side_names, is_named, ...reported }) => {
    const question = { name: reported.question_name, description: reported.question_description };
    const text = withTemplates({ name, description, ...(is_named === 1 && { question }) }, template);
    // A settlement that was not observed counts as settled at time 0.
    const settledMs = reported.settled_ms === '' ? undefined : Number(reported.settled_ms);
    const facts: OutcomeFacts = {
      ...text,
      outcomeId: Number(id),
      sideNames: side_names.map((side) => sideTitle(side, text)),
      venue: reported.venue || undefined,
      deployer: reported.deployer || deployers.get(reported.venue),
      deployerFeeScale: reported.fee_scale === null ? undefined : Number(reported.fee_scale),
      settlement:
        settledMs === undefined
          ? undefined
          : { timeMs: settledMs || undefined, fraction: reported.settle_fraction },
    };
    return { facts, seenMs: Number(reported.seen_ms), settledMs };
  });
  const byId = new Map(all.map(({ facts }) => [facts.outcomeId, facts]));
  return {
    get: (outcomeId) => byId.get(outcomeId),
    template,
    listedIn: ({ fromMs, toMs }) =>
      all
        .filter(({ seenMs, settledMs = toMs }) => seenMs <= toMs && settledMs >= fromMs)
        .map(({ facts }) => facts),
  };
}
