/** TWAP orders from a node's files to streams, server-sent events and one answer: each once, live, after a cursor and in a replay. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { emptyState, followNode } from '../../src/ingest/node/follow.ts';
import { hourMs, rfc3339 } from '../../src/kernel/clock.ts';
import { hourFile, nodeDir } from '../ingest/follow-harness.ts';
import { twapEvent } from '../ingest/generated-twaps.ts';
import { walletOf } from '../source-fills.ts';
import { until } from '../until.ts';
import { draft, type Message, nowMs, openStreamWorld, type StreamWorld, sub } from './stream-world.ts';

const path = '/api/public/v1/stream';
const kind = 'node_twap_statuses_by_block';
const dir = mkdtempSync(join(tmpdir(), 'twaps-'));
const stop = new AbortController();
let [world, state]: [StreamWorld | undefined, typeof emptyState] = [undefined, emptyState];
let [block, ended]: [number, Promise<void> | undefined] = [900_000_000, undefined];
let nodeMs = nowMs;

before(async () => {
  world = await openStreamWorld([draft(1, -60_000)]);
  const analytics = world.engine.store;
  const clock = { nowMs: () => ++nodeMs };
  const journalDir = join(dir, 'journal');
  mkdirSync(journalDir);
  // The number of the first block is believed once the second follows it.
  append(nowMs - 1_000, []);
  ended = followNode({
    dir,
    record: 'twaps',
    store: createBatchStore(analytics),
    journal: openJournal(journalDir),
    ledger: createCoverageLedger({ analytics, clock }),
    clock,
    signal: stop.signal,
    pace: { pollMs: 10, commitMs: 0, restMs: 0, standMs: 20, missingMs: 10 },
    report: (next) => {
      state = next;
    },
  });
});
after(async () => {
  stop.abort();
  await ended;
  await world?.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Appends a block as a node does. @returns its number */
function append(timeMs: number, events: readonly unknown[]): number {
  block += 1;
  const time = new Date(timeMs).toISOString().slice(0, 23);
  const line = { local_time: time, block_time: time, block_number: block, events };
  nodeDir(dir, kind).append(hourFile(nowMs), `${JSON.stringify(line)}\n`);
  return block;
}

/** Appends a block, and waits until it is stored. */
async function write(timeMs: number, ...events: unknown[]): Promise<void> {
  const number = append(timeMs, events);
  await until('the block is stored', () => state.newest?.number === number && state.waitingBytes === 0);
}

const dataOf = (got: readonly Message[], channel: string) =>
  got.filter((message) => message.channel === channel).flatMap(({ data }) => data as Message[]);
const named = (got: readonly Message[], channel: string) =>
  dataOf(got, channel).map(({ twapId, status }) => [twapId, status]);

test('subscribers get TWAP orders and statuses by wallet, coin and status', async () => {
  const all = await world!.connect('key-pro-a', path);
  const protocol = await world!.connect('key-pro-b');
  const some = await world!.connect('key-pro-c', path);
  await all.ask(sub({ type: 'twapOrders' }));
  await all.ask(sub({ type: 'twapStatuses' }));
  await protocol.ask(sub({ type: 'twapStatusesByUser', user: walletOf(2) }));
  await some.ask(sub({ type: 'twapStatuses', coins: ['BTC'], events: ['finished', 'waitingForTrigger'] }));
  await some.ask(sub({ type: 'twapOrdersByUsers', users: [walletOf(2)], side: 'sell' }));
  const terms = { trigger: { px: '71000.5', above: false }, stopPx: '69000.0', minutes: 10_080 };
  await write(
    nowMs,
    twapEvent(nowMs, 11, 'waitingForTrigger', terms),
    twapEvent(nowMs, 12, 'activated', { user: walletOf(2), coin: 'ETH', side: 'A' }),
  );
  await write(nowMs + 1_000, twapEvent(nowMs + 1_000, 11, 'activated', { ...terms, timestamp: nowMs }));
  const done = { timestamp: nowMs, executedSz: '2.5', executedNtl: '177500.125' };
  await write(
    nowMs + 2_000,
    twapEvent(nowMs + 2_000, 11, 'finished', { ...terms, ...done }),
    twapEvent(nowMs + 2_000, 12, { error: 'Reduce only' }, { user: walletOf(2), coin: 'ETH', side: 'A' }),
  );
  // Each subscription reads for itself, so none says that another has come.
  await until('all statuses have come', () => dataOf(all.got, 'twapStatuses').length >= 5);
  await until('all orders have come', () => dataOf(all.got, 'twapOrders').length >= 2);
  assert.deepEqual(named(all.got, 'twapOrders'), [
    [11, 'waitingForTrigger'],
    [12, 'activated'],
  ]);
  assert.deepEqual(named(all.got, 'twapStatuses'), [
    [11, 'waitingForTrigger'],
    [12, 'activated'],
    [11, 'activated'],
    [11, 'finished'],
    [12, 'error'],
  ]);
  const [order] = dataOf(all.got, 'twapOrders');
  assert.deepEqual(order, {
    time: nowMs,
    twapId: 11,
    status: 'waitingForTrigger',
    coin: 'BTC',
    user: walletOf(1),
    side: 'B',
    sz: '2.5',
    reduceOnly: false,
    randomize: true,
    timestamp: nowMs,
    ...terms,
  });
  const finished = dataOf(all.got, 'twapStatuses').find(({ status }) => status === 'finished')!;
  assert.deepEqual([finished.state.executedSz, finished.state.executedNtl], ['2.5', '177500.125']);
  await until('those of a wallet have come', () => dataOf(protocol.got, 'twapStatusesByUser').length === 2);
  assert.deepEqual(named(protocol.got, 'twapStatusesByUser'), [
    [12, 'activated'],
    [12, 'error'],
  ]);
  assert.equal(dataOf(protocol.got, 'twapStatusesByUser')[1]!.description, 'Reduce only');
  await until('those of a coin have come', () => dataOf(some.got, 'twapStatuses').length === 2);
  assert.deepEqual(named(some.got, 'twapStatuses'), [
    [11, 'waitingForTrigger'],
    [11, 'finished'],
  ]);
  await until('the order of a wallet has come', () => dataOf(some.got, 'twapOrdersByUsers').length === 1);
  assert.deepEqual(named(some.got, 'twapOrdersByUsers'), [[12, 'activated']]);
  for (const client of [all, protocol, some]) client.close();
});

test('a gap of TWAP files is named to subscribers of TWAP orders, one of fills to the others', async () => {
  const twaps = await world!.connect('key-pro-a', path);
  const fills = await world!.connect('key-pro-b', path);
  await twaps.ask(sub({ type: 'twapStatuses' }));
  await fills.ask(sub({ type: 'trades' }));
  let ledgerMs = nowMs;
  const ledger = createCoverageLedger({
    analytics: world!.engine.store,
    clock: { nowMs: () => ++ledgerMs },
  });
  const span = { fromMs: nowMs, toMs: nowMs + 10 };
  const reasons = ({ got }: { got: readonly Message[] }) =>
    got.filter(({ channel }) => channel === 'gap').map(({ data }) => data.reason);
  await ledger.record({ feed: 'node_fills', ...span }, 'of fills');
  await ledger.record({ feed: 'node_twap_statuses', ...span }, 'of orders');
  const last = { fromMs: nowMs + 20, toMs: nowMs + 30 };
  await ledger.record({ feed: 'node_twap_statuses', ...last }, 'of orders, last');
  await ledger.record({ feed: 'node_fills', ...last }, 'of fills, last');
  await until('the last of orders', () => reasons(twaps).includes('of orders, last'));
  await until('the last of fills', () => reasons(fills).includes('of fills, last'));
  assert.deepEqual(reasons(twaps), ['of orders', 'of orders, last']);
  assert.deepEqual(reasons(fills), ['of fills', 'of fills, last']);
  await ledger.close();
  for (const client of [twaps, fills]) client.close();
});

const poll = async (query: string) => {
  const headers = { 'X-API-Key': 'key-pro-d' };
  const answer = await fetch(`${world!.url}${path}?${query}`, { headers });
  return (await answer.json()) as Message;
};

test('a cursor resumes with statuses stored since, and a repeated record is no event', async () => {
  const first = await poll('type=twapStatuses&wait=0');
  assert.deepEqual([first.events, first.caughtUp], [[], true]);
  await write(nowMs + 3_000, twapEvent(nowMs + 3_000, 21, 'activated'));
  await write(
    nowMs + 4_000,
    twapEvent(nowMs + 3_000, 21, 'activated'),
    twapEvent(nowMs + 4_000, 22, 'activated'),
  );
  const ids = new Set<number>();
  let { cursor } = first;
  for (let polls = 0; ids.size < 2 && polls < 20; polls++) {
    const next = await poll(`type=twapStatuses&wait=20&limit=1&cursor=${cursor}`);
    cursor = next.cursor;
    for (const { twapId } of dataOf(next.events, 'twapStatuses')) {
      assert.ok(!ids.has(twapId), `${twapId} came twice`);
      ids.add(twapId);
    }
  }
  assert.deepEqual([...ids], [21, 22]);
});

test('a replay has the events that were sent, and older history at its own time', async () => {
  const oldMs = nowMs - 50 * hourMs;
  await write(nowMs + 5_000, twapEvent(oldMs, 31, 'activated'));
  const span = (fromMs: number, toMs: number) =>
    poll(`type=twapOrders&wait=0&from=${rfc3339(fromMs)}&to=${rfc3339(toMs)}`);
  const past = await span(oldMs, oldMs + 1);
  assert.deepEqual(named(past.events, 'twapOrders'), [[31, 'activated']]);
  const sent = await span(nowMs - hourMs, nowMs + hourMs);
  assert.deepEqual(
    named(sent.events, 'twapOrders').map(([id]) => id),
    [11, 12, 21, 22],
  );
});
