import { type Static, Type } from 'typebox';
import { query, type RowOf } from '../../analytics/query.ts';
import { ofBuilder } from '../../views/builders/builder-sql.ts';
import {
  builderAnswer,
  builderAnswerFields,
  builderName,
  builderNameField,
} from '../bodies/builder-parts.ts';
import { int32, list, text } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { builder } from '../params/names.ts';
import { bodySchema } from '../schema.ts';

/** Calendar months in the answer, including the current one. */
const monthsShown = 12;

const cohortBody = bodySchema('BuilderRetentionCohort', {
  month: text("UTC month of the wallets' first fill through the builder, YYYY-MM."),
  newWallets: int32('Wallets whose first such fill is of the month.'),
  activeWallets: list(int32('Of these, wallets with such a fill k months later, up to this month.')),
});

const retentionBody = bodySchema('BuilderRetentionBody', {
  builder: text('Address of the builder, lower case.'),
  builderName: builderNameField,
  cohorts: list(cohortBody),
  ...builderAnswerFields,
});

/** Months as whole numbers, 12 × year + month − 1. */
const monthOf = (day: string) => `toUInt32(toYear(${day}) * 12 + toMonth(${day}) - 1)`;

const activeMonths = query({
  name: 'builder_retention',
  params: { builder: 'Wallet', to: 'TimeMs', oldest: 'UInt64' },
  row: Type.Object({ first: Type.Integer(), active: Type.Integer(), wallets: Type.Integer() }),
  sql: `
    SELECT first, arrayJoin(months) AS active, toUInt32(count()) AS wallets
    FROM (
      SELECT min(month) AS first, groupUniqArray(month) AS months
      FROM (
        SELECT DISTINCT wallet, ${monthOf('day')} AS month
        FROM builder_wallet_day
        WHERE ${ofBuilder} AND day <= toDate({to:TimeMs}))
      GROUP BY wallet)
    WHERE first >= {oldest:UInt64}
    GROUP BY first, active`,
});

export const builderRetention = endpoint({
  id: 'builders.retention',
  path: '/api/public/v1/builders/{builder}/retention',
  summary: "How long a builder's users stay",
  description:
    'Wallets by the UTC month of their first attributed fill through the builder, the last 12 calendar months, oldest first; months ' +
    'without a new wallet are left out. activeWallets[k] counts those with such a fill k months later. Orders are not observed: all ' +
    'rests on fills. At most an hour old.',
  tags: ['Builders'],
  tier: 'pro',
  age: 'hour',
  params: { builder: builder() },
  response: retentionBody,
  example: {
    builder: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    builderName: 'example',
    cohorts: [{ month: '2026-01', newWallets: 214, activeWallets: [214, 120, 96] }],
    dataNotes: 'Attributed means: a fill whose record names the builder and what it took.',
  },
  async run({ params, sources, clock, signal }) {
    const { builder } = params;
    const nowMs = clock.nowMs();
    const now = new Date(nowMs);
    const thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth();
    const request = { builder, to: nowMs, oldest: thisMonth - monthsShown + 1 };
    const [rows, answer] = await Promise.all([
      sources.analytics.rows(activeMonths, request, { signal }),
      builderAnswer(sources, { builder, signal }),
    ]);
    const head = { builder, ...builderName(sources, builder) };
    return { body: { ...head, cohorts: cohortsOf(rows, thisMonth), ...answer } };
  },
});

function cohortsOf(
  rows: readonly RowOf<typeof activeMonths>[],
  thisMonth: number,
): Static<typeof cohortBody>[] {
  return [...Map.groupBy(rows, ({ first }) => first)]
    .sort(([a], [b]) => a - b)
    .map(([first, own]) => {
      const counts = new Map(own.map(({ active, wallets }) => [active, wallets]));
      const activeWallets = Array.from(
        { length: thisMonth - first + 1 },
        (_, k) => counts.get(first + k) ?? 0,
      );
      const month = `${Math.floor(first / 12)}-${String((first % 12) + 1).padStart(2, '0')}`;
      return { month, newWallets: activeWallets[0]!, activeWallets };
    });
}
