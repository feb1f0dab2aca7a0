/** As of a moment, every endpoint answers as if nothing later were stored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notCopied, pastTables } from '../../src/analytics/past-copy.ts';
import { shardKeys } from '../../src/analytics/shard-keys.ts';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import type { AnyEndpoint } from '../../src/endpoints/endpoint.ts';
import type { Param } from '../../src/endpoints/params/param.ts';
import { dayMs, hourMs, minuteMs, rfc3339 } from '../../src/kernel/clock.ts';
import { Problem } from '../../src/kernel/problem.ts';
import { MarketReadError } from '../../src/market/market.ts';
import { chainFills } from '../chain-fills.ts';
import { type EndpointHarness, type HarnessOptions, openEndpointHarness } from '../endpoint-harness.ts';
import type { Given } from '../given-facts.ts';
import { simulatedTruth } from '../sim/simulated-truth.ts';
import { campaignSeed, sized } from '../size.ts';
import { type FillDraft, seededNumbers, walletOf } from '../source-fills.ts';

const below = seededNumbers(campaignSeed);
const simulated = simulatedTruth([campaignSeed], sized({ check: 300, campaign: 2_000 })).fills;
const [fromMs, toMs] = [Date.parse('2026-04-27T12:00:00Z'), simulated.at(-1)!.time + 6 * hourMs];
const slow = chainFills({
  seed: campaignSeed,
  trades: 150,
  wallets: 4,
  coins: ['BTC', 'ETH', 'xyz:GOLD'],
  fromMs,
  stepMs: (toMs - fromMs) / 150 / 2,
});
const fills = numbered([...slow, ...simulated].sort((a, b) => a.time - b.time));

/** A day's start, of which nothing is over, and instants anywhere, one of a fill among them. */
const instants = [
  Date.parse('2026-05-02T00:00:00Z'),
  ...sized({ check: [], campaign: [simulated[below(simulated.length)]!.time] }),
  ...Array.from(
    { length: sized({ check: 0, campaign: 28 }) },
    () => fromMs + below((toMs - fromMs) / 1_000) * 1_000,
  ),
];

/** In blocks of their own, so that each has its moment. */
function numbered(drafts: readonly FillDraft[]): FillDraft[] {
  return drafts.map((draft, index) => ({ ...draft, tid: 1 + index, block: 1_000 + index }));
}

const market = (coin: string, atMs: number) => ({
  contexts: [{ coin, markPx: '101', openInterest: '50', time: atMs }],
  candles: [{ coin, time: Math.floor(atMs / minuteMs) * minuteMs - 10 * minuteMs, close: '101' }],
  books: [{ coin, time: atMs, bids: [['100', '1']], asks: [['102', '2']] } as const],
  trades: [{ coin, px: '101', sz: '1', tid: 7, time: atMs, buyer: walletOf(1), seller: walletOf(2) }],
});

/** Facts of the hour before the moment, and of that behind it, about other wallets and coins. */
function given(nowMs: number): Given {
  const outcome = { outcome: 4, name: 'Before', time: nowMs - hourMs, settleFraction: '1' };
  return {
    fills: fills.filter(({ time }) => time <= nowMs),
    market: market('BTC', nowMs - minuteMs),
    positions: [{ wallet: walletOf(1), coin: 'BTC', szi: '3', time: nowMs - minuteMs }],
    outcomes: [outcome],
    subAccounts: [{ master: walletOf(1), wallet: walletOf(2), name: 'sub' }],
  };
}
function later(nowMs: number): Given & { laterMs: number } {
  const laterMs = nowMs + hourMs;
  return {
    laterMs,
    fills: fills.filter(({ time }) => time > nowMs),
    market: market('kSHIB', laterMs),
    positions: [{ wallet: walletOf(3), coin: 'SOL', szi: '5', time: laterMs }],
    outcomes: [{ outcome: 9_999, name: 'Behind', time: laterMs, settleFraction: '0' }],
    vaults: [{ vault: walletOf(4), leader: walletOf(1), name: 'vault' }],
  };
}

/** What each endpoint answers; a process has one engine at a time. */
async function answers(options: HarnessOptions, values: Readonly<Record<string, string>>) {
  const harness = await openEndpointHarness(options);
  try {
    const reported = new Map<string, unknown>([['newest block', harness.sources.newestBlock()]]);
    for (const endpoint of catalogue) reported.set(endpoint.id, await answerOf(harness, endpoint, values));
    return reported;
  } finally {
    await harness.close();
  }
}

/** Sums of doubles differ in their last digits with the order of the rows. */
function roughly(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(12)) : value;
}

async function answerOf(
  harness: EndpointHarness,
  endpoint: AnyEndpoint,
  values: Readonly<Record<string, string>>,
) {
  const params = endpoint.params as Record<string, Param<unknown>>;
  const path = Object.fromEntries(endpoint.pathParams.map((name) => [name, values[name]!]));
  const query = endpoint.queryParams.flatMap((name) => {
    const { required, example } = params[name]!;
    return required ? [`${name}=${encodeURIComponent(values[name] ?? String(example))}`] : [];
  });
  try {
    const { body, window, headers } = await harness.ask(endpoint, {
      path,
      query: query.join('&'),
      tier: 'enterprise',
    });
    return JSON.parse(JSON.stringify({ body, window, headers }, roughly)) as unknown;
  } catch (error) {
    // No data, or no exchange: both must say so alike.
    if (error instanceof Problem || error instanceof MarketReadError) return error.message;
    throw error;
  }
}

test('every table is copied up to the moment, or rebuilt, or of the store alone', () => {
  const copied = pastTables('now()').map(({ table }) => table);
  assert.deepEqual([...copied, ...notCopied, 'fills'].sort(), [...shardKeys.keys()].sort());
});

for (const nowMs of instants) {
  test(`as of ${rfc3339(nowMs)} every endpoint answers as a store without what came later`, async () => {
    const before = fills.filter(({ time }) => time <= nowMs);
    const traded = before.find(({ coin }) => coin!.startsWith('#'))?.coin ?? '#40';
    const values: Record<string, string> = {
      address: walletOf(1),
      coin: 'BTC',
      symbol: 'BTC',
      canonical: 'BTC',
      feed: 'trades',
      board: 'net',
      tierType: 'size',
      tier: 'fish',
      outcome_id: String(Math.floor(Number(traded.slice(1)) / 10)),
      date: '2026-05-01',
      id: '1',
      builder: String(before.find(({ builder }) => builder !== undefined)?.builder ?? walletOf(9_000)),
    };
    const common = {
      nowMs,
      factsMs: nowMs - dayMs / 2,
      lifecycles: true,
      batchFills: 500,
      given: given(nowMs),
    };
    const reported = await answers({ ...common, later: later(nowMs) }, values);
    const expected = await answers(common, values);
    for (const [id, answer] of expected) assert.deepEqual(reported.get(id), answer, id);
    const answered = [...expected.values()].filter((answer) => typeof answer === 'object').length;
    assert.ok(answered > catalogue.length * 0.8, `${answered} answered`);
  });
}
