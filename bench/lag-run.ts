/** The service on a live exchange, in this process, and how soon the trades of a frame can be queried. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { query } from '../src/analytics/query.ts';
import { serve } from '../src/app/app.ts';
import { loadConfig } from '../src/config/config.ts';
import { monotonicMs, systemClock } from '../src/kernel/clock.ts';
import { tellResult } from './child.ts';

export interface LagTask {
  dataDir: string;
  exchangeUrl: string;
  exchangeWs: string;
  /** Before anything is measured: markets are found and subscribed to. */
  warmSeconds: number;
  seconds: number;
}

export interface LagRun {
  /** From a frame's arrival until a query found its trade. */
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  tradesPerSecond: number;
  /** Largest time between two looks, which every value may be too large by. */
  slowestLookMs: number;
}

const lookEveryMs = 25;
/** A trade that is found later than this after others of its time would be missed. */
const rememberedMs = 30_000;

const found = query({
  name: 'bench_trades_found',
  params: { since: 'TimeMs' },
  row: Type.Object({ atMs: Type.String(), trades: Type.Integer() }),
  sql: `
    SELECT toString(toUnixTimestamp64Milli(received)) AS atMs, toUInt32(count()) AS trades
    FROM trades WHERE received > {since:TimeMs} GROUP BY received`,
  limits: { maxRows: 1_000_000, deadlineMs: 30_000 },
});

const task = JSON.parse(process.argv[2]!) as LagTask;
const { dataDir, exchangeUrl, exchangeWs } = task;
const config = loadConfig({ data: dataDir, port: '0', source: 'hyperliquid', exchangeUrl, exchangeWs });
const service = await serve(config);
process.stdout.write(`ready at ${service.address}\n`);
await delay(task.warmSeconds * 1000);

const seen = new Map<number, number>();
const lags: number[] = [];
let slowestLookMs = 0;

/** Records rows that became visible since the last poll; the first poll only learns the existing rows. */
async function look(isFirst: boolean): Promise<void> {
  const startMs = monotonicMs();
  const since = systemClock.nowMs() - rememberedMs;
  const rows = await service.analytics.rows(found, { since });
  const nowMs = systemClock.nowMs();
  for (const row of rows) {
    const received = Number(row.atMs);
    const fresh = row.trades - (seen.get(received) ?? 0);
    seen.set(received, Math.max(row.trades, seen.get(received) ?? 0));
    for (let i = 0; i < fresh && !isFirst; i++) lags.push(nowMs - received);
  }
  for (const received of seen.keys()) if (received <= since) seen.delete(received);
  slowestLookMs = Math.max(slowestLookMs, monotonicMs() - startMs + lookEveryMs);
}

await look(true);
const startMs = monotonicMs();
while (monotonicMs() - startMs < task.seconds * 1000) {
  await delay(lookEveryMs);
  await look(false);
}
const elapsedSeconds = (monotonicMs() - startMs) / 1000;
if (lags.length === 0) throw new Error('no trade was stored');
lags.sort((left, right) => left - right);
const at = (share: number) => lags[Math.min(lags.length - 1, Math.floor(lags.length * share))]!;
tellResult({
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  maxMs: at(1),
  tradesPerSecond: lags.length / elapsedSeconds,
  slowestLookMs,
} satisfies LagRun);
// Answers on until the load has ended, too.
await once(process, 'SIGTERM');
await service.stop();
process.exit(0);
