import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { walletOf } from '../../../test/source-fills.ts';
import { createCoverageLedger } from '../../coverage/ledger.ts';
import { dayMs, fixedClock } from '../../kernel/clock.ts';
import { coverage, coverageDays } from './coverage.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const day = (name: string) => Date.parse(`${name}T00:00:00Z`);
const wallet = walletOf(1);

let harness: EndpointHarness;
before(async () => {
  const fills = [{ wallet, time: nowMs - dayMs, block: 5, coin: 'BTC' }];
  harness = await openEndpointHarness({ given: { fills }, nowMs });
  const { store } = harness;
  const ledger = createCoverageLedger({ analytics: store, clock: fixedClock(nowMs) });
  const first = day('2026-03-10');
  // Read from noon of the 10th to the morning of the 15th, but for the whole 12th.
  await ledger.cover({ feed: 'trades', fromMs: first + dayMs / 2, toMs: day('2026-03-12') - 1 });
  await ledger.cover({ feed: 'trades', fromMs: day('2026-03-13'), toMs: day('2026-03-15') + 3_600_000 });
  const at = { feed: 'trades', fromMs: day('2026-03-14') - 500, toMs: day('2026-03-14') + 500 };
  await ledger.lose({ ...at, coin: 'BTC' }, 'disconnect');
  await ledger.record({ ...at, coin: 'ETH', toMs: at.fromMs + 100 }, 'disconnect');
  await ledger.heal({ ...at, coin: 'ETH' });
  await ledger.record({ feed: 'node_fills', fromMs: 5, toMs: 9, fromBlock: 7, toBlock: 8 }, 'missing-blocks');
  await ledger.lose({ feed: 'fills', wallet, fromMs: 0, toMs: first }, 'out-of-reach');
  const moment = (ms: number) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`;
  await store.command(`
    INSERT INTO tracked_wallets (wallet, time, discovered, fills_to) VALUES
      (unhex('${wallet.slice(2)}'), ${moment(nowMs)}, ${moment(first)}, ${moment(day('2026-03-13'))})`);
});
after(() => harness.close());

test('intervals of a feed are listed oldest first, with their ends by time and block', async () => {
  const { body } = await harness.ask(coverage, { query: 'feed=node_fills' });
  assert.deepEqual(body, {
    feed: 'node_fills',
    intervals: [
      {
        state: 'open',
        reason: 'missing-blocks',
        wallet: null,
        coin: null,
        fromBlock: 7,
        toBlock: 8,
        from: '1970-01-01T00:00:00.005Z',
        to: '1970-01-01T00:00:00.009Z',
        seenAt: '2026-03-15T12:00:00.000Z',
        changedAt: '2026-03-15T12:00:00.000Z',
      },
    ],
    hasMore: false,
  });
});

test('a coin has its own gaps and what concerns all; pages say whether more follow', async () => {
  const shown = async (query: string) => {
    const { body } = await harness.ask(coverage, { query: `feed=trades&${query}` });
    return [body.intervals!.map(({ state, coin }) => `${state} ${coin ?? 'all'}`), body.hasMore];
  };
  assert.deepEqual(await shown('coin=btc'), [['covered all', 'covered all', 'lost BTC'], false]);
  assert.deepEqual(await shown('state=healed'), [['healed ETH'], false]);
  assert.deepEqual(await shown('limit=1&offset=1'), [['covered all'], true]);
  assert.deepEqual(await shown('from=2026-03-14T00:00:00.300Z&to=2026-03-14T00:00:00.400Z'), [
    ['covered all', 'lost BTC'],
    false,
  ]);
  await assert.rejects(harness.ask(coverage, { query: 'feed=trades&from=5&to=4' }), /must not lie after to/);
});

test('a wallet is covered as far as it was read', async () => {
  const { body } = await harness.ask(coverage, { query: `feed=fills&wallet=${wallet}` });
  assert.deepEqual(
    body.intervals!.map(({ state, wallet: of, from, to }) => [state, of, from, to]),
    [
      ['lost', wallet, null, '2026-03-10T00:00:00.000Z'],
      ['covered', wallet, null, '2026-03-13T00:00:00.000Z'],
    ],
  );
  const { body: days } = await harness.ask(coverageDays, {
    path: { feed: 'fills' },
    query: `wallet=${wallet}&from=2026-03-10T00:00:00Z&to=2026-03-13T23:00:00Z`,
  });
  assert.deepEqual(
    days.days!.map(({ condition }) => condition),
    ['degraded', 'available', 'available', 'pending'],
  );
});

test('each day is available, degraded, pending or missing', async () => {
  const { body } = await harness.ask(coverageDays, {
    path: { feed: 'trades' },
    query: 'by=day&from=2026-03-09T00:00:00Z',
  });
  assert.deepEqual(
    body.days!.map(({ day: name, condition, lost, healed }) => [name.slice(8), condition, lost, healed]),
    [
      ['09', 'missing', 0, 0],
      ['10', 'degraded', 0, 0],
      ['11', 'available', 0, 0],
      ['12', 'missing', 0, 0],
      ['13', 'degraded', 1, 1],
      ['14', 'degraded', 1, 0],
      ['15', 'pending', 0, 0],
    ],
  );
  assert.deepEqual(
    [body.days![0]!.lastModified, body.days![1]!.lastModified],
    [null, '2026-03-15T12:00:00.000Z'],
  );
  const { body: usual } = await harness.ask(coverageDays, { path: { feed: 'books' } });
  assert.deepEqual([usual.days!.length, usual.days![0]!.condition], [30, 'missing']);
  assert.equal(usual.days!.at(-1)!.condition, 'pending');
  const long = { path: { feed: 'books' }, query: 'from=2024-01-01T00:00:00Z' };
  await assert.rejects(harness.ask(coverageDays, long), /at most 400 fit/);
});
