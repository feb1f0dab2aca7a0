/** A time's UTC day, as the start of its first hour. */
const dayOf = 'toStartOfDay(hour)';

/**
 * Subquery with one row for each funding payment of a wallet and coin; every read of `wallet_funding` uses it. A node's record
 * and the API's may date one payment some milliseconds apart, so payments are keyed by hour. A day that the exchange has merged
 * is dated at its start and holds the rest after the stored hours, so that the day's sum equals the exchange's.
 *
 * Columns: `wallet`, `coin`, `hour`, `time`, `usdc` (negative is paid), `szi`, `funding_rate`, and `samples`, the hours that the row of
 * a merged day covers, 0 for a single hour.
 *
 * @param where a condition that selects whole UTC days
 */
export function fundingPayments(where = '1'): string {
  return `(
    SELECT wallet, coin, hour, paid.5 AS time, if(is_day, paid.1 - hours_usdc, paid.1) AS usdc, paid.2 AS szi,
      paid.3 AS funding_rate, if(is_day, toUInt32(greatest(0, toInt64(paid.4) - toInt64(hours))), paid.4) AS samples
    FROM (
      SELECT *, sumIf(paid.1, NOT is_merged) OVER day AS hours_usdc, countIf(NOT is_merged) OVER day AS hours,
        max(is_day) OVER day AS has_day
      FROM (
        SELECT wallet, coin, toStartOfHour(time) AS hour, whole_day AS is_day, samples > 0 AS is_merged,
          argMin((usdc, szi, funding_rate, samples, time), time) AS paid
        FROM wallet_funding FINAL
        WHERE ${where}
        GROUP BY wallet, coin, hour, is_day, is_merged
      )
      WINDOW day AS (PARTITION BY wallet, coin, ${dayOf})
    )
    WHERE NOT (is_merged AND has_day AND NOT is_day) AND NOT (is_day AND paid.1 = hours_usdc AND paid.4 <= hours)
  )`;
}

/** Days of `funding_coin_days`, with when payments of each were last stored, and its sums. */
const days = (where: string) => `
  SELECT wallet, coin, day, max(changed) AS newest, max(summed) AS sums FROM funding_coin_days WHERE ${where} GROUP BY wallet, coin, day`;

/**
 * Payments in sums by wallet, coin and UTC day. Most days have a payment an hour and nothing else: these are added up as they are, at
 * a twentieth of the cost of telling payments of one hour apart.
 *
 * @param where a condition on `wallet`
 * @param ofDays a query of `wallet`, `coin` and `day`: the days that are wanted
 */
export function sumsOfPayments(where: string, ofDays: string): string {
  const since = `${where} AND toDate(time) >= (SELECT minOrNull(day) FROM (${ofDays}))`;
  const sums = `
    SELECT wallet, coin, toDate(time) AS day, sum(usdc) AS total, toUInt32(count()) AS rows,
      max(samples) = 0 AND NOT max(whole_day) AND bitCount(groupBitOr(bitShiftLeft(toUInt32(1), toHour(time)))) = rows AS is_plain
    FROM wallet_funding FINAL WHERE ${since} GROUP BY wallet, coin, day HAVING (wallet, coin, day) IN (${ofDays})`;
  const others = `SELECT wallet, coin, day FROM (${sums}) WHERE NOT is_plain`;
  return `
    SELECT wallet, coin, day, total AS usdc, rows AS payments FROM (${sums}) WHERE is_plain
    UNION ALL
    SELECT wallet, coin, toDate(hour) AS day, sum(usdc) AS usdc, toUInt32(count()) AS payments
    FROM ${fundingPayments(`${since} AND (wallet, coin, toDate(time)) IN (${others})`)} GROUP BY wallet, coin, day`;
}

/**
 * Subquery with the same payments summed by wallet, coin and UTC day: reads current days from `funding_coin_days`, and payments
 * only for days that changed since. Columns: `wallet`, `coin`, `day`, `usdc`, `payments`.
 *
 * @param where a condition on `wallet`
 * @param inDays a condition on `day`
 */
export function fundingDays(where = '1', inDays = '1'): string {
  const ofDays = days(`${where} AND ${inDays}`);
  const stale = `SELECT wallet, coin, day FROM (${ofDays}) WHERE sums.1 <= newest`;
  return `(
    SELECT wallet, coin, day, sums.2 AS usdc, sums.3 AS payments FROM (${ofDays}) WHERE sums.1 > newest
    UNION ALL
    ${sumsOfPayments(where, stale)})`;
}

/** What {@link fundingDays} has to read payments of, before a day and as of a moment: what may still be on its way is left for later. */
export const staleFundingDays = (where: string) => `
  SELECT wallet, coin, day FROM (${days(where)})
  WHERE sums.1 <= newest AND newest < {asOf:TimeMs} AND day < toDate({until:TimeMs})`;

/** The days that are summed, as an audit compares them. Columns: `wallet`, `coin`, `day`, `newest`, `sums`. */
export const fundingDaysOf = days;
