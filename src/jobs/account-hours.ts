import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { walletRanges } from '../analytics/wallet-ranges.ts';
import { type AccountValue, accountValue, valueDecimals } from '../domain/account-value.ts';
import { type Clock, dayMs, hourMs, minuteMs } from '../kernel/clock.ts';
import { scaledText } from '../kernel/scaled.ts';
import { accountMarkets } from '../market/account-prices.ts';
import type { Market } from '../market/market.ts';
import { accountHourRow, accountHoursInsert } from '../positions/account-hour-rows.ts';
import { readAccountsOfRange, type StoredAccount } from '../positions/account-parts.ts';
import { storeRows } from './position-snapshot.ts';
import type { JobPeriod } from './schedule.ts';

export interface AccountHoursOptions {
  analytics: AnalyticsStore;
  market: Pick<Market, 'listing' | 'mark'>;
  clock: Clock;
}

/** Marks and stored states count as the hour's up to this long after it. */
const onTimeMs = 5 * minuteMs;
const accountsPerRange = 16_384;

const accountCount = query({
  name: 'account_hours_size',
  params: {},
  row: Type.Object({ accounts: Type.String() }),
  sql: 'SELECT toString((SELECT count() FROM accounts) + (SELECT count() FROM account_modes)) AS accounts',
});

/**
 * Stores account values at the hour that ends a period, at its marks (docs/methodology.md#account-value): accounts read in the hour
 * before, and at midnight all accounts. A missed hour is never made from later states. A repeat replaces the rows.
 */
export function accountHours({ analytics, market, clock }: AccountHoursOptions) {
  return async ({ untilMs: hour, signal }: Pick<JobPeriod, 'untilMs' | 'signal'>): Promise<void> => {
    const made = clock.nowMs();
    if (made - hour >= onTimeMs) return;
    const since = hour % dayMs === 0 ? 0 : hour - hourMs;
    const markets = accountMarkets(market);
    const [size] = await analytics.rows(accountCount, {}, { lane: 'job', signal });
    for (const range of walletRanges(Math.ceil(Number(size!.accounts) / accountsPerRange))) {
      signal.throwIfAborted();
      const accounts = await readAccountsOfRange(analytics, { ...range, since }, signal);
      const rows = accounts.flatMap((account) => {
        const dexes = account.dexes.map((part) => ({ ...part, collateral: markets.collateralOf(part.dex) }));
        return hourRow(account, accountValue({ ...account, dexes }, markets), { hour, made });
      });
      await storeRows(analytics, { ...accountHoursInsert, rows }, hour);
    }
  };
}

/** Returns no row if only the account's mode was read. */
function hourRow({ wallet }: StoredAccount, value: AccountValue, times: { hour: number; made: number }) {
  const { perps, spot, vaults, staked, lent, escrow, total, known, isPooled } = value;
  const read = [...perps, spot, vaults, staked, lent, escrow].flatMap(({ atMs }) =>
    atMs === undefined ? [] : [atMs],
  );
  if (read.length === 0) return [];
  const text = (amount: bigint | null) => (amount === null ? null : scaledText(amount, valueDecimals, 12));
  return [
    accountHourRow({
      ...times,
      wallet,
      oldest: Math.min(...read),
      isPooled,
      perps: perps.map((part) => ({ dex: part.dex, value: text(part.value) })),
      spot: text(spot.value),
      vaults: text(vaults.value),
      staked: text(staked.value),
      // An amount counted in spot is known and adds nothing.
      lent: lent.reason === 'counted-in-spot' ? '0' : text(lent.value),
      escrow: text(escrow.value),
      total: text(total),
      known: text(known)!,
    }),
  ];
}
