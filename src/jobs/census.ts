import { Type } from 'typebox';
import { fillPlaceholders } from '../analytics/literal.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { walletRanges } from '../analytics/wallet-ranges.ts';
import { type Clock, hourMs } from '../kernel/clock.ts';
import { positionDifferences, publishedOpen, publishedStates } from './census-comparison.ts';
import type { JobPeriod } from './schedule.ts';

/** Wallets per statement: bounds its grouping to some hundred MB. */
export const walletsPerRange = 65_536;

/** Number of wallets, and of account states since a time. */
export const censusSize = query({
  name: 'census_size',
  params: { since: 'TimeMs' },
  row: Type.Object({ wallets: Type.String(), states: Type.String() }),
  limits: { deadlineMs: 120_000 },
  sql: `
    SELECT toString(count()) AS wallets, (SELECT toString(count()) FROM accounts WHERE time >= {since:TimeMs}) AS states
    FROM wallet_alltime`,
});

const differencesSql = `
  INSERT INTO census_differences (hour, made, wallet, coin, state_time, folded, told, has_fills)
  SELECT toDateTime({hour:TimeMs}), {made:TimeMs}, wallet, coin, state_time, folded, told, has_fills
  FROM (${positionDifferences})`;

const stampSql = `
  INSERT INTO census (hour, made, positions, differences, block, chain_time)
  WITH (SELECT max(state_time) FROM (${publishedStates('1')})) AS newest
  SELECT
    toDateTime({hour:TimeMs}), {made:TimeMs}, (SELECT count() FROM (${publishedOpen('1')})),
    (SELECT count() FROM census_differences WHERE hour = toDateTime({hour:TimeMs}) AND made = {made:TimeMs}),
    (
      SELECT max(block) FROM fills_by_time
      WHERE time = (SELECT max(time) FROM fills_by_time WHERE time <= newest)),
    newest`;

/**
 * Compares the positions that fills leave open with the account states of the hour that ends. Stores the differences
 * (`census_differences`), then the stamp (`census`). An hour without states gets no census. A repeat replaces the rows.
 */
export function census({ analytics, clock }: { analytics: AnalyticsStore; clock: Clock }) {
  const job = { lane: 'job' } as const;
  return async ({ untilMs, signal }: Pick<JobPeriod, 'untilMs' | 'signal'>): Promise<void> => {
    const since = untilMs - hourMs;
    const [size] = await analytics.rows(censusSize, { since }, { ...job, signal });
    if (size!.states === '0') return;
    const types = { hour: 'TimeMs', made: 'TimeMs', since: 'TimeMs' } as const;
    const values = { hour: untilMs, made: clock.nowMs(), since };
    for (const range of walletRanges(Math.ceil(Number(size!.wallets) / walletsPerRange))) {
      signal.throwIfAborted();
      const sql = fillPlaceholders(
        differencesSql,
        { ...types, from: 'Wallet', to: 'Wallet' },
        { ...values, ...range },
      );
      await analytics.command(sql, { ...job, signal });
    }
    await analytics.command(fillPlaceholders(stampSql, types, values), { ...job, signal });
  };
}
