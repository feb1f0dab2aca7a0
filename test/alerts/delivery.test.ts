/** Alerts over real stores: every stored event reaches its receiver, whatever the receiver does, and across restarts of the process. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { attemptWaitsMs } from '../../src/alerts/deliverer.ts';
import { newestMark, readStored } from '../../src/alerts/rule.ts';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { dayMs, hourMs, minuteMs } from '../../src/kernel/clock.ts';
import { walletOf } from '../source-fills.ts';
import { draft, nowMs as startMs } from '../streams/stream-world.ts';
import { until } from '../until.ts';
import { type AlertWorld, openAlertWorld, type Received } from './alert-world.ts';

let world: AlertWorld;
before(async () => {
  world = await openAlertWorld(startMs, [draft(1, -60_000), draft(1, -55_000, { coin: 'ETH' })]);
});
after(() => world.close());
afterEach(async () => {
  for (const { id } of await world.control.alerts.listAlerts()) await world.control.alerts.deleteAlert(id);
  world.got.length = 0;
  world.answer = () => ({ status: 204 });
  assert.deepEqual(world.faults.splice(0), []);
});

const tidsOf = (received: readonly Received[]) =>
  received.flatMap(({ body }) =>
    (body.data.events ?? []).map(([, fill]: [string, { tid: number }]) => fill.tid),
  );
/** A fill near the world's time: a fill more than a day older than the others causes no event. */
const at = (wallet: number, offsetMs: number, more?: object) =>
  draft(wallet, world.nowMs - startMs + offsetMs, more);

test('events of a filter reach the receiver once, in the order of the log, signed, and no others do', async () => {
  const all = await world.rule();
  const few = await world.rule({
    subscription: { type: 'trades', wallets: [walletOf(2)], coins: ['BTC'], minNotionalUsd: 100 },
  });
  const round = world.round();
  await world.settle(round, all.id);
  const fills = [at(1, 0), at(2, 1), at(2, 2, { coin: 'ETH' }), at(2, 3, { sz: '0.001' })];
  await world.add(fills);
  await world.add([at(3, 10)]);
  await world.settle(round, all.id);
  await world.settle(round, few.id);
  const of = (id: string) => world.got.filter(({ body }) => body.data.alert.id === id);
  assert.deepEqual(tidsOf(of(few.id)), [fills[1]!.tid]);
  assert.deepEqual(
    tidsOf(of(all.id)).slice(0, 4),
    fills.map(({ tid }) => tid),
  );
  assert.equal(tidsOf(of(all.id)).length, 5);
  const [message] = of(few.id) as [Received];
  assert.equal(message.body.type, 'alert.trades');
  assert.equal(message.body.timestamp, new Date(fills[1]!.time).toISOString());
  const sentAt = new Date(Number(message.headers['webhook-timestamp']) * 1_000);
  assert.equal(
    message.headers['webhook-signature'],
    new Webhook(few.secret).sign(message.id, sentAt, message.text),
  );
  await world.settle(round, all.id);
  assert.equal(new Set(world.got.map(({ id }) => id)).size, world.got.length);
  assert.ok((await world.control.alerts.alertDeliveries(all.id)).every(({ state }) => state === 'delivered'));
});

test('a receiver that is down for 70 hours gets each message afterwards, in order, with the ids of the first attempts', async () => {
  const { id } = await world.rule();
  const round = world.round();
  await world.settle(round, id);
  const tried: { id: string; atMs: number }[] = [];
  world.answer = (received) => {
    tried.push(received);
    return 'down';
  };
  const beginMs = world.nowMs;
  const tids: number[] = [];
  for (let hour = 0; hour < 70; hour += 10) {
    const fill = at(1, 5);
    tids.push(fill.tid as number);
    await world.add([fill]);
    await world.settle(round, id);
    const untilMs = beginMs + (hour + 10) * hourMs;
    for (;;) {
      const { nextAtMs } = (await world.control.alerts.alertDeliveries(id, { limit: 10 })).at(-1)!;
      if (nextAtMs! > untilMs) break;
      world.nowMs = nextAtMs!;
      await round.deliver();
    }
    world.nowMs = untilMs;
  }
  let dueMs = beginMs;
  const expected = attemptWaitsMs.map((waitMs) => {
    dueMs += waitMs;
    return dueMs;
  });
  assert.deepEqual(
    tried.map(({ atMs }) => atMs),
    expected.slice(0, -1),
  );
  assert.equal(new Set(tried.map((one) => one.id)).size, 1);
  world.answer = () => ({ status: 200 });
  const { state, pending } = await world.control.alerts.findAlert(id);
  assert.deepEqual({ state, pending }, { state: 'active', pending: 7 });
  world.nowMs = expected.at(-1)!;
  await round.deliver();
  assert.deepEqual(tidsOf(world.got), tids);
  assert.equal(world.got[0]!.id, tried[0]!.id);
});

test('a receiver that stays away is switched off with the reason, keeps what waits, and gets it when it is resumed', async () => {
  const { id } = await world.rule();
  const round = world.round();
  await world.settle(round, id);
  world.answer = () => ({ status: 500 });
  const [first, second] = [at(1, 0), at(1, 5)];
  await world.add([first]);
  await world.settle(round, id);
  for (const waitMs of attemptWaitsMs) {
    world.nowMs += waitMs;
    await round.deliver();
  }
  const off = await world.control.alerts.findAlert(id);
  assert.equal(off.state, 'off');
  assert.match(off.reason ?? '', /could not be delivered within 76 hours: the receiver answered 500/);
  assert.equal(world.got.length, attemptWaitsMs.length);
  await world.add([second]);
  await round.look();
  await round.deliver();
  world.got.length = 0;
  world.answer = () => ({ status: 200 });
  await world.control.alerts.setAlertState(id, 'active');
  await world.settle(round, id);
  assert.deepEqual(tidsOf(world.got), [first.tid, second.tid]);
});

test('410 switches off at once, 429 waits as long as it asks without counting, a redirect is a failure', async () => {
  const gone = await world.rule();
  const busy = await world.rule();
  const moved = await world.rule();
  const round = world.round();
  for (const { id } of [gone, busy, moved]) await world.settle(round, id);
  const answers: Record<string, { status: number; headers?: Record<string, string> }> = {
    [gone.id]: { status: 410 },
    [busy.id]: { status: 429, headers: { 'retry-after': '90' } },
    [moved.id]: { status: 307, headers: { location: 'http://127.0.0.1:1/' } },
  };
  world.answer = ({ body }) => answers[body.data.alert.id]!;
  await world.add([at(1, 0), at(1, 5)]);
  for (const { id } of [gone, busy, moved]) await world.settle(round, id);
  assert.equal((await world.control.alerts.findAlert(gone.id)).state, 'off');
  const [delivery] = await world.control.alerts.alertDeliveries(busy.id);
  assert.deepEqual([delivery!.attempts, delivery!.nextAtMs], [0, world.nowMs + 90_000]);
  const [redirected] = await world.control.alerts.alertDeliveries(moved.id);
  assert.match(redirected!.fault ?? '', /redirects are not followed/);
  answers[busy.id] = { status: 200 };
  const before = world.got.length;
  world.nowMs += 89_000;
  await round.deliver();
  assert.equal(world.got.slice(before).filter(({ body }) => body.data.alert.id === busy.id).length, 0);
  world.nowMs += 1_000;
  await round.deliver();
  assert.equal(world.got.slice(before).filter(({ body }) => body.data.alert.id === busy.id).length, 1);
});

test('a process that dies before or after storing, or between sending and noting it, loses nothing and changes no id', async () => {
  const { id } = await world.rule();
  const fills = [at(1, 0), at(1, 5), at(1, 9)];
  const first = world.round();
  await world.settle(first, id);
  await world.add([fills[0]!]);
  // It took the fill in, and stored nothing.
  await world.add([fills[1]!]);
  const second = world.round();
  await world.settle(second, id);
  // The first process is still alive: its writes would duplicate those of the second.
  await first.look();
  await world.add([fills[2]!]);
  const answered: Received[] = [];
  const third = world.round(async (sending) => {
    answered.push({ id: sending.id } as Received);
    throw new Error('killed between sending and noting it');
  });
  await world.settle(third, id);
  assert.equal(answered.length, 1);
  assert.match(String(world.faults.shift()), /killed between/);
  await world.settle(world.round(), id);
  assert.deepEqual(
    tidsOf(world.got),
    fills.map(({ tid }) => tid),
  );
  assert.equal(world.got.at(-1)!.id, answered[0]!.id);
});

test('while it is paused nothing is sent and nothing lost; all of it follows when it goes on', async () => {
  const { id } = await world.rule();
  const round = world.round();
  await world.settle(round, id);
  await world.control.alerts.setAlertState(id, 'paused');
  await world.settle(round, id);
  const fills = [at(1, 0), at(2, 1)];
  await world.add(fills);
  await round.look();
  await round.deliver();
  assert.deepEqual(world.got, []);
  await world.control.alerts.setAlertState(id, 'active');
  await world.settle(round, id);
  assert.deepEqual(
    tidsOf(world.got),
    fills.map(({ tid }) => tid),
  );
});

test('a cool-down sends one of several that come together, and says how many it held back', async () => {
  const { id } = await world.rule({ coolDownMs: minuteMs });
  const round = world.round();
  await world.settle(round, id);
  const fills = [0, 10_000, 59_999, 60_000, 61_000, 130_000].map((offsetMs) => at(1, offsetMs));
  for (const fill of fills) {
    await world.add([fill]);
    await world.settle(round, id);
  }
  assert.deepEqual(tidsOf(world.got), [fills[0]!.tid, fills[3]!.tid, fills[5]!.tid]);
  assert.deepEqual(
    world.got.map(({ body }) => body.data.heldBack),
    [undefined, 2, 1],
  );
});

test('many events are several messages of less than 20 kB, none left out', async () => {
  const { id } = await world.rule();
  const round = world.round();
  await world.settle(round, id);
  const fills = Array.from({ length: 300 }, (_, i) => at(1, Math.floor(i / 100)));
  await world.add(fills);
  await world.settle(round, id);
  assert.ok(world.got.length > 5 && world.got.length < 30, `${world.got.length} messages`);
  for (const { text } of world.got) assert.ok(Buffer.byteLength(text) < 20_000);
  assert.deepEqual(
    tidsOf(world.got).sort((a, b) => a - b),
    fills.map(({ tid }) => tid),
  );
});

test('what is older than the history of the account is named, and an alert of another store goes on from what is newest', async () => {
  const { id } = await world.rule({ tier: 'free', subscription: { type: 'tradesByCoin', coin: 'BTC' } });
  const lost = await world.rule({ from: { place: 4_200, token: 'of another store' } });
  await world.add([at(1, 0)]);
  world.nowMs += 40 * dayMs;
  await world.add([at(1, -5)]);
  const round = world.round();
  await world.settle(round, id);
  await world.settle(round, lost.id);
  const of = (rule: string) => world.got.filter(({ body }) => body.data.alert.id === rule);
  const [gap, event] = of(id) as [Received, Received];
  assert.equal(gap.body.type, 'alert.gap');
  assert.match(gap.body.data.reason, /older than the account's 30 days/);
  assert.equal(event.body.data.events.length, 1);
  assert.match(of(lost.id)[0]!.body.data.reason, /store was replaced/);
  assert.equal(of(lost.id).length, 1);
});

test('an alert that its tier no longer has rests, and goes on from where it was', async () => {
  const rule = await world.rule({ tier: 'free' });
  const round = world.round();
  await world.add([at(1, 0)]);
  await round.look();
  await round.deliver();
  assert.deepEqual(world.got, []);
  await world.control.grantTier({ accountName: rule.account, tier: 'starter' });
  await world.settle(round, rule.id);
  assert.equal(tidsOf(world.got).length, 1);
});

test('a gap of the record is an alert, each change once, whichever process has the alerts', async () => {
  const { store } = world.engine;
  const subscription = { type: 'quality', events: ['opened', 'healed'] };
  let ledgerMs = world.nowMs;
  const ledger = createCoverageLedger({ analytics: store, clock: { nowMs: () => ++ledgerMs } });
  const gapOf = (offsetMs: number) => ({
    feed: 'trades',
    coin: 'BTC',
    fromMs: world.nowMs + offsetMs,
    toMs: world.nowMs + offsetMs + 5,
  });
  await ledger.record(gapOf(-10), 'before');
  const rule = await world.rule({ subscription, from: await newestMark(store, readStored(subscription)) });
  const reasons = () =>
    world.got.flatMap(({ body }) => body.data.events.map((one: { reason: string }) => one.reason));
  for (const reason of ['first', 'second']) {
    // A new process each time: the previous one was killed.
    const round = world.round();
    await round.look();
    await ledger.record(gapOf(reason === 'first' ? 10 : 20), reason);
    await until('it is delivered', async () => {
      await round.look();
      await round.deliver();
      return reasons().includes(reason);
    });
  }
  assert.deepEqual(reasons(), ['first', 'second']);
  const [{ body }] = world.got as [Received];
  assert.deepEqual(
    [body.type, body.data.events[0].event, body.data.events[0].coin],
    ['alert.quality', 'opened', 'BTC'],
  );
  assert.equal((await world.control.alerts.findAlert(rule.id)).state, 'active');
  await ledger.close();
});
