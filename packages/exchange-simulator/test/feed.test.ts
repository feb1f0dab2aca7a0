import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { hourMs, minuteMs } from '../../../src/kernel/clock.ts';
import { readFrame } from '../../../src/wire/frame.ts';
import type { WireOutcomeChange, WireOutcomeMeta } from '../../../src/wire/outcome.ts';
import { wirePrices } from '../src/payloads/context.ts';
import { wireOutcomeMeta } from '../src/payloads/outcome.ts';
import { connectFeed, type FeedClient } from './feed-client.ts';
import { openSimulatedWorld, type SimulatedWorld, type WorldOptions } from './simulated-world.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(options?: WorldOptions): Promise<{ world: SimulatedWorld; client: FeedClient }> {
  const world = await openSimulatedWorld(options);
  closers.push(world.close);
  const client = await connectFeed(world.wsUrl);
  closers.push(() => client.socket.terminate());
  return { world, client };
}

/** The wallet with the most fills, without the exchange's own wallets. */
function busiest({ record }: SimulatedWorld): string {
  const { wallets } = record.exchange;
  const counts = wallets.map(({ character }, wallet) =>
    character === 'system' ? 0 : record.fills.count(wallet),
  );
  return wallets[counts.indexOf(Math.max(...counts))]!.address;
}

test('every subscription is acknowledged with its defaults, and its frames are what the connector reads', async () => {
  const { world, client } = await open({ historyMs: 1.5 * hourMs });
  const user = busiest(world);
  const params = [
    { type: 'trades', coin: 'BTC' },
    { type: 'l2Book', coin: 'BTC' },
    { type: 'l2Book', coin: 'BTC', fast: true },
    { type: 'bbo', coin: 'ETH' },
    { type: 'candle', coin: 'BTC', interval: '1m' },
    { type: 'allMids' },
    { type: 'allMids', dex: 'xyz' },
    { type: 'activeAssetCtx', coin: 'BTC' },
    { type: 'activeAssetCtx', coin: 'PURR/USDC' },
    { type: 'allDexsAssetCtxs' },
    { type: 'fastAssetCtxs' },
    { type: 'userFills', user: user.toUpperCase().replace('X', 'x') },
    { type: 'userEvents', user },
    { type: 'userFundings', user },
    { type: 'userNonFundingLedgerUpdates', user },
    { type: 'clearinghouseState', user },
    { type: 'outcomeMetaUpdates' },
  ];
  for (const subscription of params) client.subscribe(subscription);
  await client.answers();
  // Past 06:00: outcomes are settled and listed.
  world.advance(hourMs);
  await client.answers();
  const echoes = client.of('subscriptionResponse').map(({ data }) => data.subscription);
  assert.deepEqual(echoes[1], { type: 'l2Book', coin: 'BTC', nSigFigs: null, mantissa: null, fast: false });
  assert.deepEqual(echoes[11], { type: 'userFills', user, aggregateByTime: false });
  assert.equal(echoes.length, params.length);
  const channels = new Map<string, number>();
  for (const text of client.texts) {
    // The two streams that the connector does not subscribe to have no reader.
    if (/^{"channel":"user(Fundings|NonFundingLedgerUpdates)"/.test(text)) continue;
    const frame = readFrame(text);
    if ('fault' in frame) assert.fail(`${frame.fault}: ${text.slice(0, 200)}`);
    assert.deepEqual(frame.rejected, []);
    channels.set(frame.channel, (channels.get(frame.channel) ?? 0) + 1);
  }
  for (const { channel } of client.messages) channels.set(channel, client.of(channel).length);
  for (const { type } of params) {
    const channel = type === 'userEvents' ? 'user' : type;
    const least = type === 'userNonFundingLedgerUpdates' ? 1 : 2;
    assert.ok((channels.get(channel) ?? 0) >= least, `${channel} came ${channels.get(channel)} times`);
  }
  assert.ok(channels.has('activeSpotAssetCtx'));
});

test('trades leave in one message per block and coin; the 30 before them come without a flag, first or second', async () => {
  const { world, client } = await open({ fillsPerSecond: 20, historyMs: 5 * minuteMs });
  const made: { time: number; tid: number }[] = [];
  world.record.subscribe({
    block(_, trades) {
      for (const { market, timeMs: time, tid } of trades) if (market.coin === 'BTC') made.push({ time, tid });
    },
  });
  client.subscribe({ type: 'trades', coin: 'BTC' });
  const other = await connectFeed(world.wsUrl);
  await client.answers();
  other.subscribe({ type: 'trades', coin: 'BTC' });
  await other.answers();
  world.advance(5 * minuteMs);
  await client.answers();
  await other.answers();
  other.socket.terminate();
  assert.ok(made.length > 20);
  const [snapshot, ...live] = client.of('trades').map(({ data }) => data);
  assert.equal(snapshot.length, 30);
  for (const rows of live) assert.equal(new Set(rows.map(({ time }: { time: number }) => time)).size, 1);
  assert.equal(new Set(live.map((rows) => rows[0].time)).size, live.length, 'one message per block');
  assert.deepEqual(
    live.flat().map(({ time, tid }) => ({ time, tid })),
    made,
  );
  const [first, second] = other.of('trades').map(({ data }) => data);
  assert.deepEqual(first, live[0], 'the second listener gets a live row first');
  assert.equal(second.length, 30);
  assert.deepEqual(second.slice(-first.length), first, 'and its snapshot overlaps with it');
});

test('books have 20 levels every 5 s, fast ones 5 every 0.5 s; best quotes come only when they change', async () => {
  const { world, client } = await open({ tickMs: 1_000, fillsPerSecond: 40, historyMs: minuteMs });
  client.subscribe({ type: 'l2Book', coin: 'BTC' });
  client.subscribe({ type: 'l2Book', coin: 'ETH', fast: true });
  client.subscribe({ type: 'bbo', coin: 'BTC' });
  await client.answers();
  world.advance(minuteMs);
  await client.answers();
  for (const [coin, depth, everyMs] of [
    ['BTC', 20, 5_000],
    ['ETH', 5, 500],
  ] as const) {
    const [, ...books] = client
      .of('l2Book')
      .map(({ data }) => data)
      .filter((data) => data.coin === coin);
    assert.ok(
      books.length > (0.6 * minuteMs) / everyMs && books.length <= minuteMs / everyMs,
      `${books.length}`,
    );
    for (const { levels } of books) assert.ok(levels[0].length <= depth && levels[0].length > 1);
    for (let i = 1; i < books.length; i++) assert.ok(books[i].time - books[i - 1].time >= everyMs);
  }
  const quotes = client.of('bbo').map(({ data }) => JSON.stringify(data.bbo));
  assert.ok(quotes.length > 10);
  for (let i = 2; i < quotes.length; i++) assert.notEqual(quotes[i], quotes[i - 1]);
});

test('fast prices are whole first, then what changed in a second: together they are what the exchange had', async () => {
  const { world, client } = await open({ tickMs: 1_000, fillsPerSecond: 4, historyMs: minuteMs });
  type Prices = Record<string, { markPx?: string; midPx?: string | null }>;
  const pricesNow = (): Prices => wirePrices(world.record.exchange);
  const states = new Set([JSON.stringify(pricesNow())]);
  const keep = () => void states.add(JSON.stringify(pricesNow()));
  world.record.subscribe({ block: keep, marks: keep });
  client.subscribe({ type: 'fastAssetCtxs' });
  await client.answers();
  world.advance(minuteMs);
  const late = await connectFeed(world.wsUrl);
  closers.push(() => late.socket.terminate());
  late.subscribe({ type: 'fastAssetCtxs' });
  await late.answers();
  world.advance(minuteMs);
  for (const listener of [client, late]) {
    await listener.answers();
    const [whole, ...changes] = listener
      .of('fastAssetCtxs')
      .map(({ data }): Prices => JSON.parse(inflateRawSync(Buffer.from(data, 'base64')).toString()));
    const prices = structuredClone(whole!);
    assert.ok(states.has(JSON.stringify(prices)));
    assert.ok(changes.length > 20 && changes.length <= 121, `${changes.length} messages`);
    for (const change of changes) {
      for (const [coin, fields] of Object.entries(change)) {
        assert.ok(Object.keys(fields).length > 0, coin);
        for (const [field, px] of Object.entries(fields))
          assert.notEqual(px, prices[coin]?.[field as 'markPx'], `${coin}: ${field} has not changed`);
        prices[coin] = { ...prices[coin], ...fields };
      }
      assert.ok(states.has(JSON.stringify(prices)));
      assert.ok(JSON.stringify(change).length < JSON.stringify(prices).length);
    }
  }
});

test('a coarse book is sent beside the fine one, each to those who asked for it', async () => {
  const { world, client } = await open({ tickMs: 1_000, historyMs: minuteMs });
  const other = await connectFeed(world.wsUrl);
  client.subscribe({ type: 'l2Book', coin: 'BTC', nSigFigs: 5, mantissa: 5 });
  other.subscribe({ type: 'l2Book', coin: 'BTC' });
  await client.answers();
  await other.answers();
  world.advance(minuteMs);
  await client.answers();
  await other.answers();
  other.socket.terminate();
  const [echo] = client.of('subscriptionResponse').map(({ data }) => data.subscription);
  assert.deepEqual(echo, { type: 'l2Book', coin: 'BTC', nSigFigs: 5, mantissa: 5, fast: false });
  const pricesOf = (listener: FeedClient): number[] =>
    listener
      .of('l2Book')
      .flatMap(({ data }) => data.levels.flat().map(({ px }: { px: string }) => Number(px)));
  assert.ok(client.of('l2Book').length > 5);
  assert.ok(pricesOf(client).every((px) => px % 5 === 0));
  assert.ok(pricesOf(other).some((px) => px % 5 !== 0));
});

test("a wallet's streams begin with its recent history and go on with what happens, all of it", async () => {
  const { world, client } = await open();
  const user = busiest(world);
  const wallet = world.record.exchange.walletIndex(user)!;
  const tids = (limit: number) =>
    world.record.fills.newest(wallet, limit).map(({ timeMs, fill }) => `${timeMs} ${fill.tid}`);
  const before = tids(2_000);
  for (const type of ['userFills', 'userEvents', 'userFundings', 'userNonFundingLedgerUpdates']) {
    client.subscribe({ type, user });
  }
  await client.answers();
  world.advance(2 * hourMs);
  await client.answers();
  const fillsOf = (data: { fills?: { time: number; tid: number }[] }) =>
    (data.fills ?? []).map(({ time, tid }) => `${time} ${tid}`);
  const [snapshot, ...live] = client.of('userFills').map(({ data }) => data);
  assert.equal(snapshot.isSnapshot, true);
  assert.deepEqual(fillsOf(snapshot), before);
  assert.ok(live.length > 0 && live.every(({ isSnapshot }) => isSnapshot !== true));
  const made = tids(10_000).slice(0, live.flatMap(fillsOf).length).reverse();
  assert.deepEqual(live.flatMap(fillsOf), made);
  assert.deepEqual(
    client.of('user').flatMap(({ data }) => fillsOf(data)),
    made,
  );
  const paid = world.record.funding
    .payments(wallet, { fromMs: 0, toMs: world.clock.nowMs(), limit: 10_000 })
    .filter(({ timeMs }) => timeMs > world.clock.nowMs() - 2 * hourMs);
  const fundings = client.of('userFundings').map(({ data }) => data);
  assert.equal(fundings[0].isSnapshot, true);
  assert.ok(paid.length > 0);
  assert.deepEqual(
    fundings.slice(1).flatMap((data) => data.fundings.map(({ time, coin }: never) => [time, coin])),
    paid.map(({ timeMs, market }) => [timeMs, market.coin]),
  );
  assert.equal(client.of('user').filter(({ data }) => 'funding' in data).length, paid.length);
});

/** Applies one change to the outcomes and questions that are open. */
function applyChange(meta: WireOutcomeMeta, change: WireOutcomeChange): WireOutcomeMeta {
  const { outcomes, questions } = meta;
  const { outcomeCreated, outcomeSettled, questionUpdated, questionSettled } = change;
  const gone = questionSettled ?? questionUpdated?.question;
  return {
    ...meta,
    outcomes: [
      ...outcomes.filter(({ outcome }) => outcome !== outcomeSettled),
      ...(outcomeCreated === undefined ? [] : [outcomeCreated]),
    ],
    questions: [
      ...questions.filter(({ question }) => question !== gone),
      ...(questionUpdated === undefined ? [] : [questionUpdated]),
    ],
  };
}

test('what was open before, changed as the stream of outcomes says, is what is open after', async () => {
  const { world, client } = await open({ tickMs: 600_000, fillsPerSecond: 0.01 });
  let meta = wireOutcomeMeta(world.record.exchange);
  client.subscribe({ type: 'outcomeMetaUpdates' });
  await client.answers();
  world.advance(30 * hourMs);
  await client.answers();
  const changes: WireOutcomeChange[] = client.of('outcomeMetaUpdates').flatMap(({ data }) => data);
  for (const change of changes) meta = applyChange(meta, change);
  assert.deepEqual(meta, wireOutcomeMeta(world.record.exchange));
  assert.equal(changes.filter(({ outcomeSettled }) => outcomeSettled !== undefined).length, 13);
  assert.equal(changes.filter(({ questionSettled }) => questionSettled !== undefined).length, 2);
});
