/** Operator actions on alerts, over real stores: by operations, and on the command line. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { alertTermsOf } from '../../src/alerts/terms.ts';
import { cohortMembers } from '../../src/boards/trader-cohorts.ts';
import { hourMs, minuteMs, systemClock } from '../../src/kernel/clock.ts';
import { createLocalOperations } from '../../src/operate/local-operations.ts';
import type { Operations } from '../../src/operate/operations.ts';
import { runToyCli } from '../cli-harness.ts';
import { fault } from '../conformance/control-fault.ts';
import { walletOf } from '../source-fills.ts';
import { draft, nowMs as streamsMs } from '../streams/stream-world.ts';
import { type AlertWorld, openAlertWorld } from './alert-world.ts';

// Operations look back from the machine's own time.
const startMs = Math.floor(systemClock.nowMs() / minuteMs) * minuteMs - hourMs;
const at = (wallet: number, offsetMs: number, more?: object) =>
  draft(wallet, startMs - streamsMs + offsetMs, more);
const rich = 90_001;
let world: AlertWorld;
let operations: Operations;
const terms = alertTermsOf({ alertRules: 'free=1,pro=3', alertAddresses: 'any' });
const dir = mkdtempSync(join(tmpdir(), 'tidemark-alert-operations-'));
before(async () => {
  world = await openAlertWorld(startMs, [
    at(1, -30 * minuteMs),
    at(1, -29 * minuteMs, { coin: 'ETH', side: 'A' }),
    at(2, -28 * minuteMs, { sz: '2000' }),
    at(2, -27 * minuteMs, { sz: '3000' }),
    at(2, -5 * minuteMs, { sz: '4000' }),
    // All-time profit of a million.
    at(rich, -4 * minuteMs, { side: 'A', dir: 'Close Long', closedPnl: '1500000', startPosition: '1.5' }),
  ]);
  const { control, engine } = world;
  await control.createAccount('desk');
  await control.grantTier({ accountName: 'desk', tier: 'pro' });
  terms.cohorts = (...params) => cohortMembers(engine.sources.boards, ...params);
  const fills = async () => ({ analytics: engine.store }) as never;
  operations = createLocalOperations({
    control: async () => control,
    fills,
    alerts: terms,
    journalDir: '',
    batchFills: 1,
    status: { version: '0', pid: 1, command: 'test', startedAtMs: 0 },
  });
});
after(async () => {
  await world.close();
  rmSync(dir, { recursive: true, force: true });
});
const cli = (line: string) => runToyCli(line, operations);

test('an alert is made on the command line, tested, seen with what it sent, sent again, rotated, paused and deleted', async () => {
  const file = join(dir, 'wallets.txt');
  writeFileSync(file, `${walletOf(1)}\n${walletOf(2)}\n`);
  const made = await cli(
    `alerts create trades --account desk --url ${world.url} --wallets @${file} --coins btc --name whales`,
  );
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /^whsec_[\w+/=]+\n$/);
  const [, id] = /alert (alr_\w+) of account desk sends to/.exec(made.stderr)!;
  const shown = await cli(`alerts show ${id}`);
  assert.match(shown.stdout, /whales of account desk\nactive; 0 messages pending/);
  assert.match(shown.stdout, /coins: BTC/);
  const tested = await cli(`alerts test ${id}`);
  assert.match(tested.stdout, /^the receiver answered 204 \(\d+ ms\)\n$/);
  assert.deepEqual([world.got[0]!.body.type, world.got.length], ['alert.test', 1]);

  const round = world.round();
  await world.settle(round, id!);
  await world.add([at(1, 10), at(3, 11), at(2, 12, { coin: 'ETH' })]);
  await world.settle(round, id!);
  assert.equal(world.got.length, 2);
  const [delivery] = await operations.listDeliveries({ id: id! });
  assert.deepEqual([delivery!.state, delivery!.events, delivery!.status], ['delivered', 1, 204]);
  assert.match(
    (await cli(`alerts deliveries ${id}`)).stdout,
    new RegExp(`${delivery!.id}  delivered  1 .* 204`),
  );
  assert.match(
    (await cli(`alerts resend ${id} --delivery ${delivery!.id}`)).stderr,
    /1 messages are sent again/,
  );
  await round.look();
  await round.deliver();
  assert.deepEqual(
    world.got.slice(1).map((one) => one.id),
    [delivery!.id, delivery!.id],
  );
  assert.match((await cli(`alerts resend ${id} --since 2020-01-01`)).stderr, /1 messages/);

  const rotated = await cli(`alerts rotate ${id} --overlap 2d`);
  assert.match(rotated.stdout, /^whsec_/);
  assert.equal((await world.control.alerts.alertTarget(id!)).secrets.length, 2);
  await cli(`alerts pause ${id}`);
  assert.match((await cli('alerts list')).stdout, /whales {2}trades {2}.*paused/);
  assert.match((await cli(`alerts resume ${id}`)).stderr, /is active; 1 messages are pending/);
  assert.equal((await cli(`alerts delete ${id}`)).code, 0);
  assert.match((await cli('alerts list')).stderr, /no alerts/);
  assert.match((await cli(`alerts show ${id}`)).stderr, new RegExp(`there is no alert ${id}`));
});

test('what cannot be an alert is refused in words that say what is wrong', async () => {
  const base = { account: 'desk', feed: 'trades', url: world.url };
  const wrong: [object, string][] = [
    [{ feed: 'trade' }, 'unknown subscription type'],
    [{ feed: 'allMids' }, 'states'],
    [{ feed: 'tradesByCoin' }, 'missing argument coin'],
    [{ feed: 'tradesByCoin', coin: 'NOSUCH' }, 'unknown coin'],
    [{ wallets: ['0x12'] }, 'invalid argument wallets'],
    [{ feed: 'tradesByUsers', users: ['0x12'] }, 'invalid argument users'],
    [{ feed: 'tradesByUsers', users: [walletOf(1)], wallets: [walletOf(2)] }, 'unknown argument wallets'],
    [{ feed: 'tradesByUsers' }, 'missing argument users'],
    [{ cohort: 'clever_money' }, 'unknown cohort'],
    [{ url: 'ftp://example.com' }, 'http or https'],
    [{ url: 'http://no-such-host.invalid/' }, 'cannot be resolved'],
    [{ format: 'telegram' }, 'chat_id'],
  ];
  for (const [more, text] of wrong)
    await assert.rejects(operations.createAlert({ ...base, ...more }), fault('invalid_input', text));
  await assert.rejects(
    operations.createAlert({ ...base, account: 'dask' }),
    fault('unknown_account', 'desk'),
  );
  await world.control.createAccount('small');
  await assert.rejects(
    operations.createAlert({ ...base, account: 'small' }),
    fault('invalid_input', 'feed not in tier'),
  );
  const few = { ...base, account: 'small', feed: 'tradesByCoin', coin: 'BTC' };
  const first = await operations.createAlert(few);
  await assert.rejects(operations.createAlert(few), fault('alert_limit', 'small', 'free tier allows 1'));
  await operations.deleteAlert({ id: first.id });
});

test('no private address is taken where the settings allow public ones alone', async () => {
  const strict = createLocalOperations({
    control: async () => world.control,
    fills: async () => ({ analytics: world.engine.store }) as never,
    alerts: alertTermsOf({ alertRules: 'pro=3', alertAddresses: 'public' }),
    journalDir: '',
    batchFills: 1,
    status: { version: '0', pid: 1, command: 'test', startedAtMs: 0 },
  });
  for (const url of [
    'http://127.0.0.1/',
    'http://localhost/',
    'https://[::1]/',
    'http://169.254.169.254/latest',
  ])
    await assert.rejects(
      strict.createAlert({ account: 'desk', feed: 'trades', url }),
      fault('invalid_input', 'outside the public internet'),
    );
  await assert.rejects(
    strict.createAlert({ account: 'desk', feed: 'trades', url: 'https://example.com:8443/' }),
    fault('invalid_input', 'ports 443 and 80'),
  );
});

test('an estimate and a dry run say what would have fired, with the cool-down, by what is stored', async () => {
  const params = { feed: 'trades', minNotionalUsd: '100000', fromMs: startMs - 3 * hourMs, toMs: startMs };
  const all = await operations.estimateAlert(params);
  assert.deepEqual([all.events, all.fires, all.isWhole], [3, 3, true]);
  assert.equal(all.firesPerDay, 24);
  const cooled = await operations.estimateAlert({ ...params, coolDownMs: 10 * minuteMs });
  assert.deepEqual([cooled.events, cooled.fires], [3, 2]);
  const dry = await operations.dryRunAlert({ ...params, coolDownMs: 10 * minuteMs });
  assert.deepEqual(
    dry.fires.map(({ atMs, heldBack }) => [atMs, heldBack]),
    [
      [startMs - 28 * minuteMs, undefined],
      [startMs - 5 * minuteMs, 1],
    ],
  );
  assert.match(
    dry.fires[0]!.lines[0]!,
    /^buys 2000\.0 BTC at 100\.0 \(\$200,000\) · 0x0000…0002 · Open Long · /,
  );
  const changes = await operations.dryRunAlert({ ...params, feed: 'lifecycles', events: ['opened'] });
  assert.equal(changes.fires.length, 3);
  assert.match(changes.fires[0]!.lines[0]!, /^opened long: \S+ BTC at \S+ \(\$[\d,]+\) · 0x/);
  const cut = await operations.dryRunAlert({ ...params, limit: 1 });
  assert.deepEqual([cut.fires.length, cut.isWhole], [1, false]);
  const byUsers = { ...params, feed: 'tradesByUsers' };
  const ofUsers = await operations.estimateAlert({ ...byUsers, users: [walletOf(2)] });
  assert.equal(ofUsers.events, 3);
  const ofWallets = await operations.estimateAlert({ ...byUsers, wallets: [walletOf(2)] });
  assert.deepEqual(ofWallets, ofUsers, 'an alert may call them wallets');
  const members = await operations.estimateAlert({ ...params, minNotionalUsd: '1', cohort: 'money_printer' });
  assert.equal(members.events, 1);
  // Its profit is of today: no whole day before has any.
  const ofRecent = { ...params, minNotionalUsd: '1', cohort: 'money_printer', cohortSpan: 'recent' as const };
  assert.equal((await operations.estimateAlert(ofRecent)).events, 0);
  await assert.rejects(
    operations.estimateAlert({ ...ofRecent, cohort: undefined }),
    fault('invalid_input', 'missing argument cohort'),
  );
  const printed = await cli('alerts estimate trades --min-usd 100000 --from 3h');
  assert.match(printed.stdout, /DAY +EVENTS +FIRES\n/);
  assert.match(printed.stdout, /a day: 3 of 3 events/);
  await assert.rejects(
    operations.estimateAlert({ ...params, fromMs: startMs - 4_000 * 24 * hourMs }),
    fault('invalid_input', 'within the last 365 days'),
  );
});

test('chats get one line for each event, within what they take, and no address that is shown holds its secret', async () => {
  const url = `${world.url}/bot123:SECRET/sendMessage?chat_id=42`;
  const ids: string[] = [];
  for (const format of ['discord', 'slack', 'telegram'] as const) {
    const made = await operations.createAlert({
      account: 'desk',
      feed: 'trades',
      url,
      format,
      name: '<@here>',
    });
    assert.ok(!JSON.stringify(made).includes('SECRET'), made.url);
    ids.push(made.id);
  }
  await assert.rejects(
    operations.createAlert({ account: 'desk', feed: 'trades', url }),
    fault('alert_limit', 'pro'),
  );
  world.got.length = 0;
  const round = world.round();
  for (const id of ids) await world.settle(round, id);
  await world.add(Array.from({ length: 45 }, (_, i) => at(1, 1_000 + i)));
  for (const id of ids) await world.settle(round, id);
  const lines = { content: 0, text: 0, telegram: 0 };
  for (const { body } of world.got) {
    const text: string = body.content ?? body.text;
    assert.ok(text.length <= 2_000);
    const events = text.split('\n').length - 1;
    assert.ok(events <= 20);
    if (body.chat_id !== undefined) lines.telegram += events;
    else lines[body.content === undefined ? 'text' : 'content'] += events;
  }
  assert.deepEqual(lines, { content: 45, text: 45, telegram: 45 });
  const of = (name: string) => world.got.find(({ body }) => name in body)!.body;
  assert.deepEqual(of('content').allowed_mentions, { parse: [] });
  assert.match(of('content').content, /^\\<\\@here\\>: \d+ events\nbuys 1\.5 BTC/);
  assert.equal(of('chat_id').chat_id, '42');
  const slack = world.got.find(({ body }) => !('content' in body) && !('chat_id' in body))!.body;
  assert.match(slack.text, /^&lt;@here&gt;: \d+ events\nbuys 1\.5 BTC/);
});

test('a list is kept on the command line, an alert of it follows its changes, and one in use stays', async () => {
  await world.control.createAccount('lister');
  await world.control.grantTier({ accountName: 'lister', tier: 'pro' });
  const file = join(dir, 'listed.txt');
  writeFileSync(file, `${walletOf(1)}\n${walletOf(2)}\n`);
  const set = await cli(`lists set whales @${file} --account lister`);
  assert.deepEqual([set.code, set.stderr], [0, 'list whales of account lister holds 2 wallets\n']);
  assert.match((await cli('lists list')).stdout, /ACCOUNT +NAME +WALLETS +CHANGED\nlister +whales +2 /);
  const wallets = [walletOf(1), walletOf(2)].sort();
  assert.equal((await cli('lists show whales --account lister')).stdout, `${wallets.join('\n')}\n`);

  const params = { feed: 'trades', list: 'whales', fromMs: startMs - hourMs, toMs: startMs };
  const estimate = await operations.estimateAlert({ ...params, account: 'lister' });
  const all = await operations.estimateAlert({ ...params, list: undefined, wallets });
  assert.ok(all.events > 0);
  assert.equal(estimate.events, all.events);
  await assert.rejects(operations.estimateAlert(params), fault('invalid_input', 'name the account'));
  await assert.rejects(
    operations.estimateAlert({ ...params, account: 'lister', list: 'none' }),
    fault('unknown_list', 'none'),
  );

  const made = await cli(
    `alerts create trades --list whales --account lister --url ${world.url} --name listed`,
  );
  assert.equal(made.code, 0, made.stderr);
  const [, id] = /alert (alr_\w+) of/.exec(made.stderr)!;
  const refused = await cli('lists delete whales --account lister');
  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr, new RegExp(`alerts use the list whales: ${id}`));
  const round = world.round();
  await world.settle(round, id!);
  await world.add([at(1, 20_000), at(3, 20_001), at(2, 20_002)]);
  await world.settle(round, id!);
  const deliveries = await operations.listDeliveries({ id: id! });
  assert.equal(
    deliveries.reduce((sum, { events }) => sum + events, 0),
    2,
  );
  assert.equal((await cli(`alerts delete ${id}`)).code, 0);
  assert.equal((await cli('lists delete whales --account lister')).code, 0);
  assert.match((await cli('lists list')).stderr, /no lists; create one with tidemark lists set/);
  assert.match((await cli('lists show whales --account lister')).stderr, /account lister has no list whales/);
});
