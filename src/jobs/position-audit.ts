import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { rangeParams, walletRanges } from '../analytics/wallet-ranges.ts';
import { monotonicMs } from '../kernel/clock.ts';
import type { AuditProgress } from './audit.ts';
import { censusSize, walletsPerRange } from './census.ts';
import { positionDifferences, publishedOpen, publishedStates } from './census-comparison.ts';

/**
 * Why fills and the account's state disagree: fills known to be missing, an opening before the first fill read, or a wallet whose fills
 * are not read.
 */
export const differenceCauses = ['gap', 'censored opening', 'untracked', 'unknown'] as const;

/** A position by fills that differs from the newest account state. Sizes are signed, in coins. */
export interface PositionDifference {
  wallet: string;
  coin: string;
  folded: string;
  told: string;
  /** Time of the state, unix milliseconds. */
  stateAtMs: number;
  cause: (typeof differenceCauses)[number];
}

export interface PositionAuditReport {
  /** The first differences, at most {@link listedLimit}. */
  differences: PositionDifference[];
  differencesTotal: number;
  /** Accounts whose newest state was compared, and the open positions of these states. */
  accounts: number;
  positions: number;
  seconds: number;
}

const listedLimit = 1_000;
const differencesLimit = 1_000_000;
/** States of any age count; fills after a state do not. */
const since = 0;
const limits = { deadlineMs: 600_000, maxRows: differencesLimit, maxMemoryBytes: 8 * 2 ** 30 };

const comparedCounts = query({
  name: 'position_audit_counts',
  params: { since: 'TimeMs' },
  row: Type.Object({ accounts: Type.String(), positions: Type.String() }),
  limits,
  sql: `
    SELECT (SELECT toString(count()) FROM (${publishedStates('1')})) AS accounts,
      (SELECT toString(count()) FROM (${publishedOpen('1')})) AS positions`,
});

/** A gap explains a difference if it overlaps the time between the newest stored fill and the state. */
const differing = query({
  name: 'position_audit_differences',
  params: { ...rangeParams, since: 'TimeMs' },
  row: Type.Object({
    address: Type.String(),
    coin: Type.String(),
    folded_size: Type.String(),
    told_size: Type.String(),
    state_ms: Type.String(),
    cause: Type.Enum(differenceCauses),
  }),
  limits,
  sql: `
    SELECT concat('0x', lower(hex(found.wallet))) AS address, CAST(found.coin, 'String') AS coin, toString(folded) AS folded_size,
      toString(told) AS told_size, toString(toUnixTimestamp64Milli(state_time)) AS state_ms,
      multiIf(
        arrayExists(gap -> (gap.1 = '' OR gap.1 = found.coin) AND gap.2 <= state_time AND gap.3 >= last_fill, missing.gaps), 'gap',
        found.wallet NOT IN (SELECT wallet FROM tracked_wallets), 'untracked',
        has_fills = 0, 'censored opening',
        'unknown') AS cause
    FROM (${positionDifferences}) AS found
    LEFT JOIN (
      SELECT CAST(gap.wallet, 'FixedString(20)') AS wallet, groupArray((CAST(coin, 'String'), from_time, to_time)) AS gaps
      FROM coverage AS gap FINAL WHERE feed = 'fills' AND state IN ('open', 'lost') AND gap.wallet != '' GROUP BY wallet) AS missing ON missing.wallet = found.wallet
    ORDER BY address, coin`,
});

/**
 * Compares the positions that fills leave open with the newest account states, as the hourly census does, and names the cause where
 * known.
 *
 * @throws DOMException `AbortError` if the signal aborts; AnalyticsError if the engine fails.
 */
export async function auditPositions(
  analytics: AnalyticsStore,
  onProgress: (progress: AuditProgress) => void,
  signal: AbortSignal,
): Promise<PositionAuditReport> {
  const startMs = monotonicMs();
  const options = { lane: 'job', signal } as const;
  const [size] = await analytics.rows(censusSize, { since }, options);
  const [counts] = await analytics.rows(comparedCounts, { since }, options);
  const ranges = walletRanges(Math.ceil(Number(size!.wallets) / walletsPerRange));
  const differences: PositionDifference[] = [];
  let differencesTotal = 0;
  for (const [tablesDone, range] of ranges.entries()) {
    signal.throwIfAborted();
    onProgress({ table: 'positions', tablesDone, tables: ranges.length });
    const found = await analytics.rows(differing, { since, ...range }, options);
    differencesTotal += found.length;
    for (const row of found.slice(0, listedLimit - differences.length)) {
      const { address, coin, folded_size, told_size, state_ms, cause } = row;
      const sizes = { folded: folded_size, told: told_size };
      differences.push({ wallet: address, coin, ...sizes, stateAtMs: Number(state_ms), cause });
    }
  }
  return {
    differences,
    differencesTotal,
    accounts: Number(counts!.accounts),
    positions: Number(counts!.positions),
    seconds: (monotonicMs() - startMs) / 1000,
  };
}
