/** Each parameter of the specified catalogue is one line of an endpoint: one call of the kit, which publishes its schema. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CohortKind } from '../../src/domain/cohort.ts';
import { allCoins } from '../../src/domain/coin-name.ts';
import type { CandleInterval, Period } from '../../src/domain/intervals.ts';
import { date, moment } from '../../src/endpoints/params/instants.ts';
import {
  address,
  addresses,
  asset,
  builder,
  cohort,
  coin,
  dex,
  lifecycleId,
  outcomeId,
  symbol,
  tierType,
} from '../../src/endpoints/params/names.ts';
import { page, rowLimit, rowOffset } from '../../src/endpoints/params/pages.ts';
import { optional, type Param } from '../../src/endpoints/params/param.ts';
import {
  boolean,
  enumeration,
  int,
  number,
  offAt,
  several,
  text,
} from '../../src/endpoints/params/scalars.ts';
import { timeRange } from '../../src/endpoints/params/time-range.ts';
import { candleInterval, days, hours, period, since } from '../../src/endpoints/params/windows.ts';
import { readSpecification, type SpecifiedParam, schemaOfType } from './specification.ts';

/** What the catalogue says of a parameter, as an endpoint would write it down. */
interface Given {
  default: never;
  min: number;
  max: number;
  enum: readonly string[];
  bits: 32 | 64;
}

const description = 'What it is, in the words of its endpoint.';
const usd = (given: Given) => number({ ...bounds(given), description });
const counted = (given: Given) => int({ ...bounds(given), bits: given.bits, description });
const flag = (given: Given) => {
  return given.default === undefined
    ? optional(boolean({ description }))
    : boolean({ description, default: given.default });
};

/** By name, the line that declares it. */
const lines: Readonly<Record<string, (given: Given, path: string) => Param<unknown>>> = {
  addresses: () => addresses({ min: 1, max: 50, description }),
  address: (_, path) => (path.includes('{address}') ? address() : optional(address())),
  venue: () => optional(text({ description })),
  deployer: () => optional(address()),
  deployerFeeScale: (given) => optional(number({ ...bounds(given), description })),
  board: (given) => enumeration(given.enum, { description }),
  buckets: counted,
  builder: () => builder(),
  by: (given) => enumeration(given.enum, { default: given.default, description }),
  canonical: () => asset(),
  coin: (given, path) => {
    if (path.includes('{coin}')) return coin();
    return given.default === undefined ? optional(coin()) : coin({ default: allCoins });
  },
  crossMarketOnly: flag,
  cause: (given) => optional(enumeration(given.enum, { description })),
  date: () => date(),
  days: (given) => days(given),
  depth: counted,
  dex: (given) => (given.default === undefined ? optional(dex()) : dex({ default: 'hl' })),
  endTime: () => timeRange('7d').endTime,
  feed: (given) => enumeration(given.enum, { description }),
  from: () => moment(description),
  hours: (given) => hours(given),
  id: () => lifecycleId(),
  includeCensored: flag,
  includeSpot: flag,
  interval: (given, path) => {
    return path.endsWith('/pnl')
      ? enumeration(given.enum, { default: given.default, description })
      : candleInterval(given.default satisfies CandleInterval);
  },
  limit: (given) => rowLimit(given.default, given),
  market: (given) => enumeration(given.enum, { default: given.default, description }),
  maxDuration: (given) => offAt(-1, counted(given)),
  maxPnl: usd,
  maxRealizedPnl: usd,
  maxTrades: counted,
  maxTrough: usd,
  method: () => optional(enumeration(['market', 'backstop'], { description, plain: true })),
  minBestMonth: usd,
  minCapturePct: usd,
  minDays: (given) => optional(counted(given)),
  minDrawdownPct: usd,
  minDuration: (given) => offAt(-1, counted(given)),
  minFees: usd,
  minLifecycles: counted,
  minMonths: counted,
  minNotional: (given) => (given.default === -1 ? offAt(-1, usd(given)) : usd(given)),
  minPnl: usd,
  minPositions: counted,
  leastRead: counted,
  minTrades: (given) => (given.default === undefined ? optional(counted(given)) : counted(given)),
  minWinRate: counted,
  newcomerDays: counted,
  offset: (given) => rowOffset(given),
  outcome_id: () => outcomeId(),
  perCoinRank: counted,
  period: (given, path) => {
    return path.startsWith('/api/public/v1/builders')
      ? period(given.default satisfies Period)
      : enumeration(given.enum, { default: given.default, description });
  },
  q: () => text({ description, maxLength: 100 }),
  range: counted,
  since: (given) => since(given.default),
  sort: (given) => enumeration(given.enum, { default: given.default, description }),
  startTime: () => timeRange('7d').startTime,
  state: (given) => optional(enumeration(given.enum, { description })),
  status: (given) => enumeration(given.enum, { default: given.default, description }),
  stillUnderwater: usd,
  symbol: () => symbol(),
  tier: (_, path) => (path.includes('{tier}') ? cohort() : optional(cohort())),
  tierType: (given) => tierType(given.default satisfies CohortKind | undefined),
  to: () => moment(description),
  topCoins: counted,
  wallet: () => optional(address()),
  windowDays: (given) => days(given),
  without: () => several(['makers', 'vaults'], { description }),
  wallets: () => addresses({ min: 2, max: 5, description }),
};

/** Lists that are sent as one text with commas; the catalogue has no bounds of lists. */
const commaLists = ['addresses', 'wallets'];

/** Only what the catalogue names, so that a bound that it lacks stays away. */
function bounds({ default: fallback, min, max }: Given) {
  return {
    ...(fallback !== undefined && { default: fallback as number }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  };
}

function givenOf(specified: SpecifiedParam): Given {
  return { ...specified, bits: specified.type === 'int64' ? 64 : 32 } as unknown as Given;
}

function expectedSchema({ type, default: fallback, enum: words, min, max }: SpecifiedParam) {
  return {
    ...schemaOfType(type),
    ...(words !== undefined && { enum: words }),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(fallback !== undefined && { default: fallback }),
  };
}

const { paths } = readSpecification();

test('each parameter of the catalogue is one line, which publishes exactly its type, bounds, words and default', () => {
  const used = new Set<string>();
  for (const [path, { params }] of Object.entries(paths)) {
    for (const specified of params) {
      const { name, required = false, in: origin } = specified;
      const line = lines[name];
      assert.ok(line !== undefined, `${path}: the kit has no line for ${name}`);
      used.add(name);
      const param = line(givenOf(specified), path);
      // Our own bounds on the length of texts, which repeat in cache keys and logs.
      const { minLength: _min, maxLength: _max, ...published } = param.schema as Record<string, unknown>;
      if (commaLists.includes(name))
        assert.deepEqual([published.type, published.minItems! < published.maxItems!], ['array', true]);
      else assert.deepEqual({ ...published }, expectedSchema(specified), `${path} ${name}`);
      assert.equal(param.required, required, `${path} ${name} is required`);
      assert.ok(origin === 'query' || param.required, `${path} ${name} has no default in a path`);
      const windowed = ['since', 'hours', 'days', 'startTime', 'endTime', 'windowDays'].includes(name);
      assert.equal(param.history !== undefined, windowed, `${path} ${name} is capped by the tier`);
    }
  }
  assert.deepEqual(
    [...used].sort(),
    Object.keys(lines).sort(),
    'no line for a parameter that no endpoint has',
  );
});

test('limit and offset together are the page of every list that has both', () => {
  for (const [path, { params }] of Object.entries(paths)) {
    const [limit, offset] = ['limit', 'offset'].map((name) => params.find((param) => param.name === name));
    if (limit === undefined || offset === undefined) continue;
    const declared = page(limit.default as number, {
      ...(limit.max !== undefined && { maxRows: limit.max }),
      ...(offset.max !== undefined && { maxOffset: offset.max }),
    });
    assert.deepEqual({ ...declared.limit.schema }, expectedSchema(limit), path);
    assert.deepEqual({ ...declared.offset.schema }, expectedSchema(offset), path);
  }
});
