/** Cached pages are served while their sources are unchanged: every change of an answer must invalidate its page. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Tier, tierLimits } from '../../src/domain/tier.ts';
import { ages } from '../../src/endpoints/ages.ts';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import type { AnyEndpoint } from '../../src/endpoints/endpoint.ts';
import { createFooting, createWatching, type Footing } from '../../src/endpoints/footing.ts';
import type { Param } from '../../src/endpoints/params/param.ts';
import { parseRequest } from '../../src/endpoints/parse-request.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { Problem } from '../../src/kernel/problem.ts';
import { MarketReadError } from '../../src/market/market.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';
import { simulatedTruth } from '../sim/simulated-truth.ts';
import { until } from '../until.ts';

const nowMs = Date.UTC(2026, 4, 2, 5);
const tier: Tier = 'enterprise';
const truth = simulatedTruth([1], 800);
const [wallet] = [...Map.groupBy(truth.lifecycles, (one) => one.wallet)].toSorted(
  (a, b) => b[1].length - a[1].length,
)[2]!;
const outcome = Math.floor(
  Number(truth.fills.find(({ coin }) => coin!.startsWith('#'))!.coin!.slice(1)) / 10,
);
const values: Record<string, string> = {
  address: wallet,
  coin: 'BTC',
  symbol: 'BTC',
  canonical: 'BTC',
  outcome_id: String(outcome),
  feed: 'trades',
  board: 'net',
  tierType: 'size',
  tier: 'fish',
  builder: truth.builderUsers[0]!.builder,
  date: '2026-05-01',
  id: '1',
};

/** A last stretch of fills comes later. */
const laterFrom = truth.fills.length - 400;
const description = 'class:priceBinary|underlying:BTC|expiry:20260503-0300|targetPrice:60000|period:1d';

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({
    given: {
      fills: truth.fills.slice(0, laterFrom),
      positions: [{ wallet, coin: 'BTC', szi: '1', entryPx: '60000' }],
      market: { contexts: [{ coin: 'BTC', markPx: '60000', openInterest: '10' }] },
      outcomes: [{ outcome, name: 'Bitcoin', description }],
    },
    nowMs,
    lifecycles: true,
    batchFills: 50_000,
  });
});
after(() => harness.close());

interface Made {
  text: string;
  footing: Footing;
}

async function made(endpoint: AnyEndpoint): Promise<Made> {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const path = Object.fromEntries(names.map((name) => [name, values[name]!]));
  const params = endpoint.params as Record<string, Param<unknown>>;
  const query = endpoint.queryParams.flatMap((name) => {
    const { required, example } = params[name]!;
    return required ? [`${name}=${encodeURIComponent(String(example))}`] : [];
  });
  const footing = createFooting();
  const clock = fixedClock(nowMs);
  const watched = createWatching({ sources: harness.sources, watches: harness.watches, clock });
  try {
    const { body } = await endpoint.run({
      params: parseRequest(endpoint, path, query.join('&'), { tier, windowDays: 365, nowMs }),
      caller: { accountId: 'test', tier, limits: tierLimits[tier] },
      ...watched(footing),
      upgradeUrl: 'https://example.org/upgrade',
      signal: AbortSignal.timeout(30_000),
    });
    return { text: JSON.stringify(body), footing };
  } catch (error) {
    // No data, or no exchange; errors are not kept.
    if (!(error instanceof Problem || error instanceof MarketReadError)) throw error;
    return { text: error.message, footing };
  }
}

const unmoved = ['account.plan', 'hip4.questions', 'pulse.cohorts.history', 'pulse.daily-latest'];

test('new fills move the page of every endpoint that they change, and none that rests on no fill', async () => {
  const pages = new Map<AnyEndpoint, Made>();
  for (const endpoint of catalogue) pages.set(endpoint, await made(endpoint));
  await harness.add(truth.fills.slice(laterFrom));
  const { version } = harness.sources.positions;
  const before = version();
  await until('the positions follow the fills', () => version() !== before);
  const changed: string[] = [];
  for (const [endpoint, page] of pages) {
    if (ages[endpoint.age].lagMs === 0 || (await made(endpoint)).text === page.text) continue;
    changed.push(endpoint.id);
    await until(`the page of ${endpoint.id} moves`, () => page.footing.hasMoved());
  }
  assert.ok(changed.length > 20, `fills changed ${changed.join(', ')} alone`);
  const moved = [...pages].filter(([, { footing }]) => footing.hasMoved()).map(([{ id }]) => id);
  assert.deepEqual(
    moved.filter((id) => unmoved.includes(id)),
    [],
    'these rest on no fill',
  );
});
