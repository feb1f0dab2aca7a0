import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { seedEngine } from '../../test/data-template.ts';
import { rowsOf } from '../../test/fill-rows.ts';
import { campaignSeed, sized } from '../../test/size.ts';
import { sourceFills, variedFills } from '../../test/source-fills.ts';
import { openChdb } from '../analytics/chdb.ts';
import { migrateAnalytics } from '../analytics/migrate.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { createBatchStore } from '../ingest/batch-store.ts';
import { openJournal } from '../ingest/journal.ts';
import { between } from '../ingest/recover.ts';
import { openSink } from '../ingest/sink.ts';
import { dayMs } from '../kernel/clock.ts';
import { createLifecycleFold } from '../lifecycles/lifecycle-fold.ts';
import { audit } from './audit.ts';
import { nightlyAudit } from './nightly-audit.ts';
import { newestAudit } from './stored-audits.ts';

const nowMs = Date.UTC(2026, 4, 2, 12);
const dir = mkdtempSync(join(tmpdir(), 'tidemark-nightly-'));
let store: AnalyticsStore;
before(async () => {
  store = await openChdb({ dir: seedEngine(join(dir, 'analytics')), readSessions: 1 });
  await migrateAnalytics(store);
});
after(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const fillsOf = (seed: number) =>
  rowsOf(sourceFills(variedFills({ seed, count: 400, wallets: 60, days: 3, nowMs })));

test('an audit beside a reader that stores fills and a fold behind it finds nothing', async () => {
  const batches = createBatchStore(store);
  const journal = openJournal(join(dir, 'journal'));
  const sink = openSink({ store: batches, journal, batchFills: 100 });
  const stop = new AbortController();
  async function read(): Promise<void> {
    for (let seed = campaignSeed * 1_000; !stop.signal.aborted; seed++) {
      await sink.add({ fills: fillsOf(seed), rejected: [], blocks: 0, bytesRead: 0, file: 'live' });
      await sink.flush();
    }
  }
  async function follow(): Promise<void> {
    const fold = createLifecycleFold({ store, dir: join(dir, 'folds') });
    while (!stop.signal.aborted) await fold.step(new AbortController().signal);
    await fold.close();
  }
  const beside = Promise.all([read(), follow()]);
  const { signal } = new AbortController();
  for (let n = 0; n < sized({ check: 2, campaign: 20 }); n++) {
    const { differences } = await audit(store, () => undefined, signal, {
      inTurn: between(batches, journal),
    });
    assert.deepEqual(differences, [], `audit ${n}`);
  }
  stop.abort();
  await beside;
});

test('each night is audited once, and what is wrong is recorded', async () => {
  const clock = { nowMs: () => time };
  let time = Date.UTC(2026, 4, 3, 12);
  const run = nightlyAudit({ analytics: store, clock });
  const minute = async () => {
    await run({ fromMs: time - 60_000, untilMs: time, signal: new AbortController().signal });
  };
  await minute();
  assert.equal(await newestAudit(store), undefined, 'noon is no night');
  // How many slices a minute has depends on the machine.
  const night = async () => {
    do await minute();
    while ((await newestAudit(store))?.finishedMs !== time);
  };
  time = Date.UTC(2026, 4, 4, 2);
  await night();
  assert.deepEqual(await newestAudit(store), { finishedMs: time, differences: 0, first: '' });
  await store.command(`INSERT INTO wallet_alltime (wallet, fills) VALUES (unhex(repeat('9a', 20)), 3)`);
  const first = time;
  time += 3_600_000;
  await minute();
  assert.equal((await newestAudit(store))!.finishedMs, first, 'once a night');
  time = first + dayMs;
  await night();
  const found = (await newestAudit(store))!;
  assert.equal(found.finishedMs, time);
  assert.ok(found.differences > 0);
  assert.match(found.first, /^wallet_alltime wallet=0x9a.* fills: stored 3, recomputed absent$/);
});
