/** What docs/freshness.md adds up to, held against pages over HTTP while fills come from the simulated exchange. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import type { SimulatedWorld } from '../../packages/exchange-simulator/test/simulated-world.ts';
import { declaredViews, worstPageAgeMs } from '../../scripts/freshness.ts';
import { requestReads } from '../../src/analytics/gathered-reads.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { keepFolding } from '../../src/app/lifecycles.ts';
import { openSources } from '../../src/app/sources.ts';
import { createChangeFeed } from '../../src/changes/change-feed.ts';
import { createWalletIndex } from '../../src/domain/wallet-index.ts';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { monotonicMs } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { createFoldWatch } from '../../src/lifecycles/fold-watch.ts';
import { openStoredMarket } from '../../src/market/stored-market.ts';
import { startToys, type ToyServer } from '../contract/toys.ts';
import { chdbHarness } from '../ingest/store-harness.ts';
import { until, untilFound } from '../until.ts';
import { openLiveWorld, startTestConnector } from './live-world.ts';

/**
 * Allowance beyond the table's ages: time for the request and, on a machine that runs other tests, the queueing of statements. Eight
 * statements run between the storing of a fill and a page: the poll, the view's reads, and the page's own.
 */
const slackMs = 1_500;
const statements = 8;

const perps = `match(coin, '^[A-Za-z0-9:]+$')`;
const ends = `start_position != 0 AND sign(end) != sign(start_position)`;
/** Of the other side nothing is opened by it. */
const closes = `start_position != 0 AND end = 0`;
const fillsWithEnds = `(SELECT *, start_position + if(side = 'B', sz, -sz) AS end FROM fills WHERE ${perps})`;

/** The newest fill that closed a position, and how many did. */
const closings = query({
  name: 'page_ages_closings',
  params: {},
  row: Type.Object({ closings: Type.String(), wallet: Type.String(), coin: Type.String() }),
  sql: `
    SELECT
      toString(count()) AS closings, concat('0x', lower(hex(argMax(wallet, (time, seq))))) AS wallet,
      argMax(coin, (time, seq)) AS coin
    FROM ${fillsWithEnds}
    WHERE ${closes}`,
});

/** Stored facts of a wallet and of a coin, from raw fills. */
const stored = query({
  name: 'page_ages_stored',
  params: { wallet: 'Wallet', coin: 'String' },
  row: Type.Object({
    walletFills: Type.String(),
    newestMs: Type.String(),
    closed: Type.String(),
    size: Type.String(),
  }),
  sql: `
    SELECT
      toString((SELECT count() FROM fills WHERE wallet = {wallet:Wallet})) AS walletFills,
      toString(toUnixTimestamp64Milli(max(time))) AS newestMs, toString(countIf(${ends})) AS closed,
      toString(abs(argMaxIf(end, (time, seq), wallet = {wallet:Wallet}))) AS size
    FROM ${fillsWithEnds}
    WHERE coin = {coin:String}`,
});

const opened = new AsyncDisposableStack();
const log = createLog({ level: 'silent' });
let world: SimulatedWorld;
let store: AnalyticsStore;
let toys: ToyServer;

before(async () => {
  world = await openLiveWorld({ seed: 'page ages', fillsPerSecond: 4, tickMs: 1_000, historyMs: 60_000 });
  opened.defer(world.close);
  const harness = await chdbHarness();
  opened.defer(harness.stop);
  store = await harness.open('page_ages');
  opened.defer(() => store.close());
  const { clock } = world;
  const onError = (error: unknown) => assert.fail(error as Error);
  const feed = createChangeFeed({ store, onError });
  opened.defer(feed.close);
  const market = openStoredMarket({ analytics: store, feed, clock, onError });
  opened.defer(market.close);
  await market.ready;
  const stop = new AbortController();
  const fold = { analytics: store, feed, dir: join(harness.dir, 'fold'), log, watch: createFoldWatch() };
  const folding = keepFolding(fold, stop.signal);
  opened.defer(async () => {
    stop.abort();
    await folding;
  });
  const parts = { store, feed, market, wallets: createWalletIndex(), clock, onError };
  const { sources, watches, start } = openSources(
    { ...parts, onClose: (_, close) => opened.defer(close) },
    { analytics: requestReads(store) },
  );
  start();
  const connector = await startTestConnector(world, {
    analytics: store,
    batches: createBatchStore(store),
    journalDir: join(harness.dir, 'journal'),
    memory: market.memory,
  });
  opened.defer(() => connector.close());
  toys = await startToys(catalogue, { sources, watches, clock, log, version: () => feed.last()?.seq });
  opened.defer(() => toys.server.close(0));
});
after(() => opened.disposeAsync());

type Row = Record<string, number | string>;

/** A page that shows a view, and the value in it that {@link stored} also has. */
interface Shown {
  id: string;
  view: string;
  path: string;
  said(body: never): unknown;
  of: 'walletFills' | 'newestMs' | 'closed' | 'size';
}

/** Pages of a wallet, and of a coin, of the views that a fill is seen in within seconds. */
function pagesOf({ wallet, coin }: { wallet: string; coin: string }): Shown[] {
  return [
    {
      id: 'pulse.trader',
      view: 'boards',
      path: `/pulse/trader/${wallet}`,
      of: 'walletFills',
      said: ({ totalTrades }: Row) => totalTrades,
    },
    {
      id: 'pulse.trades-recent',
      view: 'newest fills',
      of: 'newestMs',
      path: `/pulse/trades/recent?since=1h&limit=500&coin=${coin}`,
      said: (rows: Row[]) => Math.max(...rows.map(({ rawTime }) => Number(rawTime))),
    },
    {
      id: 'live.risk-coin',
      view: 'positions',
      path: `/live/risk/coins/${coin}`,
      of: 'size',
      said: ({ topPositions }: { topPositions: Row[] }) =>
        Math.abs(Number(topPositions.find(({ address }) => address === wallet)?.size ?? 0)),
    },
    {
      id: 'pulse.coin-alpha-map',
      view: 'hours of closes',
      path: '/pulse/coin-alpha-map',
      of: 'closed',
      said: (rows: Row[]) => rows.find((row) => row.coin === coin)?.lifecycles ?? 0,
    },
  ];
}

const pageOf = (path: string) => toys.get(`/api/public/v1${path}`, 'enterprise');

test('a fill that is stored is in the pages of each view within the age that the table adds up to', async () => {
  const views = declaredViews();
  const ageOf = (id: string) => catalogue.find((one) => one.id === id)!.age;
  const newest = async () => (await store.rows(closings, {}))[0]!;
  const readsMap = async () => (await pageOf('/pulse/coin-alpha-map')).status === 200;
  await until('lists over lifecycles are read for the first time', readsMap, { everyMs: 50 });
  const before = await newest();
  const stop = world.run(1);
  const ended = await untilFound(
    'a position is closed, and that is stored',
    async () => {
      const found = await newest();
      return found.closings === before.closings ? undefined : found;
    },
    { everyMs: 20 },
  );
  stop();
  const startMs = monotonicMs();
  let slowestMs = 0;
  async function isShown({ path, said, of }: Shown): Promise<boolean> {
    const answer = await pageOf(path);
    // A wallet, or a coin, is unknown before its first fill.
    if (answer.status === 404) return false;
    const body = await answer.json();
    assert.equal(answer.status, 200, JSON.stringify(body));
    const requestedMs = monotonicMs();
    const [row] = await store.rows(stored, ended);
    slowestMs = Math.max(slowestMs, monotonicMs() - requestedMs);
    return said(body as never) === Number(row![of]);
  }
  await Promise.all(
    pagesOf(ended).map(async (page) => {
      const { id, path, view } = page;
      const worstMs = worstPageAgeMs(ageOf(id), views.find(({ name }) => name === view)!, views);
      await until(`${path} shows what is stored`, () => isShown(page), { everyMs: 100, deadlineMs: 120_000 });
      const [tookMs, mostMs] = [monotonicMs() - startMs, worstMs + slackMs + statements * slowestMs];
      assert.ok(tookMs <= mostMs, `${path} shows it after ${tookMs} ms, not within ${mostMs}`);
    }),
  );
});
