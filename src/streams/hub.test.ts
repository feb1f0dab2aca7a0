/**
 * Each subscriber gets exactly the events of its filter behind its place, in order, whenever it joins: over a log whose statements take a
 * random time, so that joins, leaves and restarts fall into running reads.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { sized } from '../../test/size.ts';
import { until } from '../../test/until.ts';
import type { StoredBatch } from '../changes/batches.ts';
import type { ChangeFeed, Look } from '../changes/change-feed.ts';
import { batchOf, placeAfter, placeOf } from '../changes/fill-log.ts';
import { dayMs, systemClock } from '../kernel/clock.ts';
import { type SeededRng, seededRng } from '../kernel/rng.ts';
import { createStreamHub, type StreamHub } from './hub.ts';
import type { ListNews } from './members.ts';
import type { Following, Receiver } from './receiver.ts';
import { startOf } from './start-place.ts';
import { type EventSubscription, readSubscription } from './subscription.ts';

const startMs = Date.UTC(2026, 10, 1);
const coins = ['BTC', 'ETH', 'xyz:GOLD', '#120'];
const wallets = [1, 2, 3, 4].map((digit) => `0x${String(digit).repeat(40)}`);

interface StoredFill {
  batch: StoredBatch;
  timeMs: number;
  wallet: string;
  coin: string;
  tid: number;
  isTwap: boolean;
}

type Row = Record<string, unknown>;

function rowOf({ batch, timeMs, wallet, coin, tid, isTwap }: StoredFill): Row {
  return {
    batch: String(batch.number),
    time: String(timeMs),
    block: '0',
    wallet,
    coin,
    side: 'B',
    px: '1',
    sz: '1',
    start: '0',
    dir: 'Open Long',
    pnl: '0',
    fee: '0',
    fee_token: 'USDC',
    crossed: true,
    tid: String(tid),
    oid: '1',
    hash: '0x0',
    cloid: '',
    twap: isTwap ? '7' : '0',
    builder: '',
    builder_fee: '',
    deployer_fee: '',
    gas: '',
    liquidated: '',
    mark: '',
    method: '',
    notional: 1,
  };
}

/** A log of fills in memory. @param latency how many turns of the event loop a statement takes */
function openLog(latency: () => number) {
  const batches: StoredBatch[] = [];
  const fills: StoredFill[] = [];
  const list = { version: 1, wallets: wallets.slice(0, 1), changedAt: 0 };
  const pause = async () => {
    for (let left = latency(); left > 0; left -= 1) await turn();
  };
  const newestUpTo = (seq: number) =>
    batches.slice(0, seq).reduce((newest, { lastMs }) => Math.max(newest, lastMs), 0);

  async function rows({ name }: { name: string }, params: Row): Promise<Row[]> {
    if (name === 'fill_log_newest_up_to') return [{ newest_ms: String(newestUpTo(Number(params.seq))) }];
    if (!name.startsWith('fill_log_')) return [];
    const ofCoins = params.coins as string[] | undefined;
    const ofWallets = params.wallets as string[] | undefined;
    // The result of a statement is fixed when it starts.
    const found = fills.filter(
      ({ batch, timeMs, coin, wallet, isTwap }) =>
        (params.numbers as number[]).includes(batch.number) &&
        timeMs >= Number(params.from) &&
        timeMs <= Number(params.to) &&
        (ofCoins?.includes(coin) ?? true) &&
        (ofWallets?.includes(wallet) ?? true) &&
        (isTwap || !name.includes('twap')),
    );
    await pause();
    return found.slice(0, Number(params.most)).map(rowOf);
  }

  return {
    batches,
    fills,
    list,
    store: { rows } as never,
    /** @param isOld history, which is no event */
    add(count: number, rng: SeededRng, isOld = false): void {
      const seq = batches.length + 1;
      const firstMs = startMs + seq * 1_000 - (isOld ? 3 * dayMs : 0);
      const batch: StoredBatch = {
        seq,
        number: seq,
        token: `${seq}-token${seq}`,
        fills: count,
        firstMs,
        lastMs: firstMs + count - 1,
        isMarks: false,
        isRemoval: false,
        isNamed: true,
        firstDay: '',
        lastDay: '',
        namedForMs: 1e9,
      };
      batches.push(batch);
      for (let i = 0; i < count; i += 1) {
        const [wallet, coin] = [wallets[rng.below(wallets.length)]!, coins[rng.below(coins.length)]!];
        fills.push({
          batch,
          timeMs: firstMs + i,
          wallet,
          coin,
          tid: seq * 1_000 + i,
          isTwap: rng.below(3) === 0,
        });
      }
    },
    lists: async (_: unknown, version: string | undefined): Promise<ListNews> => {
      const now = { version: String(list.version), wallets: [...list.wallets] };
      await pause();
      return now.version === version ? { ...now, wallets: undefined } : now;
    },
  };
}

type Log = ReturnType<typeof openLog>;

/** A process over a log: it sees a batch when it looks. */
function openProcess({ batches, store, lists }: Log) {
  const errors: unknown[] = [];
  let last: Look | undefined;
  let waiting: ((look: Look | undefined) => void)[] = [];
  const wake = () => {
    for (const resolve of waiting.splice(0)) resolve(last);
  };
  const look = () => {
    const newest = batches.at(-1);
    last = { seq: newest?.seq ?? 0, newestMs: newest?.lastMs ?? 0, atMs: (last?.atMs ?? 0) + 1 } as Look;
    wake();
    return last;
  };
  const feed = {
    last: () => last,
    newer: (than: Look | undefined) =>
      last !== undefined && last.atMs > (than?.atMs ?? -1)
        ? Promise.resolve(last)
        : new Promise((resolve) => waiting.push(resolve)),
    lookAtFills: async () => look(),
    async after(seq: number) {
      const behind = batches.slice(seq, last?.seq);
      await turn();
      return { after: seq, upTo: last?.seq ?? seq, batches: behind };
    },
  } as unknown as ChangeFeed;
  look();
  const hub = createStreamHub({
    feed,
    store,
    clock: systemClock,
    cohorts: async () => () => undefined,
    lists,
    onError: (error) => errors.push(error),
  });
  return {
    hub,
    errors,
    look,
    async close() {
      await hub.close();
      last = undefined;
      waiting = [];
    },
  };
}

/** Subscriptions of the tests by kind. */
const kinds = [
  { type: 'trades' },
  { type: 'tradesByCoin', coin: 'BTC' },
  { type: 'tradesByUser', user: wallets[0] },
  { type: 'twapSliceFills' },
  { type: 'tradesByCoin', coin: 'ETH', minNotionalUsd: '1' },
  { type: 'lifecycles', coins: ['BTC'], wallets: [wallets[1]] },
  { type: 'trades', list: 'mine' },
].map((params) => {
  const read = readSubscription(params, {
    tier: 'enterprise',
    accountId: 'account',
    isOwn: true,
    coinOf: (coin) => coin,
    states: { hasSource: false, isKnown: () => false },
  });
  return read as EventSubscription;
});

function isOf({ filter, type }: EventSubscription, { wallet, coin, isTwap }: StoredFill, log: Log): boolean {
  const listed = filter.list === undefined || log.list.wallets.includes(wallet);
  const isOfKind = type === 'lifecycles' ? !coin.startsWith('#') : filter.kind !== 'twap' || isTwap;
  return (
    listed && isOfKind && (filter.wallets?.includes(wallet) ?? true) && (filter.coins?.includes(coin) ?? true)
  );
}

/** A subscriber that records its messages. */
function subscribe(hub: StreamHub, subscription: EventSubscription, after: number | undefined) {
  const got: number[] = [];
  const skipped: number[] = [];
  let shut: PromiseWithResolvers<void> | undefined;
  const receiver: Receiver = {
    isReady: () => shut === undefined,
    ready: async () => shut?.promise,
    take(frame) {
      const { data } = JSON.parse(frame.plain()) as {
        data: (readonly [string, { tid: number }] | { tid: number })[];
      };
      got.push(...data.map((one) => ('tid' in one ? one.tid : one[1].tid)));
    },
    caughtUp: () => undefined,
    ended: () => assert.fail('a subscription of what is new never ends'),
    skipped: ({ fromMs }) => skipped.push(fromMs),
    failed: (error) => assert.fail(error as Error),
  };
  const following: Following = hub.follow(subscription, receiver, after);
  return {
    subscription,
    following,
    got,
    skipped,
    from: following.place(),
    shut() {
      shut ??= Promise.withResolvers();
    },
    open() {
      shut?.resolve();
      shut = undefined;
    },
  };
}

type Subscriber = ReturnType<typeof subscribe>;

/** Compares a subscriber's messages with the log up to its position. */
function check({ subscription, following, got, skipped, from }: Subscriber, log: Log): void {
  const to = following.place();
  const isOld = ({ lastMs, seq }: StoredBatch) =>
    log.batches.slice(0, seq - 1).some((before) => before.lastMs - dayMs > lastMs);
  const wanted = log.fills.filter(({ batch, timeMs, ...fill }) => {
    const place = placeOf(batch, timeMs);
    return (
      place > from && place <= to && !isOld(batch) && isOf(subscription, { batch, timeMs, ...fill }, log)
    );
  });
  const name = `${subscription.type} ${JSON.stringify(subscription.filter)} behind ${from}`;
  assert.deepEqual(
    got,
    wanted.map(({ tid }) => tid),
    name,
  );
  const history = log.batches.filter(
    (batch) => isOld(batch) && placeAfter(batch.seq) > from && placeAfter(batch.seq) <= to,
  );
  assert.deepEqual(
    skipped,
    history.map(({ firstMs }) => firstMs),
    `${name}: gaps`,
  );
}

const settled = (log: Log, subscribers: readonly Subscriber[]) =>
  until('all have read all', () => {
    const end = placeAfter(log.batches.length);
    return subscribers.every(({ following }) => following.place() >= end);
  });

for (const [first, second] of [
  [1, 0],
  [1, 2],
  [3, 0],
  [2, 3],
  [5, 6],
] as const)
  test(`a page that is read for ${kinds[first]!.type} (${first}) is not given to ${kinds[second]!.type} (${second}), which joins meanwhile`, async () => {
    const rng = seededRng('pairs');
    const log = openLog(() => 20);
    log.add(4, rng);
    const { hub, look, close } = openProcess(log);
    for (const kind of kinds) await hub.prepare(kind);
    const a = subscribe(hub, kinds[first]!, undefined);
    log.add(40, rng);
    look();
    for (let turns = 0; turns < 10; turns += 1) await turn();
    const b = [placeAfter(0), placeAfter(1), undefined].map((after) => subscribe(hub, kinds[second]!, after));
    await settled(log, [a, ...b]);
    for (const one of [a, ...b]) check(one, log);
    await close();
  });

test('a wallet that a list names since the newest page is in the next one', async () => {
  const rng = seededRng('lists');
  const log = openLog(() => 2);
  log.add(4, rng);
  const { hub, look, close } = openProcess(log);
  const ofList = kinds.at(-1)!;
  await hub.prepare(ofList);
  const [live, later] = [subscribe(hub, ofList, undefined), subscribe(hub, ofList, placeAfter(1))];
  await settled(log, [live, later]);
  Object.assign(log.list, { version: 2, wallets: [...wallets] });
  // A change of a list acts within a second.
  await new Promise((resolve) => setTimeout(resolve, 1_050)); // waits: a list is read once a second
  log.add(30, rng);
  look();
  await settled(log, [live, later]);
  for (const one of [live, later]) check(one, log);
  await close();
});

test('a cursor of a process that saw more of the store is no cursor of another store', async () => {
  const rng = seededRng('ahead');
  const log = openLog(() => 1);
  log.add(4, rng);
  const late = openProcess(log);
  log.add(4, rng);
  const ahead = openProcess(log);
  const cursor = await ahead.hub.cursorAt(placeAfter(2));
  const context = { hub: late.hub, nowMs: startMs + 10_000, windowDays: 30, isOwn: false };
  const given = { filter: {}, feed: kinds[0]!.feed, replay: undefined };
  assert.deepEqual(await startOf({ ...given, cursor, after: undefined }, context), { after: placeAfter(2) });
  for (const after of [0, 1, placeAfter(0)])
    assert.deepEqual(await startOf({ ...given, cursor: undefined, after }, context), {
      after: placeAfter(0),
    });
  const later = { ...given, cursor: undefined, after: placeAfter(3) };
  assert.equal(await startOf(later, context), 'sequence is not retained');
  await late.close();
  await ahead.close();
});

for (let seed = 1; seed <= sized({ check: 12, campaign: 400 }); seed += 1)
  test(`random joins, leaves, slow readers and restarts lose and double nothing, seed ${seed}`, async () => {
    const rng = seededRng(`hub ${seed}`);
    const log = openLog(() => rng.below(12));
    log.add(3, rng);
    let process = openProcess(log);
    let open: Subscriber[] = [];
    const join = async (kind: EventSubscription, after: number | undefined) => {
      await process.hub.prepare(kind);
      open.push(subscribe(process.hub, kind, after));
    };
    for (let step = 0; step < 300; step += 1) {
      const roll = rng.below(100);
      if (roll < 25) log.add(1 + rng.below(30), rng, log.batches.length > 3 && rng.below(8) === 0);
      if (roll < 45) process.look();
      else if (roll < 65) {
        const behind = rng.below(placeAfter(log.batches.length) + 1);
        await join(kinds[rng.below(kinds.length)]!, rng.below(3) === 0 ? undefined : behind);
      } else if (roll < 75 && open.length > 0) {
        const [left] = open.splice(rng.below(open.length), 1);
        left!.following.end();
        check(left!, log);
      } else if (roll < 85 && open.length > 0) {
        const one = open[rng.below(open.length)]!;
        if (rng.below(2) === 0) one.shut();
        else one.open();
      } else if (roll < 87) {
        for (const one of open) check(one, log);
        const places = open.map(({ subscription, following }) => [subscription, following.place()] as const);
        for (const one of open) one.following.end();
        await process.close();
        assert.deepEqual(process.errors, []);
        [process, open] = [openProcess(log), []];
        for (const [subscription, place] of places) await join(subscription, place);
      } else await turn();
    }
    for (const one of open) one.open();
    process.look();
    await settled(log, open);
    for (const one of open) check(one, log);
    assert.ok(open.length > 0 && batchOf(open[0]!.following.place()) > 0);
    await process.close();
    assert.deepEqual(process.errors, []);
  });
