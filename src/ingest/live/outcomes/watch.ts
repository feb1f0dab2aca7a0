import { Type } from 'typebox';
import { query } from '../../../analytics/query.ts';
import type { AnalyticsStore } from '../../../analytics/store.ts';
import { withTemplates } from '../../../domain/outcome-terms.ts';
import type { WireOutcome, WireOutcomeMeta, WireQuestion } from '../../../wire/outcome.ts';
import { outcomeQuestions, outcomeSettlements, outcomes as outcomesTable } from '../../facts/fact-tables.ts';
import { outcomeRow, questionRow, settlementRow } from '../../facts/registry-rows.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import { sidesOf } from '../markets/directory.ts';
import type { WalletDirectory } from '../wallets/directory.ts';
import { holders } from '../wallets/queries.ts';
import type { ReaderParts } from '../work/reader.ts';
import { type LastListed, settledMs } from './settled-time.ts';
import type { TemplateReader } from './template-reader.ts';

/** Maximum settlements per read: the first read may find thousands, and new outcomes must not wait. */
const settlementsPerReading = 30;

export interface OutcomeWatchOptions extends ReaderParts {
  analytics: AnalyticsStore;
  /** Reads the last candles of an ended side. */
  finish(coin: string, staleness: Staleness): Promise<void>;
  directory: Pick<WalletDirectory, 'get' | 'suspect'>;
  templates: TemplateReader;
}

const openOutcomes = query({
  name: 'open_outcomes',
  params: {},
  row: Type.Object({ outcome: Type.String() }),
  sql: `
    SELECT DISTINCT toString(outcome) AS outcome
    FROM outcomes WHERE outcome NOT IN (SELECT outcome FROM outcome_settlements)`,
  limits: { maxRows: 100_000 },
});

const settledOutcomes = query({
  name: 'settled_outcomes',
  params: {},
  row: Type.Object({ outcome: Type.String() }),
  sql: 'SELECT DISTINCT toString(outcome) AS outcome FROM outcome_settlements',
  limits: { maxRows: 1_000_000 },
});

/**
 * Creates the reader of outcomes and questions. A settled outcome leaves the exchange's list; the settlement of each outcome
 * that left, also since an earlier run, is requested until there is one.
 * @returns a function that rejects with InfoError or an error of the store
 */
export async function openOutcomeWatch(
  options: OutcomeWatchOptions,
): Promise<(staleness: Staleness) => Promise<void>> {
  const { analytics, info, facts, directory, watch, clock, finish, signal, templates } = options;
  const open = new Set((await analytics.rows(openOutcomes, {})).map(({ outcome }) => Number(outcome)));
  /** Outcomes seen in the list by this or an earlier run. For others, which settled before, only the settlement is read. */
  const followed = new Set(open);
  /** Outcomes that reads of this process had in the list. */
  const lastListed = new Map<number, LastListed>();
  let questionOf = new Map<number, WireQuestion>();
  const deployerOf = new Map<string, string>();
  /** Stored text of outcomes and questions, so that only changes are written. */
  const stored = new Map<string, string>();
  for (const { outcome } of await analytics.rows(settledOutcomes, {}))
    stored.set(`settled ${outcome}`, 'true');

  /** Adds the deployer by venue, because outcomes, settled ones included, name only the venue. */
  function withDeployer(spec: WireOutcome): WireOutcome {
    const deployer = spec.deployer ?? deployerOf.get(spec.venue ?? '');
    return deployer === undefined ? spec : { ...spec, deployer };
  }

  function changed<T>(kind: string, id: number, spec: T): boolean {
    const text = JSON.stringify(spec);
    if (stored.get(`${kind} ${id}`) === text) return false;
    stored.set(`${kind} ${id}`, text);
    return true;
  }

  async function storeListed({ outcomes: listed, questions, deployers }: WireOutcomeMeta): Promise<void> {
    const nowMs = clock.nowMs();
    for (const { venue, deployer } of deployers ?? []) deployerOf.set(venue, deployer);
    const outcomes = listed.map(withDeployer);
    const newOutcomes = outcomes.filter((spec) => changed('outcome', spec.outcome, spec));
    const newQuestions = questions.filter((spec) => changed('question', spec.question, spec));
    await Promise.all([
      facts.write(
        outcomesTable,
        newOutcomes.map((spec) => outcomeRow(nowMs, spec)),
      ),
      facts.write(
        outcomeQuestions,
        newQuestions.map((spec) => questionRow(nowMs, spec)),
      ),
    ]);
    await suspectHolders(fallbacksThatGrew(questions));
    for (const { outcome } of outcomes) {
      open.add(outcome);
      followed.add(outcome);
      lastListed.set(outcome, { listedMs: nowMs, goneMs: Number.POSITIVE_INFINITY });
    }
  }

  /** Holders of a question's fallback receive each outcome added to it, without a trade. @returns sides of such fallbacks */
  function fallbacksThatGrew(questions: readonly WireQuestion[]): string[] {
    const listedBefore = new Set(questionOf.keys());
    const known = new Set([...questionOf.values()].map(({ question }) => question));
    return questions.flatMap(({ question, fallbackOutcome, namedOutcomes }) => {
      const hasGrown = known.has(question) && namedOutcomes.some((outcome) => !listedBefore.has(outcome));
      return hasGrown && fallbackOutcome !== undefined
        ? [`#${10 * fallbackOutcome}`, `#${10 * fallbackOutcome + 1}`]
        : [];
    });
  }

  async function storeSettled(outcome: number, staleness: Staleness): Promise<void> {
    const { data } = await info.ask({ type: 'settledOutcome', outcome }, { staleness, signal });
    if (data === null) {
      // Moves to the end of the queue and is retried later.
      open.delete(outcome);
      open.add(outcome);
      return;
    }
    // The settlement is stored last: an outcome without one is requested again, also after a kill.
    if (followed.has(outcome)) await Promise.all(sidesOf(data.spec).map((coin) => finish(coin, staleness)));
    const nowMs = clock.nowMs();
    // An outcome that came and went between two reads is not stored yet.
    await facts.write(outcomesTable, [outcomeRow(nowMs, withDeployer(data.spec))]);
    const text = withTemplates({ ...data.spec, question: questionOf.get(outcome) }, templates.find);
    const settled = settledMs(text, nowMs, lastListed.get(outcome));
    await facts.write(outcomeSettlements, [settlementRow(settled, data)]);
    await suspectHolders(sidesOf(data.spec));
    open.delete(outcome);
    followed.delete(outcome);
    lastListed.delete(outcome);
    stored.delete(`outcome ${outcome}`);
  }

  /** Suspects the holders: settlements and received outcomes are in no trade feed. */
  async function suspectHolders(coins: readonly string[]): Promise<void> {
    if (coins.length === 0) return;
    for (const { holder } of await analytics.rows(holders, { coins })) {
      const wallet = directory.get(holder);
      if (wallet !== undefined) directory.suspect(wallet);
    }
  }

  async function read(staleness: Staleness): Promise<void> {
    const { data } = await info.ask({ type: 'outcomeMeta' }, { staleness, signal });
    await Promise.all([storeListed(data), templates.refresh(data, staleness)]);
    const listed = new Set(data.outcomes.map(({ outcome }) => outcome));
    for (const { settledNamedOutcomes } of data.questions) {
      for (const outcome of settledNamedOutcomes) {
        if (changed('settled', outcome, true)) open.add(outcome);
      }
    }
    questionOf = new Map(
      data.questions.flatMap((question) =>
        [...question.namedOutcomes, ...question.settledNamedOutcomes].map((outcome) => [outcome, question]),
      ),
    );
    const left = [...open].filter((outcome) => !listed.has(outcome));
    for (const outcome of left) {
      const last = lastListed.get(outcome);
      if (last !== undefined) last.goneMs = Math.min(last.goneMs, clock.nowMs());
    }
    for (const outcome of left.slice(0, settlementsPerReading)) await storeSettled(outcome, staleness);
    watch.seen('outcomes', { atMs: clock.nowMs(), received: data.outcomes.length });
  }

  return (staleness) =>
    read(staleness).catch((error: unknown) => {
      // Some changes may not be stored.
      for (const key of stored.keys()) if (!key.startsWith('settled')) stored.delete(key);
      throw error;
    });
}
