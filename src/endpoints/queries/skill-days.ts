import { Type } from 'typebox';
import { isPerpCoin } from '../../analytics/perp-coins.ts';
import { query, type RowOf } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { type PnlAmount, type PnlPoint, pnlScale } from '../../domain/pnl-curve.ts';
import type { SkillDay } from '../../domain/skill.ts';
import { dayMs, utcDayStartMs } from '../../kernel/clock.ts';
import { scaledInteger } from '../../kernel/scaled.ts';
import { isOfVault } from '../../positions/account-parts.ts';
import { readPnl } from './pnl-window.ts';

/**
 * A wallet's activity by UTC day: volume, maker volume, closed perp positions, time with an open position, and vault deposits. `from` and
 * `until` begin a UTC day. Positions whose opening was not seen are open from their first fill on, and do not count as closed.
 */
const daysOfWallet = query({
  name: 'skill_days',
  params: { wallet: 'Wallet', from: 'TimeMs', until: 'TimeMs' },
  row: Type.Object({
    at: Type.String(),
    volume: Type.Number(),
    maker_bought: Type.Number(),
    maker_sold: Type.Number(),
    closed: Type.Integer(),
    closed_pnl: Type.String(),
    exposed_ms: Type.String(),
    vault_usd: Type.String(),
    of_vault: Type.Integer(),
  }),
  limits: { deadlineMs: 15_000, maxRows: 4_000 },
  sql: `
    SELECT toString(toUnixTimestamp(toDateTime(on_day, 'UTC'))) AS at, sum(traded) AS volume, sum(bought) AS maker_bought,
      sum(sold) AS maker_sold, toUInt32(sum(positions)) AS closed, toString(sum(made)) AS closed_pnl, toString(sum(open_ms)) AS exposed_ms,
      toString(sum(brought)) AS vault_usd, toUInt8(max(is_vault)) AS of_vault
    FROM (
      SELECT day AS on_day, toFloat64(sum(wallet_market_days.volume)) AS traded, toFloat64(sum(wallet_market_days.maker_bought)) AS bought,
        toFloat64(sum(wallet_market_days.maker_sold)) AS sold, toUInt64(0) AS positions, toDecimal128(0, 22) AS made, toInt64(0) AS open_ms,
        toDecimal128(0, 12) AS brought, toUInt8(0) AS is_vault
      FROM wallet_market_days
      WHERE wallet = {wallet:Wallet} AND day >= toDate({from:TimeMs}) AND day < toDate({until:TimeMs})
      GROUP BY on_day
      UNION ALL
      SELECT day, 0, 0, 0, toUInt64(lifecycles), pnl - fees, 0, 0, 0
      FROM lifecycle_days FINAL
      WHERE wallet = {wallet:Wallet} AND day >= toDate({from:TimeMs}) AND day < toDate({until:TimeMs})
      UNION ALL
      SELECT toDate(toDateTime(intDiv(part, 1000), 'UTC')), 0, 0, 0, 0, 0, sum(least(until_ms, part + ${dayMs}) - greatest(since_ms, part)), 0, 0
      FROM (
        SELECT min(opened_ms) AS since_ms, max(ended_ms) AS until_ms
        FROM (
          SELECT opened_ms, ended_ms, sum(opened_ms > reached_ms) OVER (ORDER BY opened_ms, ended_ms) AS stretch
          FROM (
            SELECT opened_ms, ended_ms,
              max(ended_ms) OVER (ORDER BY opened_ms, ended_ms ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reached_ms
            FROM (
              SELECT greatest(toUnixTimestamp64Milli(opened), toUnixTimestamp64Milli({from:TimeMs})) AS opened_ms,
                least(if(is_closed, toUnixTimestamp64Milli(last), toUnixTimestamp64Milli({until:TimeMs})), toUnixTimestamp64Milli({until:TimeMs})) AS ended_ms
              FROM lifecycles FINAL
              WHERE wallet = {wallet:Wallet} AND NOT deleted AND ${isPerpCoin} AND opened < {until:TimeMs}
                AND (NOT is_closed OR last > {from:TimeMs}))))
        GROUP BY stretch)
      ARRAY JOIN range(intDiv(since_ms, ${dayMs}) * ${dayMs}, until_ms, ${dayMs}) AS part
      GROUP BY part
      UNION ALL
      SELECT toDate(time), 0, 0, 0, 0, 0, 0, usd, 1
      FROM ledger_updates FINAL
      WHERE wallet = {wallet:Wallet} AND ${isOfVault} AND time >= {from:TimeMs} AND time < {until:TimeMs})
    GROUP BY on_day
    ORDER BY on_day`,
});

export interface SkillDays {
  /** Account value at the start of the first day. */
  before: PnlAmount;
  days: SkillDay[];
  /** In the window, USD. */
  volume: number;
  makerBought: number;
  makerSold: number;
  /** Depositors moved money of the wallet in the window. */
  isVault: boolean;
}

/**
 * The complete days of a wallet within a window, as `skillOf` needs them. Starts with the later of the record's start and the day of the
 * wallet's first fill or payment, because earlier days are not days of $0.
 *
 * @param of.fromMs like `untilMs` the start of a UTC day; `untilMs` is exclusive, and not after now
 * @returns undefined if the wallet has no fill, no payment and no transfer at all
 * @throws AnalyticsError
 */
export async function readSkillDays(
  analytics: Pick<AnalyticsStore, 'rows'>,
  of: { wallet: string; fromMs: number; untilMs: number; nowMs: number },
  signal: AbortSignal,
): Promise<SkillDays | undefined> {
  const { wallet, fromMs, untilMs, nowMs } = of;
  // The day before ends with the account value at the start of the first day.
  const bounds = [fromMs - dayMs];
  while (bounds.at(-1)! < untilMs) bounds.push(bounds.at(-1)! + dayMs);
  const [profit, rows] = await Promise.all([
    readPnl(analytics, { wallet, interval: 'day', bounds, nowMs }, signal),
    analytics.rows(daysOfWallet, { wallet, from: fromMs, until: untilMs }, { signal }),
  ]);
  if (profit === undefined) return undefined;
  const byDay = new Map(rows.map((row) => [Number(row.at) * 1_000, row]));
  const sum = (name: 'volume' | 'maker_bought' | 'maker_sold') =>
    rows.reduce((all, row) => all + row[name], 0);
  const firstMs = Math.max(fromMs, Math.floor(profit.sinceMs / dayMs) * dayMs);
  const days = profit.points.filter((point) => point.fromMs >= firstMs && !isOutsideRecord(point));
  return {
    before: profit.points.find((point) => point.untilMs === firstMs)?.accountValue ?? 'no-state',
    days: days.map((point) => dayOf(point, byDay.get(utcDayStartMs(point.fromMs)))),
    volume: sum('volume'),
    makerBought: sum('maker_bought'),
    makerSold: sum('maker_sold'),
    isVault: rows.some(({ of_vault }) => of_vault === 1),
  };
}

const isOutsideRecord = ({ realizedPnl }: PnlPoint) =>
  realizedPnl === 'before-record' || realizedPnl === 'after-record';

function dayOf(point: PnlPoint, row: RowOf<typeof daysOfWallet> | undefined): SkillDay {
  const { netDeposits, fees } = point;
  // Deposits into a vault are not its return.
  const brought = scaledInteger(row?.vault_usd ?? '0', pnlScale);
  return {
    point: { ...point, netDeposits: typeof netDeposits === 'string' ? netDeposits : netDeposits + brought },
    closed: row?.closed ?? 0,
    closedPnl: typeof fees === 'string' ? fees : scaledInteger(row?.closed_pnl ?? '0', pnlScale),
    exposedMs: Number(row?.exposed_ms ?? 0),
    volumeUsd: row?.volume ?? 0,
  };
}
