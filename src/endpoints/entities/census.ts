import { type Static, Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { query } from '../../analytics/query.ts';
import { censusCauses } from '../../domain/open-position.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { coinName, dateTime, decimal, flag, list, walletAddress } from '../bodies/fields.ts';
import { censusCause, censusStamp, paymentCensus } from '../bodies/verification-stamps.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-names.ts';
import { address, coin } from '../params/names.ts';
import { page } from '../params/pages.ts';
import { optional as maybe } from '../params/param.ts';
import { enumeration } from '../params/scalars.ts';
import { bodySchema, nullable } from '../schema.ts';
import type { Sources } from '../sources.ts';

const newestCensus = query({
  name: 'newest_census',
  params: {},
  row: Type.Object({ block: Type.String(), chain_ms: Type.String(), positions: Type.Integer() }),
  limits: { maxRows: 1 },
  sql: `
    SELECT toString(block) AS block, toUnixTimestamp64Milli(chain_time) AS chain_ms, positions
    FROM census FINAL
    ORDER BY hour DESC
    LIMIT 1`,
});

/** The newest comparison of positions with account states; undefined before the first. */
export async function readCensus(
  { analytics }: Pick<Sources, 'analytics'>,
  signal: AbortSignal,
): Promise<Static<typeof censusStamp> | undefined> {
  const [row] = await analytics.rows(newestCensus, {}, { signal });
  if (row === undefined) return undefined;
  const chain_time = rfc3339(Number(row.chain_ms));
  return { verified_at_block: Number(row.block), chain_time, positions: row.positions };
}

const ms = (time: string) => `toString(toUnixTimestamp64Milli(${time}))`;

const newestPaymentCensus = query({
  name: 'newest_payment_census',
  params: {},
  row: Type.Object({
    hour_s: Type.Integer(),
    is_whole: Type.Boolean(),
    positions: Type.Integer(),
    wallets: Type.Integer(),
    causes: Type.Array(Type.Enum(censusCauses)),
    counts: Type.Array(Type.Integer()),
    block: Type.String(),
    chain_ms: Type.String(),
  }),
  limits: { maxRows: 1 },
  sql: `
    SELECT toUInt32(hour) AS hour_s, is_whole, positions, wallets, causes, counts, toString(block) AS block, ${ms('chain_time')} AS chain_ms
    FROM payment_census FINAL
    ORDER BY hour DESC
    LIMIT 1`,
});

async function readPaymentCensus(
  { analytics }: Pick<Sources, 'analytics'>,
  signal: AbortSignal,
): Promise<Static<typeof paymentCensus> | null> {
  const [row] = await analytics.rows(newestPaymentCensus, {}, { signal });
  if (row === undefined) return null;
  const { is_whole, positions, wallets, counts } = row;
  const causes = row.causes.map((cause, i) => ({ cause, positions: counts[i]! }));
  return {
    hour: rfc3339(row.hour_s * 1_000),
    verified_at_block: Number(row.block),
    chain_time: rfc3339(Number(row.chain_ms)),
    is_whole,
    positions,
    wallets,
    differences: counts.reduce((sum, count) => sum + count, 0),
    causes: causes.filter((one) => one.positions > 0),
  };
}

const stampBody = bodySchema('CensusStampBody', {
  verified: nullable(censusStamp),
  payments: nullable(paymentCensus),
});

const stampOfHour = {
  hour: '2026-03-15T00:00:00.000Z',
  verified_at_block: 923950872,
  chain_time: '2026-03-15T00:00:00.041Z',
  is_whole: true,
  positions: 151204,
  wallets: 61877,
  differences: 310,
  causes: [{ cause: 'censoredOpening' as const, positions: 310 }],
};

export const censusStampEndpoint = endpoint({
  id: 'census.stamp',
  path: '/api/public/v1/census/stamp',
  summary: 'The newest comparisons of positions with what the exchange says of them',
  description:
    'Every hour the positions that follow from fills are compared with those of the account states that the exchange gave in that ' +
    'hour (`verified`), and with those that the payments of funding name, which a node has of every wallet (`payments`). null before the ' +
    'first comparison, as where no exchange is read.',
  tags: ['Entities'],
  tier: 'free',
  params: {},
  response: stampBody,
  example: {
    verified: { verified_at_block: 923950857, chain_time: '2026-03-14T23:59:59.991Z', positions: 48120 },
    payments: stampOfHour,
  },
  async run({ sources, signal }) {
    const [verified = null, payments] = await Promise.all([
      readCensus(sources, signal),
      readPaymentCensus(sources, signal),
    ]);
    return { body: { verified, payments } };
  },
});

const difference = bodySchema('CensusDifference', {
  address: walletAddress(),
  coin: coinName(),
  folded: decimal('Position by its fills at the payment, coins, signed; 0 if flat.'),
  paid: decimal('Position of the payment, coins, signed; 0 without a payment.'),
  paidAt: dateTime('Time of the payment.'),
  lastFillAt: nullable(dateTime('Time of its newest fill until then; null if none is stored.')),
  cause: censusCause,
});

const differencesBody = bodySchema('CensusDifferencesBody', {
  census: nullable(paymentCensus),
  differences: list(difference),
  hasMore: flag('Whether there are more behind these: ask again with a larger offset.'),
});

const differences = bodyQuery({
  name: 'census_differences_of_payments',
  params: {
    wallet: 'String',
    coin: 'String',
    cause: 'String',
    causes: 'Array(String)',
    limit: 'UInt64',
    offset: 'UInt64',
  },
  body: difference,
  limits: { maxRows: 1_001 },
  sql: `
    SELECT concat('0x', lower(hex(of.wallet))) AS address, CAST(of.coin, 'String') AS coin, toString(folded) AS folded, toString(paid) AS paid,
      ${ms('paid_time')} AS paid_at, if(last_fill = 0, NULL, ${ms('last_fill')}) AS last_fill_at, CAST(of.cause, 'String') AS cause
    FROM payment_census_differences AS of FINAL
    WHERE hour = (SELECT max(hour) FROM payment_census)
      AND ({wallet:String} = '' OR of.wallet = unhex({wallet:String})) AND ({coin:String} = '' OR of.coin = {coin:String})
      AND ({cause:String} = '' OR of.cause = {cause:String})
    ORDER BY indexOf({causes:Array(String)}, of.cause), of.wallet, of.coin
    LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
});

export const censusDifferences = endpoint({
  id: 'census.differences',
  path: '/api/public/v1/census/differences',
  summary: 'Positions whose fills end at another size than was paid for',
  description:
    'Of the newest comparison with the payments of an hour, what differs and why: causes that say most first, then by wallet and coin. ' +
    'At most 20,000 of an hour are kept; the counts of `census` are of all.',
  tags: ['Entities'],
  tier: 'free',
  params: {
    wallet: maybe(address()),
    coin: maybe(coin()),
    cause: maybe(
      enumeration(censusCauses, { description: 'Only differences of this cause.', example: 'missingFills' }),
    ),
    ...page(100, { maxOffset: 20_000 }),
  },
  response: differencesBody,
  errors: [404],
  example: {
    census: stampOfHour,
    differences: [
      {
        address: '0x31ca8395cf837de08b24da3f660e77761dfb974b',
        coin: 'BTC',
        folded: '0',
        paid: '-1.25',
        paidAt: '2026-03-15T00:00:00.041Z',
        lastFillAt: null,
        cause: 'censoredOpening',
      },
    ],
    hasMore: false,
  },
  async run({ params, sources, signal }) {
    const { wallet = '', cause = '', limit, offset } = params;
    const requested = params.coin === undefined ? '' : knownCoin(sources, params.coin);
    const filter = { wallet: wallet.slice(2), coin: requested, cause, causes: censusCauses };
    const [census, found] = await Promise.all([
      readPaymentCensus(sources, signal),
      differences.read(sources.analytics, { ...filter, limit: limit + 1, offset }, { signal }),
    ]);
    return { body: { census, differences: found.slice(0, limit), hasMore: found.length > limit } };
  },
});
