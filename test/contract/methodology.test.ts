/** docs/methodology covers every field of every answer, and its sources. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { answerSchemas } from '../../scripts/answer-fields.ts';
import { answerSources } from '../../scripts/answer-sources.ts';
import { fieldsPage } from '../../scripts/fields.ts';
import { shardKeys } from '../../src/analytics/shard-keys.ts';
import { tierLimits } from '../../src/domain/tier.ts';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import type { AnyEndpoint } from '../../src/endpoints/endpoint.ts';
import type { Param } from '../../src/endpoints/params/param.ts';
import { parseRequest } from '../../src/endpoints/parse-request.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { Problem } from '../../src/kernel/problem.ts';
import { MarketReadError } from '../../src/market/market.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';
import { simulatedTruth } from '../sim/simulated-truth.ts';
import { type SourceUse, watchedSources } from '../source-use.ts';

const page = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const sources = answerSources();
const { answers, memory } = sources;

test('every field says what it is, or holds what does', () => {
  const silent = answerSchemas().flatMap(({ name, fields }) =>
    fields
      .filter(({ what, holds }) => what === undefined && holds === undefined)
      .map(({ path }) => `${name}.${path}`),
  );
  assert.deepEqual(silent, [], 'give these a description in their schema: what it is, formula, unit');
});

test('every answer has its row in sources.md, which names only what there is', () => {
  assert.deepEqual([...answers.keys()].sort(), catalogue.map(({ id }) => id).sort());
  const sections = new Set(
    [...page('methodology.md').matchAll(/^## (.+)$/gm)].map(([, title]) => anchorOf(title!)),
  );
  for (const { answer, queries, memory: kept, rules } of answers.values()) {
    assert.deepEqual(
      [...queries.values()].flat().filter((table) => !shardKeys.has(table)),
      [],
      answer,
    );
    assert.deepEqual(
      kept.filter((name) => !memory.has(name)),
      [],
      answer,
    );
    assert.ok(sections.has(rules.split('#')[1]!), `${answer}: ${rules} is no section`);
  }
});

test('fields.md is what the schemas and sources.md say', () => {
  assert.equal(page('methodology/fields.md'), fieldsPage(), 'run ./scripts/run.sh scripts/fields.ts');
});

const nowMs = Date.UTC(2026, 4, 2, 5);
const truth = simulatedTruth([1], 800);
const [wallet] = [...Map.groupBy(truth.lifecycles, (one) => one.wallet)].toSorted(
  (a, b) => b[1].length - a[1].length,
)[2]!;
const outcome = Math.floor(
  Number(truth.fills.find(({ coin }) => coin!.startsWith('#'))!.coin!.slice(1)) / 10,
);
const description = 'class:priceBinary|underlying:BTC|expiry:20260503-0300|targetPrice:60000|period:1d';

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({
    given: {
      fills: truth.fills,
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

test('an answer is made of nothing that its row does not name', async () => {
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
  for (const endpoint of catalogue) {
    const path = Object.fromEntries(
      [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, values[name!]!]),
    );
    const { queries, kept, sources: touched } = await useOf(endpoint, path);
    const row = answers.get(endpoint.id)!;
    for (const [query, tables] of queries) {
      assert.deepEqual(
        row.queries.get(query)?.toSorted(),
        [...tables].sort(),
        `${endpoint.id} asks ${query} of ${tables.join(', ')}`,
      );
    }
    const named = [...kept, ...touched].filter(
      (name) => !['analytics', 'boards', 'archetypes'].includes(name),
    );
    assert.deepEqual(
      named.filter((name) => !row.memory.includes(name)),
      [],
      endpoint.id,
    );
  }
});

async function useOf(endpoint: AnyEndpoint, path: Record<string, string>): Promise<SourceUse> {
  const { sources: watched, use } = watchedSources(harness.sources);
  const params = endpoint.params as Record<string, Param<unknown>>;
  const query = endpoint.queryParams.flatMap((name) => {
    const { required, example } = params[name]!;
    return required ? [`${name}=${encodeURIComponent(String(example))}`] : [];
  });
  try {
    await endpoint.run({
      params: parseRequest(endpoint, path, query.join('&'), { tier: 'enterprise', windowDays: 365, nowMs }),
      caller: { accountId: 'test', tier: 'enterprise', limits: tierLimits.enterprise },
      sources: watched,
      clock: fixedClock(nowMs),
      upgradeUrl: 'https://example.org/upgrade',
      signal: AbortSignal.timeout(30_000),
    });
  } catch (error) {
    // Without data or exchange, the recorded reads still count.
    if (!(error instanceof Problem || error instanceof MarketReadError)) throw error;
  }
  return use;
}

/** Anchor of a heading, as generated by the repository's host. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s+/g, '-');
}
