/** The live connector on an unread exchange, within the exchange's weight: its coverage after some minutes. */
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { query } from '../src/analytics/query.ts';
import { serve } from '../src/app/app.ts';
import { loadConfig } from '../src/config/config.ts';
import { monotonicMs, systemClock } from '../src/kernel/clock.ts';
import { tellResult } from './child.ts';

export interface PrioritiesTask {
  dataDir: string;
  exchangeUrl: string;
  exchangeWs: string;
  /** Times of the samples, minutes after the start. */
  lookMinutes: number[];
}

/** Shares from 0 to 1. Wallets and markets are weighted by their observed volume. */
export interface PrioritiesLook {
  minutes: number;
  walletsSeen: number;
  /** Of the observed trades, both sides: the share with a stored fill. */
  tradesWithFills: number;
  walletsWithFills: number;
  walletsWithStates: number;
  /** Age of the newest states, weighted by open notional. */
  stateAgeSeconds: number;
  marketsWithHistory: number;
}

const share = Type.Number();
const known = query({
  name: 'bench_known',
  params: { now: 'TimeMs' },
  row: Type.Object({
    walletsSeen: Type.Number(),
    tradesWithFills: share,
    walletsWithFills: share,
    walletsWithStates: share,
    stateAgeSeconds: share,
    marketsWithHistory: share,
  }),
  sql: `
    WITH
      sides AS (SELECT arrayJoin([buyer, seller]) AS user, coin, tid, toFloat64(px * sz) AS usd FROM trades FINAL),
      seen AS (SELECT user, sum(usd) AS usd FROM sides GROUP BY user),
      markets AS (SELECT coin, sum(usd) AS usd FROM sides GROUP BY coin)
    SELECT
      (SELECT toFloat64(count()) FROM seen) AS walletsSeen,
      (SELECT countIf((user, tid) IN (SELECT wallet, tid FROM fills)) / greatest(count(), 1) FROM sides) AS tradesWithFills,
      (SELECT sumIf(usd, user IN (SELECT wallet FROM fills)) / greatest(sum(usd), 1) FROM seen) AS walletsWithFills,
      (SELECT sumIf(usd, user IN (SELECT wallet FROM accounts)) / greatest(sum(usd), 1) FROM seen) AS walletsWithStates,
      (
        SELECT sum((toUnixTimestamp64Milli({now:TimeMs}) - toUnixTimestamp64Milli(time)) / 1000 * toFloat64(total_ntl_pos))
          / greatest(sum(toFloat64(total_ntl_pos)), 1)
        FROM accounts FINAL
      ) AS stateAgeSeconds,
      (SELECT sumIf(usd, coin IN (SELECT coin FROM candles WHERE interval = '1d')) / greatest(sum(usd), 1) FROM markets)
        AS marketsWithHistory`,
  limits: { deadlineMs: 60_000 },
  crossShard: 'the bench has one server',
});

const { lookMinutes, ...task } = JSON.parse(process.argv[2]!) as PrioritiesTask;
const { dataDir: data, exchangeUrl, exchangeWs } = task;
const service = await serve(loadConfig({ data, port: '0', source: 'hyperliquid', exchangeUrl, exchangeWs }));
const startMs = monotonicMs();
const looks: PrioritiesLook[] = [];
for (const minutes of lookMinutes) {
  await delay(startMs + minutes * 60_000 - monotonicMs());
  const [row] = await service.analytics.rows(known, { now: systemClock.nowMs() });
  looks.push({ minutes, ...row! });
  process.stdout.write(`${JSON.stringify(looks.at(-1))}\n`);
}
await service.stop();
tellResult(looks);
process.exit(0);
