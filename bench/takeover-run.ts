/** A connector that begins with many tracked wallets, in this process, and how long it keeps the event loop from others. */
import { setTimeout as delay } from 'node:timers/promises';
import { openChdb } from '../src/analytics/chdb.ts';
import { migrateAnalytics } from '../src/analytics/migrate.ts';
import type { AnalyticsStore } from '../src/analytics/store.ts';
import { createBatchStore } from '../src/ingest/batch-store.ts';
import { startConnector } from '../src/ingest/live/connector.ts';
import { monotonicMs } from '../src/kernel/clock.ts';
import { createLog } from '../src/kernel/log.ts';
import { tellResult } from './child.ts';

export interface TakeoverTask {
  dir: string;
  wallets: number;
  /** After the start: the plan looks through all wallets again and again. */
  seconds: number;
}

export interface TakeoverRun {
  startMs: number;
  longestBlockMs: number;
  longestBlockAfterMs: number;
  residentMib: number;
}

const probeMs = 5;

/** Longest block of the event loop since the previous call, by the thread's processor time. */
function watchLoop() {
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let lastMs = usedMs();
  let longestMs = 0;
  const timer = setInterval(() => {
    const nowMs = usedMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  }, probeMs);
  return {
    takeMs() {
      const takenMs = longestMs;
      longestMs = 0;
      return takenMs;
    },
    close: () => clearInterval(timer),
  };
}

/** Stores the data of earlier runs: every wallet tracked and traded, half of them with open positions. */
async function fill(store: AnalyticsStore, wallets: number): Promise<void> {
  const wallet =
    "reinterpretAsFixedString(sipHash128(number)) || toFixedString('', 4) AS w, CAST(w, 'FixedString(20)') AS wallet";
  const from = `FROM numbers(${wallets})`;
  const ago = "now64(3, 'UTC') - toIntervalSecond(number % 86400)";
  await store.command(`INSERT INTO tracked_wallets (wallet, time, discovered, fills_to, funding_to, role_checked)
    WITH ${wallet} SELECT wallet, ${ago}, ${ago}, ${ago}, ${ago}, ${ago} ${from}`);
  await store.command(`INSERT INTO wallet_alltime (wallet, fills, first_time, last_time)
    WITH ${wallet} SELECT wallet, 10, ${ago}, ${ago} ${from}`);
  await store.command(`INSERT INTO accounts (wallet, dex, time, total_ntl_pos)
    WITH ${wallet} SELECT wallet, '', ${ago}, number % 2 ${from}`);
  await store.command(`INSERT INTO positions (coin, wallet, dex, time, szi, position_value)
    WITH ${wallet} SELECT 'BTC', wallet, '', ${ago}, 1, 1000 ${from} WHERE number % 2 = 0`);
  await store.command(`INSERT INTO trades (coin, time, tid, side, px, sz, buyer, seller, received)
    WITH ${wallet} SELECT 'BTC', ${ago}, number + 1, 'B', 100, 1, wallet, wallet, ${ago} ${from}`);
}

const { dir, wallets, seconds } = JSON.parse(process.argv[2]!) as TakeoverTask;
const store = await openChdb({ dir });
await migrateAnalytics(store);
await fill(store, wallets);
const loop = watchLoop();
await delay(500);
loop.takeMs();
const beganMs = monotonicMs();
const connector = await startConnector({
  // No server listens there: only the connector's own work is measured.
  infoUrl: 'http://127.0.0.1:9/info',
  feedUrl: 'ws://127.0.0.1:9/ws',
  analytics: store,
  batches: createBatchStore(store),
  journalDir: `${dir}-journal`,
  log: createLog({ level: 'silent' }),
  limits: { trackedWallets: wallets },
});
const startMs = monotonicMs() - beganMs;
const longestBlockMs = loop.takeMs();
await delay(seconds * 1000);
const longestBlockAfterMs = loop.takeMs();
const residentMib = process.memoryUsage.rss() / 2 ** 20;
loop.close();
tellResult({ startMs, longestBlockMs, longestBlockAfterMs, residentMib } satisfies TakeoverRun);
await connector.close();
await store.close();
process.exit();
