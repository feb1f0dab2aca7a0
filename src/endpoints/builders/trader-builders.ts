import { bodyQuery } from '../../analytics/body-query.ts';
import { batchKey, inBatch } from '../../analytics/query.ts';
import { tradedUsd } from '../../analytics/trade-sql.ts';
import { addressOf } from '../../analytics/wallet-sql.ts';
import { lookBack, wholeSecond } from '../../domain/window.ts';
import { dayMs } from '../../kernel/clock.ts';
import {
  builderAnswer,
  builderAnswerFields,
  builderName,
  builderNameField,
} from '../bodies/builder-parts.ts';
import { dateTime, double, int64, list, text, walletAddress } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { address } from '../params/names.ts';
import { since } from '../params/windows.ts';
import { bodySchema } from '../schema.ts';

/** Longest span of the data; longer requests are cut to it. */
const longestMs = 90 * dayMs;

const builderRow = bodySchema('TraderBuilderRow', {
  builder: text('Address of the builder, lower case.'),
  builderName: builderNameField,
  fills: int64('Fills of the wallet that name it.'),
  builderFeesUsd: double('What the wallet paid it in the window, USD.'),
  volumeUsd: double('Sum of price × size over these market trades, USD.'),
  firstSeen: dateTime('First such fill of the window.'),
  lastSeen: dateTime('Newest such fill of the window.'),
});

const traderBuildersBody = bodySchema('TraderBuildersBody', {
  address: walletAddress(),
  window: text('The requested window; the data reach back at most 90 days.'),
  builders: list(builderRow),
  ...builderAnswerFields,
});

const buildersOfTrader = bodyQuery({
  name: 'trader_builders',
  params: { wallet: 'Wallet', from: 'TimeMs', to: 'TimeMs' },
  body: builderRow,
  fields: { builder: 'address', firstSeen: 'first_ms', lastSeen: 'last_ms' },
  batchBy: 'wallet',
  sql: `
    SELECT
      ${batchKey('wallet')}, ${addressOf('builder')} AS address, count() AS fills,
      sum(builder_fee * fee_px) AS builder_fees_usd, sum(${tradedUsd}) AS volume_usd,
      toUnixTimestamp64Milli(min(time)) AS first_ms, toUnixTimestamp64Milli(max(time)) AS last_ms
    FROM fills
    WHERE
      ${inBatch('wallet')} AND names_builder = 1 AND time >= {from:TimeMs} AND time <= {to:TimeMs}
    GROUP BY wallet, builder
    ORDER BY batch_key, builder_fees_usd DESC, builder`,
});

export const traderBuilders = endpoint({
  id: 'builders.trader-builders',
  path: '/api/public/v1/trader/{address}/builders',
  summary: 'The builders that one trader paid',
  description:
    'Builders by what the wallet paid them in the window, most first; ties by address. The data are cut at 90 days, without an error; ' +
    'window repeats the request.',
  tags: ['Builders'],
  tier: 'starter',
  age: 'fills',
  params: { address: address(), since: since('30d') },
  response: traderBuildersBody,
  example: {
    address: '0x2f8a3f2d4b6c7e9012345678abcdef0123456789',
    window: '30d',
    builders: [
      {
        builder: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
        builderName: 'example',
        fills: 1214,
        builderFeesUsd: 420.5,
        volumeUsd: 841000.25,
        firstSeen: '2026-01-15T09:30:12.486Z',
        lastSeen: '2026-02-11T17:02:41.008Z',
      },
    ],
    dataNotes: 'Attributed means: a fill whose record names the builder and what it took.',
  },
  async run({ params, sources, clock, signal }) {
    // Rounded to a second, so that calls with the same window can share a statement.
    const window = lookBack(Math.min(params.since.windowMs, longestMs), wholeSecond(clock.nowMs()));
    const request = { wallet: params.address, from: window.fromMs, to: window.toMs };
    const rows = await buildersOfTrader.read(sources.analytics, request, { signal });
    const builders = rows.map((row) => ({ ...row, ...builderName(sources, row.builder) }));
    const head = { address: params.address, window: params.since.text };
    return {
      body: { ...head, builders, ...(await builderAnswer(sources, { signal })) },
      window,
    };
  },
});
