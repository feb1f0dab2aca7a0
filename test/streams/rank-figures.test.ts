/** Streams of ranks and cohort members, through the real server and store, compared with the API's answers. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cohortMembers } from '../../src/boards/trader-cohorts.ts';
import { recentCohortPositions } from '../../src/endpoints/cohorts/positions.ts';
import { cohortSummary } from '../../src/endpoints/cohorts/summary.ts';
import { leaderboard } from '../../src/endpoints/pulse/leaderboard.ts';
import { dayMs, fixedClock } from '../../src/kernel/clock.ts';
import { memberReading, membersLimit } from '../../src/streams/figures/cohort-members.ts';
import { walletOf } from '../source-fills.ts';
import { until } from '../until.ts';
import { foldFigures } from './figure-fold.ts';
import {
  draft,
  type Message,
  nowMs,
  openStreamWorld,
  type StreamClient,
  type StreamWorld,
  sub,
  tidsOf,
} from './stream-world.ts';

const path = '/api/public/v1/stream';
const day = (days: number) => -days * dayMs;
const pnl = (closedPnl: string) =>
  ({ closedPnl, side: 'A', dir: 'Close Long', startPosition: '1.5' }) as const;
let world: StreamWorld;
before(async () => {
  world = await openStreamWorld([
    ...[150_000, 20_000, 300, -40].map((usd, i) => draft(21 + i, day(2) + i, pnl(`${usd}`))),
    // Of today the recent cohorts, of whole days, know nothing.
    draft(25, -60_000, pnl('120000')),
    draft(22, -50_000, { coin: 'ETH', sz: '4', startPosition: '0' }),
  ]);
});
after(() => world.close());

const of = ({ got }: StreamClient, type: string, id: string) =>
  got.filter((message) => message.channel === type && message.id === id);

/** Fields that both have. */
const boardFields = [
  'address',
  'totalPnl',
  'totalTrades',
  'winningTrades',
  'winRate',
  'totalVolume',
  'totalFees',
];
const boardRow = (row: Message) => boardFields.map((name) => row[name]);

async function answered(query: string) {
  const { body } = await world.engine.ask(leaderboard, { query: `${query}&limit=100` });
  return body.traders!.map((row) => boardRow(row as Message));
}

test('the leaderboard: ranks and figures are what the API answers, and moves say who went where', async () => {
  const client = await world.connect('key-pro-a', path);
  const boards = [
    [{}, 'sort=pnl'],
    [{ sort: 'LOSERS', period: 'alltime' }, 'sort=losers'],
    [{ sort: 'volume', period: 'week' }, 'sort=volume&period=week'],
  ] as const;
  const ids: string[] = [];
  for (const [params] of boards)
    ids.push((await client.ask(sub({ type: 'leaderboard', ...params }))).data.id);
  assert.equal(
    (await client.ask(sub({ type: 'leaderboard', sort: 'pnl', period: 'allTime' }))).data.id,
    ids[0],
  );
  await client.wait('leaderboard', 3);
  const ranked = (id: string) => {
    const { rows } = foldFigures(of(client, 'leaderboard', id), 'traders', ({ address }) => address);
    return [...rows.values()].sort((a, b) => a.rank - b.rank);
  };
  for (const [i, [, query]] of boards.entries())
    assert.deepEqual(ranked(ids[i]!).map(boardRow), await answered(query), query);
  const [state] = of(client, 'leaderboard', ids[0]!);
  assert.deepEqual(
    [state!.data.kind, state!.data.sort, state!.data.period, state!.data.leftOut, state!.data.moves],
    ['state', 'pnl', 'allTime', 0, undefined],
  );
  await world.add([
    draft(23, 0, pnl('500000')),
    ...Array.from({ length: 12 }, (_, i) => draft(26, i, pnl('-10'))),
  ]);
  await until('another first', () => ranked(ids[0]!)[0]!.address === walletOf(23));
  await until('a loser', () => ranked(ids[1]!)[0]!.address === walletOf(26));
  await until('a week', () => ranked(ids[2]!).length === 1);
  for (const [i, [, query]] of boards.entries()) {
    const shown = ranked(ids[i]!);
    assert.deepEqual(shown.map(boardRow), await answered(query), query);
    assert.deepEqual(
      shown.map(({ rank }) => rank),
      shown.map((_, place) => place + 1),
    );
  }
  const moves = of(client, 'leaderboard', ids[0]!).flatMap(({ data }) => data.moves ?? []);
  assert.deepEqual(
    moves.map(({ address, from, to }) => [Number(address), from, to]),
    [
      [23, 4, 1],
      [21, 1, 2],
      [25, 2, 3],
      [22, 3, 4],
      [26, null, 6],
    ],
  );
  client.close();
});

test('members of a cohort: who enters, from where, and who leaves, to where, of all time and of the recent days', async () => {
  const client = await world.connect('key-pro-b', path);
  const params = { type: 'cohortMembers', cohort: 'sharps' };
  const { id } = (await client.ask(sub(params))).data;
  const recent = (await client.ask(sub({ ...params, cohortSpan: 'recent' }))).data.id;
  await client.wait('cohortMembers', 2);
  const folded = () => {
    const members = new Set<string>();
    for (const { data } of of(client, 'cohortMembers', id)) {
      if (data.kind === 'state') members.clear();
      for (const { address } of data.left ?? []) assert.ok(members.delete(address));
      for (const one of [...(data.members ?? []), ...(data.entered ?? [])]) members.add(one.address ?? one);
      assert.equal(members.size, data.count);
    }
    return [...members].map(Number).sort();
  };
  const [first] = of(client, 'cohortMembers', recent);
  assert.deepEqual([first!.data.count, first!.data.leftOut, first!.data.members], [1, 0, [walletOf(22)]]);
  const count = async () => {
    const { body } = await world.engine.ask(cohortSummary);
    return body.pnlTiers!.find(({ tier }) => tier === 'smart_money')!.walletCount;
  };
  assert.deepEqual(folded(), [21, 23, 25]);
  assert.equal(await count(), 3);
  await world.add([
    draft(22, 1_000, pnl('90000')),
    draft(21, 1_001, pnl('900000')),
    draft(27, 1_002, pnl('100000')),
  ]);
  await until('a change', () => folded().length === 4);
  assert.deepEqual(folded(), [22, 23, 25, 27]);
  assert.equal(await count(), 4);
  const moved = of(client, 'cohortMembers', id).slice(1);
  const entered = moved.flatMap(({ data }) => data.entered);
  assert.deepEqual(
    [entered, moved.flatMap(({ data }) => data.left)],
    [
      [
        { address: walletOf(22), from: 'grinder' },
        { address: walletOf(27), from: null },
      ],
      [{ address: walletOf(21), to: 'money_printer' }],
    ],
  );
  assert.equal(of(client, 'cohortMembers', recent).length, 1, 'today is in no recent cohort');
  client.close();
});

test('cohortSpan: trades and positions of who was in a cohort by the last whole days', async () => {
  const client = await world.connect('key-pro-c', path);
  const cohort = { cohort: 'smart_money', cohortSpan: 'Recent' };
  const { id } = (await client.ask(sub({ type: 'positions', ...cohort }))).data;
  await client.wait('positions', 1);
  await client.ask(sub({ type: 'cohortTrades', ...cohort }));
  await client.ask(sub({ type: 'trades', coins: ['ETH'], ...cohort }));
  const fills = [
    draft(22, 2_000, { coin: 'ETH', sz: '2', startPosition: '4' }),
    draft(25, 2_001, { coin: 'ETH', startPosition: '0' }),
    draft(22, 2_002, { sz: '3', startPosition: '0' }),
  ];
  await world.add(fills);
  const [eth, , btc] = fills;
  await client.wait('cohortTrades', 2);
  await client.wait('trades', 1);
  const tids = (channel: string) => tidsOf(client.got.filter((message) => message.channel === channel));
  assert.deepEqual([tids('cohortTrades'), tids('trades')], [[eth!.tid, btc!.tid], [eth!.tid]]);
  const positions = () => [
    ...foldFigures(of(client, 'positions', id), 'positions', ({ address, coin }) => ({
      address,
      coin,
    })).rows.values(),
  ];
  const held = ({ address, coin, size }: Message) => `${address} ${coin} ${size}`;
  await until('both positions', () => positions().some(({ coin, size }) => coin === 'ETH' && size === 6));
  const { body } = await world.engine.ask(recentCohortPositions, {
    path: { tierType: 'pnl', tier: 'smart_money' },
    tier: 'pro',
  });
  assert.deepEqual(positions().map(held).sort(), (body as Message[]).map(held).sort());
  for (const [wrong, text] of [
    [{ type: 'trades', cohortSpan: 'recent' }, 'missing argument cohort'],
    [{ type: 'trades', cohort: 'whale', cohortSpan: 'week' }, 'invalid argument cohortSpan'],
    [{ type: 'positions', coin: 'BTC', cohortSpan: 'alltime' }, 'missing argument cohort'],
    [{ type: 'cohortMembers', cohort: 'whale', cohortSpan: '' }, 'empty argument cohortSpan'],
    [{ type: 'cohortMembers' }, 'missing argument cohort'],
    [{ type: 'cohortMembers', cohort: 'people' }, 'unknown cohort'],
    [{ type: 'leaderboard', sort: 'luck' }, 'invalid argument sort'],
    [{ type: 'leaderboard', period: '' }, 'empty argument period'],
    [{ type: 'leaderboard', limit: '5' }, 'unknown argument limit'],
  ] as const)
    assert.equal((await client.ask(sub(wrong))).data, text, JSON.stringify(wrong));
  client.close();
});

test('of a large cohort the largest members are named and the others counted, and where very many move the state says it', async () => {
  const { sources } = world.engine;
  const read = memberReading({ kind: 'size', cohort: 'shrimp' }, 'alltime');
  const next = () => read({ sources, clock: fixedClock(nowMs), signal: AbortSignal.timeout(30_000) });
  const shown = (fields: string) => JSON.parse(`{${fields}}`) as Message;
  const first = await next();
  const { count } = shown(first.whole());
  assert.equal(first.change, undefined);
  const many = Array.from({ length: membersLimit + 50 }, (_, i) =>
    draft(1_000 + i, 3_000 + i, { px: `${1 + i / 1_000}` }),
  );
  await world.add(many);
  await until('all of them', async () => {
    const cohortOf = await cohortMembers(sources.boards, 'size');
    return many.every(({ wallet }) => cohortOf(wallet) === 'shrimp');
  });
  const second = await next();
  assert.equal(second.change, null);
  const whole = shown(second.whole());
  assert.equal(whole.count, count + many.length);
  assert.deepEqual([whole.members.length, whole.leftOut], [membersLimit, whole.count - membersLimit]);
  assert.ok(whole.members.includes(many.at(-1)!.wallet) && !whole.members.includes(many[0]!.wallet));
  assert.equal((await next()).change, undefined);
});
