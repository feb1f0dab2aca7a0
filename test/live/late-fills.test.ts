import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { createFeedWatch } from '../../src/ingest/live/coverage/feed-watch.ts';
import type { WalletDirectory } from '../../src/ingest/live/wallets/directory.ts';
import { createFillIntake, type FillIntake } from '../../src/ingest/live/wallets/fill-intake.ts';
import {
  createWalletFills,
  type WalletFills,
  type WalletFillsOptions,
} from '../../src/ingest/live/wallets/fills.ts';
import { fillsBetween } from '../../src/ingest/live/wallets/queries.ts';
import type { TrackedWallet } from '../../src/ingest/live/wallets/tracked-wallet.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import type { WireFill } from '../../src/wire/fill.ts';
import { chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';
import { sourceFills, walletOf } from '../source-fills.ts';
import { openDirectory } from '../wallet-directory-harness.ts';

const log = createLog({ level: 'silent' });
let harness: StoreHarness;
let store: AnalyticsStore;
before(async () => {
  harness = await chdbHarness();
  store = await harness.open('late_fills');
});
after(async () => {
  await store.close();
  await harness.stop();
});

interface Reading {
  fills: WalletFills;
  directory: WalletDirectory;
  intake: FillIntake;
  gaps: unknown[];
}

interface ReadingOptions {
  /** What the exchange answers of any wallet. */
  told: () => WireFill[];
  settleMs: number;
  /** Happens once, after the stored fills were looked up for the first time. */
  meanwhile?: () => Promise<void>;
}

function openReading(name: string, { told: reported, settleMs, meanwhile }: ReadingOptions): Reading {
  const intake = createFillIntake({
    batches: createBatchStore(store),
    journal: openJournal(join(harness.dir, name)),
    flushMs: 1,
    log,
  });
  const directory = openDirectory();
  const gaps: unknown[] = [];
  const info = {
    ask: async () => ({ data: reported(), rejected: [] }),
  } as unknown as WalletFillsOptions['info'];
  let event = meanwhile;
  const analytics: AnalyticsStore = {
    ...store,
    async rows(query, params, options) {
      const rows = await store.rows(query, params, options);
      const happens = query === fillsBetween ? event : undefined;
      if (happens !== undefined) event = undefined;
      await happens?.();
      return rows;
    },
  };
  const fills = createWalletFills({
    info,
    analytics,
    intake,
    directory,
    ledger: { lose: async (at, reason) => void gaps.push({ ...at, reason }) },
    watch: createFeedWatch({}),
    clock: systemClock,
    dexes: () => [],
    settleMs,
    reachableFills: 10_000,
    signal: new AbortController().signal,
  });
  return { fills, directory, intake, gaps };
}

const stale = { group: 'wallets', ageMs: 1, targetMs: 1 } as const;

test('of trades seen late, only those are gaps whose fills are neither served any more nor stored', async () => {
  const wallet = walletOf(1);
  const time = Date.UTC(2026, 4, 1);
  const stored = sourceFills([{ wallet, time, coin: 'BTC', tid: 7 }]).map(({ fill }) => fill);
  const { fills, directory, intake, gaps } = openReading('late-trade', { told: () => [], settleMs: -1_000 });
  await intake.store({ wallet, fills: stored });
  for (const tid of [7, 8]) directory.noteTrade({ coin: 'BTC', time, tid, users: [wallet, wallet] });
  const tracked = directory.get(wallet) as TrackedWallet;
  for (let reading = 0; reading < 3; reading++) await fills.read(tracked, stale);

  assert.deepEqual(gaps, [
    { feed: 'fills', wallet, coin: 'BTC', fromMs: time, toMs: time, reason: 'missing-fill' },
  ]);
  assert.equal(fills.missing, 1);
  assert.equal(tracked.expected.size, 0);
  await intake.close();
});

/** Four purchases, a second apart. */
function purchases(wallet: string): WireFill[] {
  const drafts = [1, 2, 3, 4].map((tid) => ({
    wallet,
    time: Date.UTC(2026, 4, 2) + 1_000 * tid,
    coin: 'BTC',
    tid,
    side: 'B' as const,
    sz: '1',
    startPosition: `${tid - 1}`,
  }));
  return sourceFills(drafts).map(({ fill }) => fill);
}

test('a wallet that is read for the first time has no gap where its stream brought a fill late', async () => {
  const wallet = walletOf(2);
  const bought = purchases(wallet);
  // The exchange serves the last two; the stream has brought the first and the third.
  const { fills, directory, intake, gaps } = openReading('late-frame', {
    told: () => bought.slice(2),
    settleMs: 1,
    meanwhile: () => intake.store({ wallet, fills: [bought[1]!] }),
  });
  await intake.store({ wallet, fills: [bought[0]!, bought[2]!] });
  await fills.read(directory.track(wallet)!, stale);
  assert.deepEqual(gaps, []);
  await intake.close();
});

test('what only a stream has brought is stored, and recorded as seen by the stream alone', async () => {
  const wallet = walletOf(3);
  const bought = purchases(wallet);
  let reported = bought.slice(0, 1);
  const { fills, directory, intake, gaps } = openReading('stream-only', {
    told: () => reported,
    settleMs: 1,
  });
  const tracked = directory.track(wallet)!;
  await fills.read(tracked, stale);
  await intake.store({ wallet, fills: bought.slice(1) });
  tracked.streamed = 3;
  reported = bought.slice(2);
  await fills.read(tracked, stale);
  const [first, , third] = bought.map(({ time }) => time);
  assert.deepEqual(gaps, [{ feed: 'fills', wallet, fromMs: first, toMs: third, reason: 'stream-only' }]);
  assert.equal(tracked.streamed, 0);
  await fills.read(tracked, stale);
  assert.equal(gaps.length, 1, 'and goes on from there');
  await intake.close();
});
