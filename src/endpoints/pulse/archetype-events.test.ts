import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { archetypeFills, assertRows } from '../../../test/archetype-fills.ts';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { seededNumbers, walletOf } from '../../../test/source-fills.ts';
import { backstopList, painList } from '../../archetypes/event-lists.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import { backstopEvents, maxPainEvents, perfectExits } from './archetype-events.ts';
import { winnersPage } from './event-page.ts';

const { fills, nowMs, fromMs, closes } = archetypeFills();

/** Winners of another wallet with prices along the way, as the fold writes them. */
const below = seededNumbers(31);
/** Fields of a position that its owner closed, without liquidation or deleveraging. */
const own = { closedBy: 'trade', liquidated: 0, deleveraged: 0 };
const forced = [
  ...Array.from({ length: 4 }, () => own),
  { ...own, closedBy: 'settlement' },
  { ...own, closedBy: 'adl', deleveraged: 1 },
  { ...own, closedBy: 'liquidation', liquidated: 1 },
  { ...own, liquidated: 1 },
  { ...own, deleveraged: 1 },
];
const winners = Array.from({ length: 60 }, (_, i) => ({
  id: 1_000 + i,
  side: i % 2 === 0 ? 'long' : 'short',
  pnl: 10 ** below(5) + i / 100,
  entry: 100,
  exit: i % 2 === 0 ? 110 : 90,
  worst: 20 + below(30),
  best: 5 + below(20),
  closedMs: nowMs - i * 3_600_000,
  openedMs: nowMs - i * 3_600_000 - 60_000,
  ...forced[i % 9]!,
}));
type Winner = (typeof winners)[number];
const signOf = ({ side }: Winner) => (side === 'long' ? 1 : -1);
const maeOf = (one: Winner) => 100 - signOf(one) * one.worst;
/** Every tenth one has no known prices, and one hardly moved. */
const mfeOf = (one: Winner) => 100 + signOf(one) * Math.max(10, one.best);
const isOwnExit = ({ closedBy, liquidated, deleveraged }: Winner) =>
  closedBy === 'trade' && liquidated === 0 && deleveraged === 0;
const hasPrices = ({ id }: Winner) => id % 10 !== 0;

let harness: EndpointHarness;
/** A version behind those of the fold. */
const written = 1_000;
before(async () => {
  harness = await openEndpointHarness({ given: { fills }, nowMs, lifecycles: true });
  const values = winners.map((one) => {
    const prices = hasPrices(one) ? `${maeOf(one)}, ${mfeOf(one)}` : '0, 0';
    const times = `fromUnixTimestamp64Milli(${one.closedMs}, 'UTC'), fromUnixTimestamp64Milli(${one.openedMs}, 'UTC')`;
    return `SELECT ${times}, unhex('${walletOf(0xeee0).slice(2)}'), ${one.id}, 'SOL', '${one.side}', 2, ${one.entry}, ${one.exit}, toDecimal128('${one.pnl}', 12), ${prices}, '${one.closedBy}', ${one.liquidated}, ${one.deleveraged}, ${written}`;
  });
  await harness.store.command(`
    INSERT INTO lifecycles_by_close (closed, opened, wallet, id, coin, side, fills, entry_vwap, exit_vwap, pnl, mae_px, mfe_px, closed_by, liquidated_fills, deleveraged_fills, version)
    ${values.join(' UNION ALL ')}`);
  // As a turn of the fold ends.
  await harness.store.command(`
    INSERT INTO lifecycle_progress SELECT * REPLACE (${written} AS version) FROM lifecycle_progress FINAL`);
  await harness.followed();
});
after(() => harness.close());

const ask = <E extends AnyEndpoint>(endpoint: E, query = '') => harness.ask(endpoint, { query, tier: 'pro' });
const times = ({ openedMs, closedMs }: { openedMs: number; closedMs: number }) => ({
  openedAt: rfc3339(openedMs),
  closedAt: rfc3339(closedMs),
});
const named = (one: Winner) => ({ id: one.id, address: walletOf(0xeee0), coin: 'SOL', side: one.side });

test('backstop events are the liquidated lifecycles, the largest loss first', async () => {
  const byTid = Map.groupBy(fills, ({ tid }) => tid);
  for (const method of ['', 'backstop', 'market']) {
    const expected = closes
      .filter((one) => one.liquidated && one.pnl <= -1 && (method === '' || one.method === method))
      .sort((a, b) => a.pnl - b.pnl)
      .map((one) => ({
        address: one.wallet,
        coin: one.coin,
        side: one.side,
        ...times({ openedMs: one.openedMs, closedMs: one.lastMs }),
        durationMs: one.lastMs - one.openedMs,
        peakSize: one.peak,
        entryVwap: one.entryVwap,
        realizedPnl: one.pnl,
        penaltyFeePaid: one.penalty,
        liquidationClosedPnl: one.liquidationPnl,
        liquidationMethod: one.method,
      }));
    assert.ok(expected.length > 0, method);
    const query = `maxRealizedPnl=-1${method === '' ? '' : `&method=${method}`}`;
    const { body, window } = await ask(backstopEvents, query);
    assertRows(
      body!.map(({ id, liquidatorAddress, ...row }) => row),
      expected,
    );
    assert.deepEqual(window, { fromMs, toMs: nowMs });
    for (const row of body!) {
      assert.ok(Number.isSafeInteger(row.id) && row.id > 0);
      const takers = [...byTid.values()]
        .filter((pair) => pair.some((fill) => fill.liquidation?.liquidatedUser === row.address))
        .flatMap((pair) => pair.map(({ wallet }) => wallet));
      assert.ok(takers.includes(row.liquidatorAddress!), row.address);
      assert.notEqual(row.liquidatorAddress, row.address);
    }
  }
});

test('max-pain events are winners by their deepest drawdown', async () => {
  const expected = winners
    .filter((one) => hasPrices(one) && one.worst >= 25 && one.pnl >= 100)
    .sort((a, b) => b.worst - a.worst || a.id - b.id)
    .map((one) => ({
      ...named(one),
      ...times(one),
      durationMs: 60_000,
      entryVwap: 100,
      maePx: maeOf(one),
      exitVwap: one.exit,
      realizedPnl: one.pnl,
      maxDrawdownPct: one.worst,
    }));
  assert.ok(expected.length > 5);
  assertRows((await ask(maxPainEvents, 'minDrawdownPct=25&minPnl=100')).body, expected);
  assertRows(
    (await ask(maxPainEvents, 'minDrawdownPct=25&minPnl=100&limit=2&offset=3')).body,
    expected.slice(3, 5),
  );
});

test('perfect exits are winners by the share that they took of the way to the best price', async () => {
  const share = (one: Winner) => (10 / Math.max(10, one.best)) * 100;
  const expected = winners
    .filter((one) => hasPrices(one) && isOwnExit(one) && share(one) >= 60 && one.pnl >= 100)
    .sort((a, b) => share(b) - share(a) || a.id - b.id)
    .map((one) => ({
      ...named(one),
      ...times(one),
      entryVwap: 100,
      exitVwap: one.exit,
      mfePx: mfeOf(one),
      realizedPnl: one.pnl,
      mfeCapturePct: share(one),
    }));
  assert.ok(expected.length > 5);
  assertRows((await ask(perfectExits, 'minCapturePct=60&minPnl=100')).body, expected);
});

/** Lifecycles that won, with the extremes of their coin's fills from their first to their last. */
const extremes = closes
  .filter(({ pnl }) => pnl > 0)
  .map((one) => {
    const within = fills.filter(
      ({ coin, time }) => coin === one.coin && time >= one.openedMs && time <= one.lastMs,
    );
    const prices = within.map(({ px }) => Number(px));
    const [low, high] = [Math.min(...prices), Math.max(...prices)];
    const sign = one.side === 'long' ? 1 : -1;
    const [worst, best] = sign > 0 ? [low, high] : [high, low];
    const way = sign * (best - one.entryVwap);
    return {
      one,
      worst,
      best,
      way,
      drawdown: (sign * (one.entryVwap - worst) * 100) / one.entryVwap,
      capture: (sign * (one.exitVwap! - one.entryVwap) * 100) / way,
    };
  });
type Extremes = (typeof extremes)[number];
const shownOf = ({ one }: Extremes) => ({
  address: one.wallet,
  coin: one.coin,
  side: one.side,
  ...times({ openedMs: one.openedMs, closedMs: one.lastMs }),
  entryVwap: one.entryVwap,
  exitVwap: one.exitVwap!,
  realizedPnl: one.pnl,
});
interface Named {
  address: string;
  coin: string;
  openedAt: string;
}
/** Compares by name: equal events are ordered by ids, which are arbitrary here. */
const byName = (a: Named, b: Named) =>
  `${a.address} ${a.coin} ${a.openedAt}` < `${b.address} ${b.coin} ${b.openedAt}` ? -1 : 1;

test('the drawdowns of winners are those of the prices in their raw fills', async () => {
  const { body } = await ask(maxPainEvents, 'minDrawdownPct=4&minPnl=2&limit=500');
  const found = body!.filter(({ address }) => address !== walletOf(0xeee0));
  const expected = extremes
    .filter(({ one, drawdown }) => drawdown >= 4 && one.pnl >= 2)
    .map((each) => ({
      ...shownOf(each),
      durationMs: each.one.lastMs - each.one.openedMs,
      maePx: each.worst,
      maxDrawdownPct: each.drawdown,
    }));
  assert.ok(expected.length > 10);
  assertRows(found.map(({ id, ...row }) => row).sort(byName), expected.sort(byName));
  const ranks = body!.map(({ maxDrawdownPct }) => maxDrawdownPct);
  assert.deepEqual(
    ranks,
    ranks.toSorted((a, b) => b - a),
  );
});

test('the share that winners took of their best price is that of the prices in their raw fills', async () => {
  const { body } = await ask(perfectExits, 'minCapturePct=30&minPnl=2&limit=500');
  const found = body!.filter(({ address }) => address !== walletOf(0xeee0));
  const expected = extremes
    .filter(({ one, way, capture }) => way >= one.entryVwap * 0.005 && capture >= 30 && one.pnl >= 2)
    .filter(({ one }) => !one.liquidated)
    .map((each) => ({ ...shownOf(each), mfePx: each.best, mfeCapturePct: each.capture }));
  assert.ok(expected.length > 10);
  assertRows(found.map(({ id, ...row }) => row).sort(byName), expected.sort(byName));
  const ranks = body!.map(({ mfeCapturePct }) => mfeCapturePct);
  assert.ok(ranks.every((capture) => capture <= 100));
  assert.deepEqual(
    ranks,
    ranks.toSorted((a, b) => b - a),
  );
});

test('a page behind what is held of a day comes from the store, and is the same', async () => {
  const { archetypes, analytics } = harness.sources;
  const { signal } = new AbortController();
  let requests = 0;
  const watched = {
    ...analytics,
    bytes: ((...call: Parameters<typeof analytics.bytes>) => {
      requests += 1;
      return analytics.bytes(...call);
    }) as typeof analytics.bytes,
  };
  const page = (from: Pick<typeof archetypes, 'events'>, limit: number) => {
    const bounds = { minPnl: 100, ranked: 'maxDrawdownPct', least: 25 } as const;
    const asks = { list: painList, limit, offset: 2, ...bounds };
    return winnersPage({ archetypes: from, analytics: watched }, asks, signal);
  };
  /** Simulates a limit of rows held for each day and band. */
  const cut = (most: number): Pick<typeof archetypes, 'events'> => ({
    async events(list) {
      const { events, window } = await archetypes.events(list);
      const held = (hasWanted: (band: number) => boolean) =>
        events.held(hasWanted).map(({ rows }) => ({ rows: rows.slice(0, most), isCut: rows.length > most }));
      return { events: { held }, window };
    },
  });
  const fromMemory = await page(archetypes, 5);
  assert.equal(requests, 0);
  assert.equal(fromMemory.rows.length, 5);
  assert.deepEqual((await page(cut(1), 5)).rows, fromMemory.rows);
  assert.equal(requests, 1);
  await page(archetypes, 500);
  assert.equal(requests, 1, 'what is below the bound is not looked for');
});

test('parameters are checked, an unknown method too, and the examples of the reference are bodies', async () => {
  const wrong: [AnyEndpoint, string][] = [
    [backstopEvents, 'method=adl'],
    [backstopEvents, 'maxRealizedPnl=1'],
    [maxPainEvents, 'minDrawdownPct=-1'],
    [perfectExits, 'minCapturePct=101'],
  ];
  for (const [endpoint, query] of wrong) {
    await assert.rejects(ask(endpoint, query), (problem: Problem) => problem.fields.status === 422, query);
    checkBody(endpoint, endpoint.example);
  }
  assert.equal((await ask(backstopEvents)).body!.length, 0);
  assert.equal(backstopList.name, 'backstop_events');
});
