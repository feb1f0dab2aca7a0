import { type Static, Type } from 'typebox';
import { query, type RowOf } from '../../analytics/query.ts';
import { type NamedText, rulesOf, titleOf, withTemplate } from '../../domain/outcome-template.ts';
import { outcomeTerms, questionTitle } from '../../domain/outcome-terms.ts';
import { dayMs, rfc3339 } from '../../kernel/clock.ts';
import { dateTime, double, int64, list, text } from '../bodies/fields.ts';
import { listedBy } from '../bodies/outcome-list.ts';
import { endpoint } from '../endpoint.ts';
import { outcomeFilters, passes } from '../params/outcome-filters.ts';
import { bodySchema, optional } from '../schema.ts';
import { venueOf } from './outcome-body.ts';

/** Settled questions stay listed this long. */
const settledMs = 30 * dayMs;
const questionsLimit = 10_000;
/** Sentinel, because 0 is a valid outcome. */
const noFallback = -1;

const questionBody = bodySchema('HIP4QuestionBody', {
  questionId: int64("The exchange's id."),
  name: text('Name on the exchange; made from its template if it has one.'),
  displayName: text('Text of the question.'),
  ...listedBy,
  rules: optional(text('What decides it, by its template.')),
  description: text("The exchange's description."),
  fallbackOutcome: int64('Outcome that wins if no other does; -1 without one.'),
  namedOutcomeIds: list(int64('Outcome that is not settled.')),
  settledNamedOutcomes: list(int64('Outcome that is settled.')),
  class: optional(text('Kind of question, from its description.')),
  underlying: optional(text('Ticker whose price decides.')),
  expiry: optional(dateTime('When the price is looked at.')),
  priceThresholds: optional(list(double('Price that parts two outcomes, USD.'))),
  period: optional(text('Interval at which such questions are listed.')),
});

const questionsBody = bodySchema('ListQuestionsBody', {
  count: int64('Rows returned.'),
  questions: list(questionBody),
});

/** A question is settled when all of its outcomes are. The exchange then removes it from its list. */
const listedQuestions = query({
  name: 'hip4_questions',
  params: { settledSince: 'TimeMs' },
  row: Type.Object({
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    has_fallback: Type.Boolean(),
    fallback: Type.String(),
    named: Type.Array(Type.String()),
    settled: Type.Array(Type.String()),
  }),
  limits: { maxRows: questionsLimit },
  sql: `
    WITH ended AS (
      SELECT question
      FROM (
        SELECT
          question,
          arrayJoin(arrayDistinct(arrayConcat(
            named_outcomes, settled_named_outcomes, if(has_fallback, [fallback_outcome], [])))) AS outcome
        FROM outcome_questions FINAL) AS questions
      LEFT JOIN (
        SELECT outcome, toNullable(time) AS settled_time FROM outcome_settlements FINAL) AS settlements
      USING (outcome)
      GROUP BY question
      HAVING count() = count(settled_time) AND max(settled_time) < {settledSince:TimeMs})
    SELECT
      toString(question) AS id, name, description, has_fallback, toString(fallback_outcome) AS fallback,
      arrayMap(outcome -> toString(outcome), named_outcomes) AS named,
      arrayMap(outcome -> toString(outcome), settled_named_outcomes) AS settled
    FROM outcome_questions FINAL
    WHERE question NOT IN (SELECT question FROM ended)
    ORDER BY question DESC
    LIMIT ${questionsLimit}`,
});

export const questions = endpoint({
  id: 'hip4.questions',
  path: '/api/public/v1/hip4/questions',
  summary: 'Questions with their outcomes, newest first',
  description:
    'Open questions, and questions whose last outcome was settled within 30 days; highest number first. class, ' +
    'underlying, expiry, period and priceThresholds come from the description; each is absent if it is not there.',
  tags: ['HIP-4'],
  tier: 'free',
  params: outcomeFilters(),
  response: questionsBody,
  example: {
    count: 1,
    questions: [
      {
        questionId: 145,
        name: 'Recurring',
        displayName: 'BTC price at 2026-07-16 06:00 UTC',
        description:
          'class:priceBucket|underlying:BTC|expiry:20260716-0600|priceThresholds:63653,66252|period:1d',
        fallbackOutcome: 843,
        namedOutcomeIds: [844, 845, 846],
        settledNamedOutcomes: [],
        class: 'priceBucket',
        underlying: 'BTC',
        expiry: '2026-07-16T06:00:00.000Z',
        priceThresholds: [63653, 66252],
        period: '1d',
      },
    ],
  },
  async run({ params, sources, clock, signal }) {
    const request = { settledSince: clock.nowMs() - settledMs };
    const [found, known] = await Promise.all([
      sources.analytics.rows(listedQuestions, request, { signal }),
      sources.knownOutcomes(signal),
    ]);
    const listed = found.map((row) => {
      // All outcomes of a question have the same venue.
      const [facts] = [row.fallback, ...row.named, ...row.settled].flatMap(
        (id) => known.get(Number(id)) ?? [],
      );
      return { question: withTemplate(row, known.template), facts };
    });
    const rows = listed.filter(({ facts }) => passes(facts, params));
    const questions = rows.map(({ question, facts }) => ({ ...questionOf(question), ...venueOf(facts) }));
    return { body: { count: rows.length, questions } };
  },
});

function questionOf(row: RowOf<typeof listedQuestions> & NamedText): Static<typeof questionBody> {
  const terms = outcomeTerms(row);
  const rules = rulesOf(row);
  return {
    questionId: Number(row.id),
    name: titleOf(row),
    displayName: questionTitle(row),
    ...(rules !== undefined && { rules }),
    description: row.description,
    fallbackOutcome: row.has_fallback ? Number(row.fallback) : noFallback,
    namedOutcomeIds: row.named.map(Number),
    settledNamedOutcomes: row.settled.map(Number),
    ...(terms !== undefined && {
      class: terms.class,
      underlying: terms.underlying,
      ...(terms.expiryMs !== undefined && { expiry: rfc3339(terms.expiryMs) }),
      ...(terms.priceThresholds !== undefined && { priceThresholds: [...terms.priceThresholds] }),
      ...(terms.period !== undefined && { period: terms.period }),
    }),
  };
}
