import { Decimal } from 'decimal.js';
import { Type } from 'typebox';
import { query } from '../../../analytics/query.ts';
import type { AnalyticsStore } from '../../../analytics/store.ts';
import { dayMs, utcDayStartMs } from '../../../kernel/clock.ts';
import type { WireUserFunding } from '../../../wire/funding.ts';
import type { WalletFundingRow } from '../../facts/fact-tables.ts';
import { walletFundingRow } from '../../facts/market-rows.ts';

/** The digits of a sum of Decimal(38, 12). */
const Exact = Decimal.clone({ precision: 40 });

/** What is stored of days beside their first moment, where the exchange puts a day that it has merged. */
const storedHours = query({
  name: 'stored_funding_hours',
  params: { wallet: 'Wallet', from: 'TimeMs', to: 'TimeMs' },
  row: Type.Object({ coin: Type.String(), day: Type.String(), paid: Type.String(), hours: Type.Integer() }),
  sql: `
    SELECT coin, toString(toUnixTimestamp(toStartOfDay(time)) * 1000) AS day, toString(sum(usdc)) AS paid,
      toInt32(count()) AS hours
    FROM wallet_funding FINAL
    WHERE wallet = {wallet:Wallet} AND time >= {from:TimeMs} AND time < {to:TimeMs} AND time != toStartOfDay(time)
    GROUP BY coin, day`,
  limits: { deadlineMs: 60_000, maxRows: 100_000 },
});

/**
 * The rows of a wallet's payments. A day that the exchange has merged repeats the hours that were stored while it still served
 * them one by one (docs/exchange.md#funding-payments): of such a day the row is what those leave, so
 * that all rows of a coin and day come to what the exchange says of it. The row stands at the start of
 * the day and takes the place of whatever stood there: reading the day again gives the same. Its size
 * and rate are the means of the whole day, as the exchange reports them.
 */
export async function fundingRows(
  analytics: AnalyticsStore,
  wallet: string,
  payments: readonly WireUserFunding[],
): Promise<WalletFundingRow[]> {
  const days = payments.filter(isMerged).map(({ time }) => utcDayStartMs(time));
  const rows = payments.map((payment) => walletFundingRow(wallet, payment));
  if (days.length === 0) return rows;
  const range = { from: Math.min(...days), to: Math.max(...days) + dayMs };
  const stored = new Map(
    (await analytics.rows(storedHours, { wallet, ...range })).map((row) => [`${row.coin} ${row.day}`, row]),
  );
  return rows.flatMap((row, i) => {
    if (!isMerged(payments[i]!)) return row;
    const time = utcDayStartMs(row.time);
    const hours = stored.get(`${row.coin} ${time}`);
    if (hours === undefined) return { ...row, time };
    const usdc = new Exact(row.usdc).minus(hours.paid);
    const samples = Math.max(0, row.samples - hours.hours);
    return usdc.isZero() && samples === 0 ? [] : { ...row, time, usdc: usdc.toFixed(), samples };
  });
}

function isMerged({ delta }: WireUserFunding): boolean {
  return delta.nSamples !== undefined;
}
