import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { createFeedWatch } from '../../src/ingest/live/feed-watch.ts';
import { createFillIntake } from '../../src/ingest/live/fill-intake.ts';
import type { RecordedGap } from '../../src/ingest/live/gap-book.ts';
import type { TrackedWallet } from '../../src/ingest/live/tracked-wallet.ts';
import { createWalletDirectory } from '../../src/ingest/live/wallet-directory.ts';
import { createWalletFills, type WalletFillsOptions } from '../../src/ingest/live/wallet-fills.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';
import { sourceFills, walletOf } from '../source-fills.ts';

const log = createLog({ level: 'silent' });
let harness: StoreHarness;
let store: AnalyticsStore;
before(async () => {
  harness = await chdbHarness();
  store = await harness.open('late_trade');
});
after(async () => {
  await store.close();
  await harness.stop();
});

test('of trades heard of late, only those are gaps whose fills are neither told any more nor stored', async () => {
  const wallet = walletOf(1);
  const time = Date.UTC(2026, 4, 1);
  const stored = sourceFills([{ wallet, time, coin: 'BTC', tid: 7 }]).map(({ fill }) => fill);
  const intake = createFillIntake({
    batches: createBatchStore(store),
    journal: openJournal(join(harness.dir, 'journal')),
    flushMs: 1,
    log,
  });
  await intake.store({ wallet, fills: stored });

  const directory = createWalletDirectory({
    facts: { write: async () => undefined } as unknown as Parameters<
      typeof createWalletDirectory
    >[0]['facts'],
    clock: systemClock,
    log,
    trackedLimit: 10,
    expectedLimit: 10,
    completeToMs: 0,
    onTrack: () => undefined,
  });
  const gaps: RecordedGap[] = [];
  // An exchange that tells nothing of this wallet any more.
  const info = { ask: async () => ({ data: [], rejected: [] }) } as unknown as WalletFillsOptions['info'];
  const fills = createWalletFills({
    info,
    analytics: store,
    intake,
    directory,
    gaps: { record: async (gap) => void gaps.push(gap), filled: () => undefined },
    watch: createFeedWatch({}),
    clock: systemClock,
    dexes: () => [],
    settleMs: -1_000,
    reachableFills: 10_000,
    signal: new AbortController().signal,
  });
  for (const tid of [7, 8]) directory.noteTrade({ coin: 'BTC', time, tid, users: [wallet, wallet] });
  const tracked = directory.get(wallet) as TrackedWallet;
  for (let reading = 0; reading < 3; reading++) await fills.read(tracked, { ageMs: 1, targetMs: 1 });

  assert.deepEqual(gaps, [
    { feed: 'fills', wallet, coin: 'BTC', fromMs: time, toMs: time, reason: 'missing-fill' },
  ]);
  assert.equal(fills.missing, 1);
  assert.equal(tracked.expected.size, 0);
  await intake.close();
});
