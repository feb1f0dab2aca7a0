/** What people do with alerts of their account on the pages, over real stores and a real receiver. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { alertTermsOf } from '../../src/alerts/terms.ts';
import type { Tier } from '../../src/domain/tier.ts';
import { dayMs, hourMs, minuteMs, utcDayStartMs } from '../../src/kernel/clock.ts';
import { type AlertWorld, openAlertWorld } from '../alerts/alert-world.ts';
import { openPortalHarness, type PortalHarness } from '../portal-harness.ts';
import { walletOf } from '../source-fills.ts';
import { draft, nowMs as streamsMs } from '../streams/stream-world.ts';
import { type Visitor, visitor } from './browser-like.ts';

// The clock of the harness.
const startMs = utcDayStartMs(Date.now()) + dayMs / 2;
const at = (wallet: number, offsetMs: number, more?: object) =>
  draft(wallet, startMs - streamsMs + offsetMs, more);
const terms = alertTermsOf({ alertRules: 'free=1,pro=3', alertAddresses: 'any' });
let portal: PortalHarness;
let world: AlertWorld;
let names = 0;

before(async () => {
  const given = [
    at(1, -30 * minuteMs, { sz: '2000' }),
    at(2, -29 * minuteMs, { sz: '3000' }),
    at(2, -5 * minuteMs, { sz: '4000' }),
    at(3, -2 * minuteMs, { coin: 'ETH' }),
  ];
  world = await openAlertWorld(startMs, given, async ({ store }) => {
    portal = await openPortalHarness({ guest: 'free', alerts: terms, analytics: store });
    return portal.control;
  });
});
after(async () => {
  await world?.close();
  await portal?.close();
});
afterEach(async () => {
  for (const { id } of await world.control.alerts.listAlerts()) await world.control.alerts.deleteAlert(id);
  world.got.length = 0;
  world.answer = () => ({ status: 204 });
  assert.deepEqual(world.faults.splice(0), []);
});

/** A new user with their own account; `path` is that of its alerts. */
async function newPerson(tier: Tier): Promise<{ who: Visitor; path: string; email: string }> {
  names += 1;
  const who = visitor(portal.toy.url);
  const email = `alerted${names}@example.org`;
  const made = await who.ask('POST', 'auth/sign-up/email', {
    email,
    password: 'correct horse battery',
    name: `Person ${names}`,
  });
  assert.equal(made.status, 200, made.text);
  const { accounts } = (await who.ask('GET', 'session')).body;
  if (tier !== 'free') await portal.control.grantTier({ accountName: email, tier });
  return { who, email, path: `accounts/${accounts[0].id}/alerts` };
}

async function ok(answer: Promise<{ status: number; text: string; body: unknown }>, status = 200) {
  const found = await answer;
  assert.equal(found.status, status, found.text);
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  return found.body as any;
}

test('a person makes an alert, sees what it sent, sends it again, changes, pauses, rotates and deletes it', async () => {
  const { who, path, email } = await newPerson('pro');
  assert.deepEqual((await ok(who.ask('GET', path))).alerts, []);
  const empty = await ok(who.ask('GET', path.replace(/alerts$/, 'alert-terms')));
  assert.deepEqual([empty.limit, empty.tier], [3, 'pro']);
  assert.deepEqual(
    empty.feeds.find(({ type }: { type: string }) => type === 'tradesByCoin'),
    {
      type: 'tradesByCoin',
      argument: 'coin',
      events: [],
      isOfFills: true,
      tier: 'free',
      isAllowed: true,
    },
  );
  const requests = { feed: 'trades', wallets: [walletOf(1)], coins: ['btc'], name: 'whales' };
  const made = await ok(who.ask('POST', path, { ...requests, url: `${world.url}?token=SECRET` }), 201);
  assert.match(made.secret, /^whsec_/);
  assert.deepEqual([made.state, made.subscription.coins], ['active', ['BTC']]);
  const one = `${path}/${made.id}`;
  const round = world.round();
  await world.settle(round, made.id);
  await world.add([at(1, 10), at(3, 11)]);
  await world.settle(round, made.id);
  const [message] = world.got;
  const signed = new Date(Number(message!.headers['webhook-timestamp']) * 1_000);
  assert.equal(
    message!.headers['webhook-signature'],
    new Webhook(made.secret).sign(message!.id, signed, message!.text),
  );
  const { deliveries } = await ok(who.ask('GET', `${one}/deliveries`));
  assert.deepEqual(
    deliveries.map((each: Record<string, unknown>) => [
      each.id,
      each.state,
      each.events,
      each.status,
      each.attempts,
    ]),
    [[message!.id, 'delivered', 1, 204, 1]],
  );
  const [listed] = (await ok(who.ask('GET', path))).alerts;
  assert.deepEqual([listed.events, listed.deliveredAt, listed.pending], [1, deliveries[0].endedAt, 0]);
  assert.ok(!JSON.stringify(listed).includes('SECRET'));

  assert.deepEqual(await ok(who.ask('POST', `${one}/resend`, { delivery: message!.id })), { again: 1 });
  await round.look();
  await round.deliver();
  assert.deepEqual(
    world.got.map(({ id }) => id),
    [message!.id, message!.id],
  );
  const changed = await ok(
    who.ask('PATCH', one, { name: 'ETH', feed: 'tradesByCoin', coin: 'ETH', coolDownMs: 5 }),
  );
  assert.deepEqual(
    [changed.name, changed.subscription, changed.coolDownMs],
    ['ETH', { type: 'tradesByCoin', coin: 'ETH' }, 5],
  );
  await world.add([at(1, 20), at(3, 21, { coin: 'ETH' })]);
  await world.settle(round, made.id);
  assert.deepEqual(
    [world.got[2]!.body.type, world.got[2]!.body.data.alert.name],
    ['alert.tradesByCoin', 'ETH'],
  );
  assert.equal(world.got.length, 3);

  const tested = await ok(who.ask('POST', `${one}/test`));
  assert.deepEqual([tested.status, tested.fault], [204, undefined]);
  const paused = await ok(who.ask('POST', `${one}/pause`));
  assert.deepEqual([paused.state, paused.reason], ['paused', `by ${email}`]);
  await ok(who.ask('POST', `${one}/resume`));
  const rotated = await ok(who.ask('POST', `${one}/rotate`, { overlapMs: hourMs }));
  assert.notEqual(rotated.secret, made.secret);
  assert.equal((await world.control.alerts.alertTarget(made.id)).secrets.length, 2);
  assert.ok(!JSON.stringify(await ok(who.ask('GET', one))).includes('whsec_'));
  await ok(who.ask('DELETE', one));
  assert.equal((await who.ask('GET', one)).status, 404);
});

test('what waits for a receiver is sent at once when it is resumed, though active, and after a test that succeeds', async () => {
  const { who, path } = await newPerson('pro');
  const requests = { feed: 'trades', wallets: [walletOf(1)], url: world.url };
  const one = `${path}/${(await ok(who.ask('POST', path, requests), 201)).id}`;
  const round = world.round();
  const id = one.split('/').at(-1)!;
  await world.settle(round, id);
  const newest = async () => (await ok(who.ask('GET', `${one}/deliveries`))).deliveries[0];
  for (const [offsetMs, deed] of [
    [30, 'resume'],
    [40, 'test'],
  ] as const) {
    world.answer = () => ({ status: 500 });
    await world.add([at(1, offsetMs)]);
    await world.settle(round, id);
    world.answer = () => ({ status: 204 });
    await round.deliver();
    assert.deepEqual([(await newest()).state, (await newest()).attempts], ['pending', 1], deed);
    assert.equal((await ok(who.ask('GET', one))).state, 'active');
    await ok(who.ask('POST', `${one}/${deed}`));
    await round.look();
    await round.deliver();
    assert.equal((await newest()).state, 'delivered', deed);
  }
});

test('as many alerts as the tier has, of its feeds, to public addresses where the service allows no others', async () => {
  const { who, path, email } = await newPerson('free');
  const ofCoin = { feed: 'tradesByCoin', coin: 'BTC', url: world.url };
  const refused = await who.ask('POST', path, { feed: 'trades', url: world.url });
  assert.deepEqual([refused.status, /feed not in tier/.test(refused.body.detail)], [400, true]);
  terms.policy = { allowsPrivate: false };
  for (const [url, why] of [
    ['http://127.0.0.1/', 'public internet'],
    ['http://[::ffff:10.0.0.1]/', 'public internet'],
    ['https://example.com:8443/', 'ports 443 and 80'],
  ] as const) {
    const answer = await who.ask('POST', path, { ...ofCoin, url });
    assert.equal(answer.status, 400);
    assert.match(answer.body.detail, new RegExp(why));
  }
  terms.policy = { allowsPrivate: true };
  const made = await ok(who.ask('POST', path, ofCoin), 201);
  const over = await who.ask('POST', path, ofCoin);
  assert.deepEqual([over.status, over.body.code], [409, 'ALERT_LIMIT']);
  await portal.control.grantTier({ accountName: email, tier: 'pro' });
  await ok(who.ask('POST', path, { feed: 'liquidations', url: world.url }), 201);
  for (const wrong of [{}, { ...ofCoin, url: '' }, { ...ofCoin, more: 1 }, { ...ofCoin, format: 'mail' }])
    assert.equal((await who.ask('POST', path, wrong)).status, 400);
  terms.policy = { allowsPrivate: false };
  const moved = await who.ask('PATCH', `${path}/${made.id}`, { url: 'http://10.0.0.1/' });
  terms.policy = { allowsPrivate: true };
  assert.equal(moved.status, 400);
});

test('no other account, no visitor and no other site sees or touches an alert', async () => {
  const owner = await newPerson('free');
  const other = await newPerson('pro');
  const made = await ok(
    owner.who.ask('POST', owner.path, { feed: 'tradesByCoin', coin: 'BTC', url: world.url }),
    201,
  );
  const before = await world.control.alerts.findAlert(made.id);
  const deeds: [method: string, path: string, fields?: object][] = [
    ['GET', ''],
    ['PATCH', '', { name: 'mine' }],
    ['DELETE', ''],
    ['POST', '/pause'],
    ['POST', '/resume'],
    ['POST', '/rotate', { overlapMs: 0 }],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['POST', '/resend', { from: '2026-01-01' }],
    ['POST', '/skip', { delivery: 'msg_1' }],
  ];
  for (const [method, path, fields] of deeds) {
    const seen = [
      await other.who.ask(method, `${other.path}/${made.id}${path}`, fields),
      await other.who.ask(method, `${owner.path}/${made.id}${path}`, fields),
    ];
    assert.deepEqual(
      seen.map(({ status }) => status),
      [404, 404],
      `${method} ${path}`,
    );
    const visit = visitor(portal.toy.url);
    assert.equal((await visit.ask(method, `${owner.path}/${made.id}${path}`, fields)).status, 401);
    if (method === 'GET') continue;
    const foreign = { Origin: 'https://example.net' };
    const cross = await owner.who.ask(method, `${owner.path}/${made.id}${path}`, fields, foreign);
    assert.equal(cross.status, 403);
  }
  assert.deepEqual((await ok(other.who.ask('GET', other.path))).alerts, []);
  assert.equal((await other.who.ask('GET', owner.path)).status, 404);
  assert.equal((await other.who.ask('POST', `${owner.path}/estimate`, { feed: 'trades' })).status, 404);
  assert.deepEqual(await world.control.alerts.findAlert(made.id), before);
  assert.equal(world.got.length, 0);
});

test('an estimate and a dry run say what would have fired, and are counted', async () => {
  const { who, path } = await newPerson('pro');
  const params = { feed: 'trades', minNotionalUsd: '100000' };
  const all = await ok(who.ask('POST', `${path}/estimate`, params));
  assert.deepEqual([all.events, all.fires, all.isWhole], [3, 3, true]);
  assert.equal(Date.parse(all.to) - Date.parse(all.from), 7 * dayMs);
  const cooled = await ok(
    who.ask('POST', `${path}/estimate`, {
      ...params,
      coolDownMs: 10 * minuteMs,
      from: new Date(startMs - dayMs).toISOString(),
    }),
  );
  assert.deepEqual([cooled.fires, cooled.firesPerDay], [2, 2]);
  const dry = await ok(who.ask('POST', `${path}/dry-run`, { ...params, coolDownMs: 10 * minuteMs }));
  assert.deepEqual(
    dry.fires.map((one: { at: string; heldBack?: number }) => [one.at, one.heldBack ?? 0]),
    [
      [new Date(startMs - 30 * minuteMs).toISOString(), 0],
      [new Date(startMs - 5 * minuteMs).toISOString(), 1],
    ],
  );
  let last = await who.ask('POST', `${path}/estimate`, params);
  for (let more = 0; more < 60 && last.status === 200; more += 1)
    last = await who.ask('POST', `${path}/estimate`, {
      feed: 'tradesByCoin',
      coin: 'ETH',
      from: new Date(startMs - dayMs).toISOString(),
    });
  assert.deepEqual([last.status, last.body.code], [429, 'TOO_MANY']);
});

test('an alert that is set back makes its events messages once more, under the same ids where these hold the same', async () => {
  const { who, path } = await newPerson('pro');
  const made = await ok(who.ask('POST', path, { feed: 'trades', url: world.url }), 201);
  const one = `${path}/${made.id}`;
  const round = world.round();
  await world.settle(round, made.id);
  const fills = [at(1, minuteMs), at(2, 2 * minuteMs)];
  for (const fill of fills) {
    await world.add([fill]);
    await world.settle(round, made.id);
  }
  const before = [...world.got];
  const tidsOf = (received: typeof before) =>
    received.flatMap(({ body }) => body.data.events.map(([, fill]: [string, { tid: number }]) => fill.tid));
  assert.deepEqual(
    tidsOf(before),
    fills.map(({ tid }) => tid),
  );
  world.got.length = 0;
  await ok(who.ask('POST', `${one}/resend`, { from: before[1]!.body.data.cursor }));
  await world.settle(round, made.id);
  assert.deepEqual(tidsOf(world.got), [], 'what a cursor is of lies behind it');
  await ok(who.ask('POST', `${one}/resend`, { from: new Date(startMs + 2 * minuteMs).toISOString() }));
  await world.settle(round, made.id);
  assert.deepEqual(
    world.got.map(({ id, text }) => [id, text]),
    [[before[1]!.id, before[1]!.text]],
  );
  world.got.length = 0;
  await ok(who.ask('POST', `${one}/resend`, { from: new Date(startMs).toISOString() }));
  await world.settle(round, made.id);
  assert.deepEqual(tidsOf(world.got).slice(-2), tidsOf(before));
  for (const [from, why] of [
    ['nonsense', 'cursor'],
    [new Date(startMs - 200 * dayMs).toISOString(), '90 days of history'],
    [new Date(startMs + 400 * dayMs).toISOString(), 'nothing is stored'],
    [Buffer.from('zzzzzzz.00000000').toString('base64url'), 'future'],
    [Buffer.from('34w.zzzzzzzz').toString('base64url'), 'another store'],
  ]) {
    const refused = await who.ask('POST', `${one}/resend`, { from });
    assert.equal(refused.status, 400, from);
    assert.match(refused.body.detail, new RegExp(why!));
  }
});

test('a message that its receiver never takes is skipped, and those behind it are sent', async () => {
  const { who, path } = await newPerson('pro');
  const made = await ok(who.ask('POST', path, { feed: 'trades', url: world.url }), 201);
  const one = `${path}/${made.id}`;
  const round = world.round();
  await world.settle(round, made.id);
  world.answer = ({ body }) => ({ status: body.data.events[0][1].coin === 'ETH' ? 410 : 204 });
  await world.add([at(1, 3 * minuteMs, { coin: 'ETH' })]);
  await world.settle(round, made.id);
  const [poison] = (await ok(who.ask('GET', `${one}/deliveries`))).deliveries;
  const off = await ok(who.ask('GET', one));
  assert.deepEqual([poison.status, off.state, off.pending], [410, 'off', 1]);
  const skipped = await ok(who.ask('POST', `${one}/skip`, { delivery: poison.id }));
  assert.equal(skipped.state, 'skipped');
  assert.equal((await who.ask('POST', `${one}/skip`, { delivery: poison.id })).status, 404);
  await ok(who.ask('POST', `${one}/resume`));
  world.got.length = 0;
  await world.add([at(2, 4 * minuteMs)]);
  await world.settle(round, made.id);
  assert.deepEqual(
    world.got.map(({ body }) => body.data.events[0][1].coin),
    ['BTC'],
  );
  portal.pass(hourMs);
});

test('an account keeps lists of wallets, of which its alerts are, and no other account sees them', async () => {
  const { who, path } = await newPerson('pro');
  const lists = path.replace('alerts', 'lists');
  const of = { name: 'My whales / 1', wallets: [walletOf(2), walletOf(1).toUpperCase().replace('0X', '0x')] };
  const one = `${lists}/${encodeURIComponent(of.name)}`;
  const kept = await ok(who.ask('PUT', one, { wallets: of.wallets }));
  assert.deepEqual([kept.name, kept.wallets], ['My whales / 1', 2]);
  const { wallets } = await ok(who.ask('GET', one));
  assert.deepEqual(wallets, [walletOf(1), walletOf(2)].sort());
  const estimate = await ok(who.ask('POST', `${path}/estimate`, { feed: 'trades', list: of.name }));
  const named = { feed: 'trades', wallets: of.wallets };
  const same = await ok(who.ask('POST', `${path}/estimate`, named));
  assert.ok(same.events >= 3);
  assert.equal(estimate.events, same.events);
  const requests = { feed: 'trades', list: of.name, coins: ['ETH'], url: world.url };
  const made = await ok(who.ask('POST', path, requests), 201);
  assert.equal(made.subscription.list, of.name);
  const round = world.round();
  await world.settle(round, made.id);
  await world.add([1, 2, 3].map((wallet) => at(wallet, 5 * minuteMs + wallet, { coin: 'ETH' })));
  await world.settle(round, made.id);
  const senders = world.got.flatMap(({ body }) => body.data.events.map(([wallet]: [string]) => wallet));
  assert.deepEqual(senders, [walletOf(1), walletOf(2)]);

  const used = await who.ask('DELETE', one);
  assert.deepEqual([used.status, used.body.code], [409, 'LIST_IN_USE']);
  assert.match(used.body.detail, new RegExp(made.id));
  const bad = await who.ask('PUT', `${lists}/bad`, { wallets: ['0x12'] });
  assert.deepEqual([bad.status, bad.body.code], [400, 'INVALID_INPUT']);
  assert.match(bad.body.detail, /wallet 1 of the list is not an address/);

  const other = await newPerson('pro');
  assert.equal((await other.who.ask('GET', lists)).status, 404);
  const own = await ok(other.who.ask('GET', other.path.replace('alerts', 'lists')));
  assert.deepEqual(own.lists, []);
  const foreign = await other.who.ask('POST', other.path, { ...requests });
  assert.equal(foreign.status, 404);
  assert.match(foreign.body.detail, /has no list My whales/);

  await ok(who.ask('DELETE', `${path}/${made.id}`));
  await ok(who.ask('DELETE', one));
  assert.deepEqual((await ok(who.ask('GET', lists))).lists, []);
});
