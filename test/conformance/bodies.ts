import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openChdb } from '../../src/analytics/chdb.ts';
import { openClickHouse } from '../../src/analytics/clickhouse.ts';
import { openCluster } from '../../src/analytics/cluster/cluster.ts';
import { AnalyticsError, type AnalyticsStore } from '../../src/analytics/store.ts';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import type { AnyEndpoint } from '../../src/endpoints/endpoint.ts';
import { dayMs, hourMs } from '../../src/kernel/clock.ts';
import { builderFills } from '../builder-fills.ts';
import { chainFills } from '../chain-fills.ts';
import { startClickHouse, startClickHouseCluster } from '../clickhouse-harness.ts';
import { exampleParameters } from '../clients/served-catalogue.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';
import type { Given } from '../given-facts.ts';
import { outcomeFills } from '../outcome-fills.ts';
import { sourceFills, walletOf } from '../source-fills.ts';

/** Time of the clocks for these facts. */
export const nowMs = Date.parse('2026-05-20T12:00:00Z');
const coins = ['BTC', 'ETH', 'xyz:TSLA', '@107'];
/** The shortest way to ask an endpoint, and others: those that it does not know it refuses, alike everywhere. */
export const everyWay = [
  '',
  'limit=3&offset=2',
  'window=7d',
  'timeframe=24h',
  'coin=BTC',
  'order=asc&limit=5',
];

/** Data for all requests: fills of wallets, builders and outcomes, positions and markets. */
export function givenFacts(trades: number): Given {
  const stepMs = Math.floor((20 * dayMs) / trades);
  const chains = chainFills({ seed: 17, trades, wallets: 60, coins, fromMs: nowMs - 21 * dayMs, stepMs });
  const shared = { seed: 3, wallets: 40, days: 20, nowMs: nowMs - hourMs };
  return {
    fills: [
      ...sourceFills(chains.filter(({ time }) => time < nowMs)),
      ...builderFills({ ...shared, count: Math.floor(trades / 10), builders: 4 }),
      ...outcomeFills({ ...shared, matches: Math.floor(trades / 10), outcomes: 3 }),
    ],
    positions: Array.from({ length: 30 }, (_, i) => ({
      wallet: walletOf(1 + i),
      coin: coins[i % 2]!,
      szi: `${i % 3 === 0 ? '-' : ''}${i + 1}.5`,
      leverage: 1 + (i % 20),
    })),
    market: {
      contexts: coins.map((coin, i) => ({ coin, markPx: String(100 + i), openInterest: '1000' })),
      candles: coins.flatMap((coin) =>
        Array.from({ length: 20 }, (_, i) => ({
          coin,
          time: nowMs - (i + 1) * 60_000,
          close: String(100 + i),
        })),
      ),
    },
    outcomes: [{ outcome: 100 }, { outcome: 101 }, { outcome: 102 }],
    subAccounts: [{ master: walletOf(1), wallet: walletOf(2), name: 'second' }],
    vaults: [{ vault: walletOf(3), leader: walletOf(4), name: 'a vault' }],
  };
}

/** Result of a variant of a request: the body, or the name of the failure. */
async function answerOf(harness: EndpointHarness, endpoint: AnyEndpoint, variant: string): Promise<string> {
  const parameters = exampleParameters(endpoint);
  const path = Object.fromEntries(
    Object.entries(parameters).filter(([name]) => endpoint.pathParams.includes(name)),
  );
  const rest = Object.entries(parameters).filter(([name]) => !endpoint.pathParams.includes(name));
  const query = [new URLSearchParams(rest).toString(), variant].filter((text) => text !== '').join('&');
  try {
    const { body } = await harness.ask(endpoint, { path, query, tier: 'enterprise' });
    return JSON.stringify(body);
  } catch (error) {
    if (error instanceof AnalyticsError) return `failed: ${error.failure}`;
    return `refused: ${(error as Error).message}`;
  }
}

async function everyAnswer(harness: EndpointHarness, ways: readonly string[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const endpoint of catalogue) {
    for (const variant of ways)
      answers.set(`${endpoint.id}?${variant}`, await answerOf(harness, endpoint, variant));
  }
  return answers;
}

/** Bodies do not depend on the store of the fills; with a shard down, no body has half of them. */
export function bodySuite(options: {
  /** Each has two fills, and there is a fifth more of builders and outcomes. */
  trades: number;
  ways?: readonly string[];
  /** See `HarnessOptions`. */
  batchFills?: number;
}): void {
  const { trades, ways = everyWay, batchFills } = options;
  const given = givenFacts(trades);
  let isCut = false;
  const onError = (error: unknown) => {
    if (!isCut) throw error;
  };
  const open = (openStore: (dir: string) => Promise<AnalyticsStore>) =>
    openEndpointHarness({
      given,
      nowMs,
      lifecycles: true,
      openStore,
      onError,
      ...(batchFills !== undefined && { batchFills }),
    });

  describe('every endpoint', () => {
    test('gives the same bodies on chDB, on one server and on two shards, and none with half of the data', async (t) => {
      const embedded = await open((dir) => openChdb({ dir }));
      const expected = await everyAnswer(embedded, ways);
      await embedded.close();
      const bodies = [...expected.values()].filter((text) => text.startsWith('{') || text.startsWith('['));
      t.diagnostic(`${given.fills!.length} fills, ${expected.size} requests, ${bodies.length} bodies`);
      assert.ok(bodies.length > catalogue.length);
      assert.deepEqual(
        [...expected].filter(([, text]) => text.startsWith('failed: ')),
        [],
      );

      const server = await startClickHouse();
      const single = await open(() => openClickHouse({ url: server.url, database: 'bodies' }));
      assertSame(await everyAnswer(single, ways), expected, 'one server');
      await single.close();
      await server.stop();

      const { urls, cluster, kill, stop } = await startClickHouseCluster();
      const sharded = await open(() => openCluster({ url: urls.join(','), cluster, database: 'bodies' }));
      assertSame(await everyAnswer(sharded, ways), expected, 'two shards');

      isCut = true;
      await kill(1);
      const without = await everyAnswer(sharded, ways);
      const refused = [...without].filter(([, text]) => text === 'failed: unavailable');
      t.diagnostic(`without a shard: ${refused.length} of ${without.size} are refused, the others are whole`);
      assert.ok(refused.length > 0 && refused.length < bodies.length);
      const left = new Map([...expected].filter(([name]) => without.get(name) !== 'failed: unavailable'));
      assertSame(new Map([...without].filter(([name]) => left.has(name))), left, 'one of two shards');
      await sharded.close();
      await stop();
    });
  });
}

function assertSame(found: Map<string, string>, expected: Map<string, string>, where: string): void {
  const differing = [...expected].filter(([name, text]) => found.get(name) !== text);
  const shown = differing.slice(0, 12).map(([name, text]) => {
    const other = found.get(name) ?? '';
    const at = [...text].findIndex((letter, i) => letter !== other[i]);
    const from = Math.max(0, at - 60);
    return `${name}\n    ${other.slice(from, from + 160)}\n    ${text.slice(from, from + 160)}`;
  });
  assert.equal(
    differing.length,
    0,
    `${where}: ${differing.length} of ${expected.size} differ\n  ${shown.join('\n  ')}`,
  );
}
