/** Measures reads of the ledger of coverage with a million intervals. Started by coverage.ts. */
import { join } from 'node:path';
import { Type } from 'typebox';
import { openChdb } from '../src/analytics/chdb.ts';
import { requestReads } from '../src/analytics/gathered-reads.ts';
import { migrateAnalytics } from '../src/analytics/migrate.ts';
import { query } from '../src/analytics/query.ts';
import { addressOf } from '../src/analytics/wallet-sql.ts';
import { allTime, readCoverage, readCoverageDays, readCoveredTo } from '../src/coverage/coverage-read.ts';
import { dayMs, hourMs, monotonicMs } from '../src/kernel/clock.ts';
import { tellResult } from './child.ts';

export interface CoverageRun {
  intervals: number;
  /** Milliseconds of each question, every one about another span, wallet or coin. */
  ms: Record<string, number[]>;
}

const { dir, intervals } = JSON.parse(process.argv[2]!) as { dir: string; intervals: number };
const store = await openChdb({ dir: join(dir, 'analytics') });
await migrateAnalytics(store);
const firstMs = Date.UTC(2026, 0, 1);
const spanMs = 365 * dayMs;
/** Half are gaps of 50,000 wallets' fills, the others of 500 coins' trades; eight of ten are healed. */
await store.command(`
  INSERT INTO coverage (feed, wallet, coin, is_gap, from_time, to_time, from_block, to_block, state, reason, seen, changed)
  WITH toInt64(${firstMs} + cityHash64(number) % ${spanMs}) AS start
  SELECT if(number % 2 = 0, 'fills', 'trades'), if(number % 2 = 0, unhex(substring(hex(SHA256(toString(number % 100000))), 1, 40)), ''),
    if(number % 2 = 0, '', concat('C', toString(number % 999))), 1,
    fromUnixTimestamp64Milli(start, 'UTC'), fromUnixTimestamp64Milli(start + 90000, 'UTC'), 0, 0,
    multiIf(number % 10 < 8, 'healed', number % 10 = 8, 'lost', 'open'), 'disconnect',
    fromUnixTimestamp64Milli(start, 'UTC'), fromUnixTimestamp64Milli(start + 100000, 'UTC')
  FROM numbers(${intervals})`);
await store.command(`
  INSERT INTO coverage (feed, wallet, coin, is_gap, from_time, to_time, from_block, to_block, state, reason, seen, changed)
  SELECT 'trades', '', '', 0, fromUnixTimestamp64Milli(${firstMs}, 'UTC'), fromUnixTimestamp64Milli(${firstMs + spanMs}, 'UTC'), 0, 0,
    'covered', '', now64(3), now64(3)`);
const { signal } = new AbortController();
const reads = requestReads(store);
const someWallets = query({
  name: 'bench_coverage_wallets',
  params: {},
  row: Type.Object({ address: Type.String() }),
  sql: `SELECT DISTINCT ${addressOf('wallet')} AS address FROM coverage WHERE feed = 'fills' LIMIT 100`,
});
const wallets = (await store.rows(someWallets, {})).map(({ address }) => address);
const params = 20;
const monthOf = (n: number) => {
  const fromMs = firstMs + (n % 330) * dayMs;
  return { fromMs, toMs: fromMs + 30 * dayMs - 1 };
};
const questions: Record<string, (n: number) => Promise<unknown>> = {
  'intervals of a wallet': (n) =>
    readCoverage(reads, { feed: 'fills', wallet: wallets[n]!, ...allTime, limit: 101 }, { signal }),
  'intervals of a coin, a month': (n) =>
    readCoverage(reads, { feed: 'trades', coin: `C${n}`, ...monthOf(n), limit: 101 }, { signal }),
  'intervals of a feed, an hour': (n) => {
    const fromMs = firstMs + n * 7 * hourMs;
    return readCoverage(reads, { feed: 'trades', fromMs, toMs: fromMs + hourMs, limit: 101 }, { signal });
  },
  'days of a coin, a month': (n) => daysOf({ feed: 'trades', coin: `C${n}` }, n),
  'days of a feed, a month': (n) => daysOf({ feed: 'trades' }, n),
};
async function daysOf(key: { feed: string; coin?: string }, n: number): Promise<void> {
  await Promise.all([
    readCoverageDays(reads, { ...key, ...monthOf(n * 11) }, { signal }),
    readCoveredTo(reads, { ...key, ...allTime }, { signal }),
  ]);
}
const ms: CoverageRun['ms'] = {};
for (const [name, ask] of Object.entries(questions)) {
  ms[name] = [];
  for (let n = 0; n < params; n++) {
    const startMs = monotonicMs();
    await ask(n);
    ms[name]!.push(monotonicMs() - startMs);
  }
}
tellResult({ intervals, ms } satisfies CoverageRun);
await store.close();
process.exit(0);
