/** Cost of lists over lifecycles with many closes: the first read, a change, an answer. Started by lists.ts. */
import { join } from 'node:path';
import { Type } from 'typebox';
import { openChdb } from '../src/analytics/chdb.ts';
import { migrateAnalytics } from '../src/analytics/migrate.ts';
import { query } from '../src/analytics/query.ts';
import { closeSums, coinKingList } from '../src/archetypes/close-lists.ts';
import { eventLists } from '../src/archetypes/event-lists.ts';
import type { HeldList } from '../src/archetypes/ranked-list.ts';
import { startArchetypes } from '../src/archetypes/start-archetypes.ts';
import { concentrationList, survivorList } from '../src/archetypes/wallet-lists.ts';
import { createChangeFeed } from '../src/changes/change-feed.ts';
import { lifecycleRules } from '../src/domain/lifecycle.ts';
import { createWalletIndex } from '../src/domain/wallet-index.ts';
import { dayMs, hourMs, monotonicMs } from '../src/kernel/clock.ts';
import { sumAllDays, sumTouchedDays } from '../src/lifecycles/written-rows.ts';
import { tellResult } from './child.ts';

export interface ListsTask {
  dir: string;
  nowMs: number;
  closes: number;
  wallets: number;
  /** Lifecycles of a change: a step of the fold. */
  changed: number;
  rounds: number;
}

export interface ListCost {
  ms: number;
  cpuSeconds: number;
  readRows: number;
}

export interface ListsRun {
  load: ListCost;
  changes: ListCost[];
  /** First answer after a change, by list. */
  answers: Record<string, number[]>;
  /** Memory of this process, including the engine. */
  rssBytes: number;
}

const task = JSON.parse(process.argv[2]!) as ListsTask;
const { nowMs, closes, wallets, changed, rounds } = task;
// Keeps the process alive: the modules' own timers do not.
setInterval(() => undefined, 1_000);
const store = await openChdb({ dir: join(task.dir, 'analytics') });
await migrateAnalytics(store);
const clock = { nowMs: () => nowMs };

/** Closes of wallets and coins with a skew: the first of both have most. */
async function insertCloses(
  count: number,
  of: { seed: number; version: number; fromMs: number; spanMs: number },
): Promise<void> {
  const { seed, version, fromMs, spanMs } = of;
  const random = (n: number) => `(sipHash64(number, ${seed}, ${n}) / 18446744073709551616)`;
  await store.command(`
    INSERT INTO lifecycles_by_close (closed, wallet, id, coin, opened, side, fills, peak_size, entry_vwap, exit_vwap, notional, pnl, fees,
      liquidated_fills, penalty, mae_px, mfe_px, closed_by, version)
    SELECT fromUnixTimestamp64Milli(toInt64(${fromMs} + ${random(1)} * ${spanMs}), 'UTC') AS closed_at,
      SHA1(toString(toUInt64(pow(${random(2)}, 3) * ${wallets}))),
      number + ${seed} * 1000000000, concat('C', toString(toUInt32(pow(${random(3)}, 3) * 300))),
      closed_at - toIntervalMillisecond(toInt64(exp(${random(4)} * 20))), if(number % 2 = 0, 'long', 'short'), 2, 1, 100, 101, 100,
      toDecimal128(round(exp(${random(5)} * 12) * if(${random(6)} < 0.5, -1, 1), 6), 12), toDecimal128(${random(7)}, 22),
      if(${random(8)} < 0.01, 1, 0), toDecimal128(${random(8)}, 22), toDecimal64(100 - 20 * ${random(9)}, 10),
      toDecimal64(101 + 20 * ${random(10)}, 10), 'trade', ${version}
    FROM numbers(${count})`);
}

async function endTurn(version: number): Promise<void> {
  await store.command(`
    INSERT INTO lifecycle_progress (one, rules, seq, ranges_done, ranges, ready, version)
    VALUES (1, ${lifecycleRules}, ${version}, 1, 1, true, ${version})`);
}

const rowsReadQuery = query({
  name: 'bench_rows_read',
  params: {},
  row: Type.Object({ rows: Type.String() }),
  sql: "SELECT toString(value) AS rows FROM system.events WHERE event = 'SelectedRows'",
});
const rowsRead = async () => Number((await store.rows(rowsReadQuery, {}))[0]?.rows ?? 0);

async function cost(work: () => Promise<unknown>): Promise<ListCost> {
  const [before, cpu, startMs] = [await rowsRead(), process.cpuUsage(), monotonicMs()];
  await work();
  const ms = monotonicMs() - startMs;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuSeconds: (user + system) / 1e6, readRows: (await rowsRead()) - before };
}

for (let done = 0, seed = 1; done < closes; done += 1_000_000, seed++) {
  const span = { fromMs: nowMs - 89 * dayMs, spanMs: 89 * dayMs };
  await insertCloses(Math.min(1_000_000, closes - done), { seed, version: 1, ...span });
}
await sumAllDays(store, { version: 1, summedCloses: 2_000_000 }, new AbortController().signal);
await endTurn(1);
const failed = (error: unknown) => {
  throw error;
};
const feed = createChangeFeed({ store, pollMs: hourMs, onError: failed });
let running = undefined as unknown as ReturnType<typeof startArchetypes>;
const load = await cost(async () => {
  running = startArchetypes({ store, feed, wallets: createWalletIndex(), clock, onError: failed });
  await running.ready;
});
const changes: ListCost[] = [];
const answers: Record<string, number[]> = {};
async function answer(name: string, ask: () => Promise<unknown>): Promise<void> {
  const startMs = monotonicMs();
  await ask();
  answers[name] = [...(answers[name] ?? []), monotonicMs() - startMs];
}
for (let round = 0; round < rounds; round++) {
  const version = 2 + round;
  await insertCloses(changed, { seed: 1_000 + round, version, fromMs: nowMs - 60_000, spanMs: 60_000 });
  await sumTouchedDays(store, [Math.floor(nowMs / dayMs)], version);
  await endTurn(version);
  changes.push(await cost(async () => running.reached(await feed.look())));
  for (const list of [survivorList, concentrationList, closeSums, coinKingList]) {
    await answer(list.name, () => running.list(list as HeldList));
  }
  for (const list of eventLists) await answer(list.name, async () => running.events(list));
}
tellResult({ load, changes, answers, rssBytes: process.memoryUsage.rss() } satisfies ListsRun);
process.exit(0);
