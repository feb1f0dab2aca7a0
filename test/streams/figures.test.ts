/** Feeds of figures, through the real server and store: the applied messages equal the API's answer. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { cohortPositions } from '../../src/endpoints/cohorts/positions.ts';
import { createWatching, type Footing } from '../../src/endpoints/footing.ts';
import { riskCoin } from '../../src/endpoints/live/risk-coin.ts';
import { walletPositions } from '../../src/endpoints/market/positions.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { createStateHub } from '../../src/streams/state-hub.ts';
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
} from './stream-world.ts';

const path = '/api/public/v1/stream';
let world: StreamWorld;
before(async () => {
  const first = [
    draft(1, -60_000, { sz: '2', startPosition: '0' }),
    draft(1, -50_000, { coin: 'ETH', sz: '7', px: '10', startPosition: '0' }),
    draft(2, -40_000, { side: 'A', sz: '5', startPosition: '0', dir: 'Open Short' }),
  ];
  const contexts = [
    { coin: 'BTC', markPx: '110', openInterest: '10' },
    { coin: 'ETH', markPx: '9.5', openInterest: '10' },
  ];
  const state = {
    wallet: walletOf(3),
    coin: 'ETH',
    szi: '-4',
    entryPx: '11',
    leverage: 5,
    marginUsed: '8.8',
  };
  world = await openStreamWorld({
    fills: first,
    market: { contexts },
    positions: [{ ...state, liquidationPx: '14' }],
  });
});
after(() => world.close());

const keyOfPosition = ({ address, coin }: Message) => ({ address, coin });
const of = ({ got }: StreamClient, type: string, id?: string) =>
  got.filter((message) => message.channel === type && (id === undefined || message.id === id));
const foldedPositions = (messages: readonly Message[]) => foldFigures(messages, 'positions', keyOfPosition);

/** Values of positions, by the marks in the same message. */
function valued(messages: readonly Message[]) {
  const { fields, rows } = foldedPositions(messages);
  return [...rows.values()]
    .map((row) => {
      const mark = Number(fields.marks[row.coin]);
      const sign = row.side === 'long' ? 1 : -1;
      return {
        ...row,
        notional: row.size * mark,
        unrealizedPnl: sign * row.size * (mark - row.entryPx),
      } as Message;
    })
    .sort((a, b) => b.notional - a.notional);
}

const shownOf = ({ address, coin, side, size, entryPx, notional, unrealizedPnl }: Message) => [
  address,
  coin,
  side,
  size,
  entryPx,
  notional.toFixed(6),
  unrealizedPnl.toFixed(6),
];

async function ofCohort() {
  const path = { tierType: 'size', tier: 'shrimp' };
  const { body } = await world.engine.ask(cohortPositions, { path, query: 'limit=100', tier: 'pro' });
  return (body as Message[]).map(shownOf);
}

async function ofWallet(wallet: string) {
  const { body } = await world.engine.ask(walletPositions, { path: { address: wallet } });
  return (body as Message[]).map(({ symbol, side, size, entryPrice, unrealizedPnl, liquidationPrice }) => [
    symbol,
    side,
    Number(size),
    Number(entryPrice),
    Number(unrealizedPnl),
    Number(liquidationPrice),
  ]);
}

test('positions of a wallet, a coin and a cohort: the state and its changes are what the API answers', async () => {
  const client = await world.connect('key-pro-a', path);
  const requests = [
    { type: 'positions', user: walletOf(1).toUpperCase().replace('0X', '0x') },
    { type: 'positions', coin: 'eth' },
    { type: 'positions', cohort: 'Shrimp' },
  ];
  const ids: string[] = [];
  for (const one of requests) ids.push((await client.ask(sub(one))).data.id);
  await client.wait('positions', 3);
  assert.deepEqual(
    client.got.filter(({ channel }) => channel === 'positions').map(({ data }) => [data.kind, data.leftOut]),
    [
      ['state', 0],
      ['state', 0],
      ['state', 0],
    ],
  );
  const ofCoin = () => valued(of(client, 'positions', ids[1]));
  assert.deepEqual(ofCoin().map(shownOf), [
    [walletOf(1), 'ETH', 'long', 7, 10, '66.500000', '-3.500000'],
    [walletOf(3), 'ETH', 'short', 4, 11, '38.000000', '6.000000'],
  ]);
  const { leverage, marginUsed, liquidationPx } = ofCoin()[1]!;
  assert.deepEqual([leverage, marginUsed, liquidationPx], [5, 8.8, 14]);
  assert.equal(ofCoin()[0]!.leverage, null);

  await world.add([
    draft(1, 0, { sz: '1', px: '104', startPosition: '2' }),
    draft(1, 1, { coin: 'ETH', side: 'A', sz: '7', px: '10', startPosition: '7', dir: 'Close Long' }),
    draft(2, 2, { coin: 'ETH', sz: '100', px: '9', startPosition: '0' }),
  ]);
  const shownOfWallet = () =>
    valued(of(client, 'positions', ids[0])).map(
      ({ coin, side, size, entryPx, unrealizedPnl: pnl, liquidationPx: px }) => [
        coin,
        side,
        size,
        entryPx,
        Number(pnl.toFixed(6)),
        px ?? 0,
      ],
    );
  await until('the wallet', () => shownOfWallet().length === 1 && shownOfWallet()[0]![2] === 3);
  assert.deepEqual(shownOfWallet(), await ofWallet(walletOf(1)));
  const shownOfCohort = () => valued(of(client, 'positions', ids[2])).map(shownOf);
  await until('the cohort', () => shownOfCohort()[0]![3] === 100);
  assert.deepEqual(shownOfCohort(), await ofCohort());
  assert.deepEqual(shownOfCohort()[0]!.slice(0, 4), [walletOf(2), 'ETH', 'long', 100]);
  await until('the coin', () => ofCoin().length === 2);
  assert.deepEqual(
    ofCoin().map(({ address }) => address),
    [walletOf(2), walletOf(3)],
  );
  for (const id of ids)
    assert.ok(foldedPositions(of(client, 'positions', id)).changes > 0, 'by changes alone');
  client.close();
});

test('the risk of a coin: parts come again as they change, and come to what its endpoint answers', async () => {
  const client = await world.connect('key-pro-b', path);
  await client.ask(sub({ type: 'coinRisk', coin: 'btc' }));
  await client.wait('coinRisk', 1);
  const folded = () => foldFigures(of(client, 'coinRisk'), '', () => '').fields;
  const answered = async () => {
    const { body } = await world.engine.ask(riskCoin, { path: { coin: 'BTC' } });
    const { generatedAt: _, freshness: __, ...parts } = body as Message;
    return parts;
  };
  const withoutTimes = (parts: Message) =>
    JSON.parse(JSON.stringify(parts, (name, value) => (name === 'freshness' ? undefined : value)));
  // Boards and positions apply a batch one after the other; a read between the two is repeated.
  const isAnswered = async () => isDeepStrictEqual(withoutTimes(folded()), withoutTimes(await answered()));
  await until('what the endpoint answers', isAnswered);
  const before = of(client, 'coinRisk').length;
  await world.add([draft(5, 100, { sz: '9', startPosition: '0' })]);
  const changes = () => of(client, 'coinRisk').slice(before);
  await until('the new position', () => changes().some(({ data }) => data.market?.longPositions === 2));
  await until('what the endpoint answers then', isAnswered);
  assert.deepEqual(new Set(changes().map(({ data }) => data.kind)), new Set(['change']));
  assert.ok(changes().some(({ data }) => data.longShort !== undefined));
  for (const { data } of changes()) assert.equal(data.recentLiquidations, undefined, 'it is as it was');
  client.close();
});

test('a reader that missed changes gets the state, one that missed none a change, and both end right', async () => {
  const [slow, quick] = [await world.connect('key-pro-c', path), await world.connect('key-pro-c', path)];
  const params = { type: 'positions', user: walletOf(8) };
  for (const client of [slow, quick]) {
    await client.ask(sub(params));
    await client.wait('positions', 1);
  }
  await slow.ask({ method: 'pause', subscription: params });
  for (const [i, size] of ['1', '2', '3'].entries()) {
    await world.add([draft(8, 200 + i, { sz: '1', startPosition: `${i}` })]);
    const held = () => [...foldedPositions(of(quick, 'positions')).rows.values()][0]?.size;
    await until(`a position of ${size}`, () => held() === Number(size));
  }
  assert.equal(of(slow, 'positions').length, 1);
  await slow.ask({ method: 'resume', subscription: params });
  const [, late] = (await slow.wait('positions', 2)) as [Message, Message];
  assert.deepEqual([late.data.kind, late.skipped], ['state', 2]);
  assert.deepEqual(late.data.positions[0].size, 3);
  assert.deepEqual(
    of(quick, 'positions').map(({ data, skipped }) => [data.kind, skipped]),
    [['state', undefined], ...Array(3).fill(['change', undefined])],
  );
  // The paused client missed a single change, so nothing is left out.
  await slow.ask({ method: 'pause', subscription: params });
  await world.add([draft(8, 300, { side: 'A', sz: '3', startPosition: '3', dir: 'Close Long' })]);
  await quick.wait('positions', 5);
  await slow.ask({ method: 'resume', subscription: params });
  const [, , last] = (await slow.wait('positions', 3)) as Message[];
  assert.deepEqual([last!.data.kind, last!.data.gone], ['change', [{ address: walletOf(8), coin: 'BTC' }]]);
  for (const client of [slow, quick]) {
    assert.equal(foldedPositions(of(client, 'positions')).rows.size, 0);
    client.close();
  }
});

test('what figures are asked of is refused by name, and so are lower tiers, the past and the plain protocol', async () => {
  const client = await world.connect('key-pro-d', path);
  const { feeds } = client.got[0]!.data.limits;
  assert.deepEqual(
    ['positions', 'coinRisk'].map((type) => feeds.includes(type)),
    [true, true],
  );
  const user = walletOf(1);
  for (const [params, text] of [
    [{ type: 'positions' }, 'missing argument user or cohort or coin'],
    [{ type: 'positions', user, coin: 'BTC' }, 'user and coin cannot be combined'],
    [{ type: 'positions', user: 'x' }, 'invalid argument user'],
    [{ type: 'positions', user, side: 'buy' }, 'unknown argument side'],
    [{ type: 'positions', coin: 'NOSUCH' }, 'unknown coin'],
    [{ type: 'positions', cohort: 'clever_money' }, 'unknown cohort'],
    [{ type: 'coinRisk' }, 'missing argument coin'],
    [{ type: 'coinRisk', coin: '' }, 'empty argument coin'],
    [{ type: 'coinRisk', coin: 7 }, 'invalid argument coin'],
    [{ type: 'coinRisk', coin: 'BTC', sequence: 5 }, 'sequence is not retained'],
    [{ type: 'coinRisk', coin: 'BTC', cursor: 'x' }, 'sequence is not retained'],
    [{ type: 'coinRisk', coin: 'BTC', from: '2026-03-14' }, 'a feed of states has no replay'],
  ] as const)
    assert.equal((await client.ask(sub(params))).data, text, JSON.stringify(params));
  const starter = await world.connect('key-starter-f', path);
  assert.equal((await starter.ask(sub({ type: 'positions', user }))).data, 'feed not in tier');
  assert.ok(!starter.got[0]!.data.limits.feeds.includes('positions'));
  const plain = await world.connect('key-pro-d', '/ws');
  assert.equal((await plain.ask(sub({ type: 'positions', user }))).data, 'unknown subscription type');
  assert.ok(!plain.got[0]!.data.limits.feeds.includes('positions'));
  for (const one of [client, starter, plain]) one.close();
});

test('server-sent events and a question with wait begin with the state, and snapshot: false with the next change', async () => {
  const later = await world.connect('key-pro-e', path);
  await later.ask(sub({ type: 'positions', user: walletOf(9), snapshot: false }));
  const get = (query: string) =>
    fetch(`${world.url}${path}?${query}`, { headers: { 'X-API-Key': 'key-pro-e' } });
  const answer = (await (await get(`type=positions&user=${walletOf(1)}&wait=0`)).json()) as Message;
  assert.deepEqual(
    answer.events.map(({ data }: Message) => [data.kind, data.positions.length]),
    [['state', 1]],
  );
  assert.deepEqual([answer.cursor, answer.caughtUp], [undefined, true]);
  const events = await get('type=coinRisk&coin=BTC');
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('"kind":"state"')) text += (await reader.read()).value;
  assert.match(text, /event: coinRisk\ndata: \{"channel":"coinRisk"/);
  await reader.cancel();
  const refused = await get(`type=positions&user=${walletOf(1)}&coin=BTC&wait=0`);
  assert.equal(refused.status, 400);
  await world.add([draft(9, 400, { startPosition: '0' })]);
  const [first] = (await later.wait('positions', 1)) as [Message];
  assert.deepEqual([first.data.kind, first.data.positions.length], ['change', 1]);
  later.close();
});

test('figures are read once for all who follow the same, only where something moved, and never without a subscription', async () => {
  const { sources, watches } = world.engine;
  const clock = fixedClock(nowMs);
  const watched = createWatching({ sources, watches, clock });
  let readings = 0;
  function counted(footing: Footing) {
    readings += 1;
    return watched(footing);
  }
  const hub = createStateHub({
    market: sources.market,
    store: world.engine.store,
    newest: () => undefined,
    watched: counted,
    clock,
    everyMs: 5,
    onError: assert.ifError,
  });
  const got: string[] = [];
  const receiver = {
    take(texts: { own(skipped: number): string }, skipped: number) {
      got.push(JSON.parse(texts.own(skipped)).data.kind);
      return true;
    },
  };
  const one = { type: 'positions', id: 'one', of: { wallet: walletOf(7) } };
  const ends = [1, 2, 3].map(() => hub.follow(one, receiver, false));
  await until('three states', () => got.length === 3);
  assert.equal(readings, 1);
  await world.add([draft(7, 500, { startPosition: '0' })]);
  await until('three changes', () => got.length === 6);
  const after = readings;
  assert.ok(after >= 2 && after <= 4, `${after} readings of two states`);
  for (const end of ends) end();
  await world.add([draft(7, 600, { startPosition: '1' })]);
  const again = hub.follow({ ...one, id: 'other' }, receiver, false);
  await until('a state', () => got.length === 7);
  assert.deepEqual([readings, got.at(-1)], [after + 1, 'state']);
  again();
  hub.close();
});
