import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { addressOf, distinctWallets } from '../../analytics/wallet-sql.ts';
import { wholeDayParams, wholeDays } from '../../analytics/whole-days.ts';
import { attributedRows, ofBuilder, periodWindow } from '../../views/builders/builder-sql.ts';
import {
  builderAnswer,
  builderAnswerFields,
  builderName,
  builderNameField,
} from '../bodies/builder-parts.ts';
import { double, int32, list, text } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { builder } from '../params/names.ts';
import { period } from '../params/windows.ts';
import { bodySchema } from '../schema.ts';

const overlapsShown = 10;

const overlapRow = bodySchema('BuilderOverlapRow', {
  builder: text('Address of the other builder, lower case.'),
  builderName: builderNameField,
  sharedUsers: int32('Users of this builder with an attributed fill through the other one.'),
  share: double('sharedUsers / activeUsers, 0 to 1.'),
  feesUsd: double('What the shared users paid the other builder in the period, USD.'),
});

const overlapBody = bodySchema('BuilderOverlapBody', {
  builder: text('Address of the builder, lower case.'),
  builderName: builderNameField,
  period: text('The requested value.'),
  activeUsers: int32('Distinct wallets with a fill in the period.'),
  overlaps: list(overlapRow),
  ...builderAnswerFields,
});

/** Builders that share users with the builder. Itself first, with all of its users. */
const sharedUsers = query({
  name: 'builder_overlap',
  params: { builder: 'Wallet', ...wholeDayParams },
  row: Type.Object({
    address: Type.String(),
    users: Type.Integer(),
    fees: Type.String(),
    is_own: Type.Integer(),
  }),
  limits: { maxRows: overlapsShown + 1 },
  sql: `
    WITH own AS (SELECT DISTINCT wallet FROM (${attributedRows(ofBuilder)}))
    SELECT
      ${addressOf('rows.builder')} AS address, toInt32(${distinctWallets}) AS users, toString(sum(rows.builder_fees)) AS fees,
      toUInt8(rows.builder = {builder:Wallet}) AS is_own
    FROM (${attributedRows('wallet IN (SELECT wallet FROM own)')}) AS rows
    GROUP BY rows.builder
    ORDER BY is_own DESC, users DESC, rows.builder
    LIMIT ${overlapsShown + 1}`,
});

export const builderOverlap = endpoint({
  id: 'builders.overlap',
  path: '/api/public/v1/builders/{builder}/overlap',
  summary: 'Whom a builder shares its users with',
  description:
    'The ten other builders that most of its users of the period paid, too, by sharedUsers; ties by address. A builder without a fill ' +
    'has an empty list.',
  tags: ['Builders'],
  tier: 'pro',
  age: 'fills',
  params: { builder: builder(), period: period('week') },
  response: overlapBody,
  example: {
    builder: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    builderName: 'example',
    period: 'week',
    activeUsers: 2214,
    overlaps: [
      {
        builder: '0x2f8a3f2d4b6c7e9012345678abcdef0123456789',
        sharedUsers: 1107,
        share: 0.5,
        feesUsd: 420.5,
      },
    ],
    dataNotes: 'Attributed means: a fill whose record names the builder and what it took.',
  },
  async run({ params, sources, clock, signal }) {
    const { builder } = params;
    const window = periodWindow(params.period, clock.nowMs());
    const [rows, answer] = await Promise.all([
      sources.analytics.rows(sharedUsers, { builder, ...wholeDays(window) }, { signal }),
      builderAnswer(sources, { builder, signal }),
    ]);
    const activeUsers = rows.find(({ is_own }) => is_own === 1)?.users ?? 0;
    const overlaps = rows
      .filter(({ is_own }) => is_own === 0)
      .map(({ address, users, fees }) => ({
        builder: address,
        ...builderName(sources, address),
        sharedUsers: users,
        share: users / activeUsers,
        feesUsd: Number(fees),
      }));
    const head = { builder, ...builderName(sources, builder), period: params.period, activeUsers };
    return { body: { ...head, overlaps, ...answer }, window };
  },
});
