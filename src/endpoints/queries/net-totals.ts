import { Type } from 'typebox';
import { fundingDays } from '../../analytics/funding-sql.ts';
import { isPerpCoin } from '../../analytics/perp-coins.ts';
import { batchKey, inBatch, query } from '../../analytics/query.ts';
import { isPaymentMissing, pnlScale } from '../../domain/pnl-curve.ts';
import { type Clock, minuteMs } from '../../kernel/clock.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import { scaledInteger, scaledNumber } from '../../kernel/scaled.ts';
import { without } from '../../kernel/spans.ts';
import { winRatePercent } from '../bodies/fields.ts';
import type { Sources } from '../sources.ts';
import { knownOf } from './wallet-coverage.ts';

const count = Type.String();
const ms = (time: string) => `toString(toUnixTimestamp64Milli(${time}))`;

/** All of a wallet's fills, funding and closed positions in sums, how far its funding was read one by one, and gaps in that. */
const netTotals = query({
  name: 'net_totals',
  params: { wallet: 'Wallet' },
  row: Type.Object({
    ...{ net_fills: Type.String(), unpriced: count, funding: Type.String() },
    ...{ perp_from: Type.String(), perp_to: Type.String(), read_to: Type.String(), gaps: count },
    ...{ closed: count, wins: count },
  }),
  limits: { maxRows: 1 },
  batchBy: 'wallet',
  sql: `
    SELECT ${batchKey('wallet')}, toString(net) AS net_fills, toString(flows.unpriced) AS unpriced, toString(payments.usdc) AS funding,
      ${ms('flows.opened')} AS perp_from, ${ms('flows.closed')} AS perp_to, ${ms('reader.funding_to')} AS read_to,
      toString(holes.gaps) AS gaps, toString(episodes.closed) AS closed, toString(episodes.wins) AS wins
    FROM (
      SELECT wallet, sum(pnl) - sum(fees) AS net, sum(unpriced_fees) AS unpriced, minIf(first.1, perp != '') AS opened,
        maxIf(last.1, perp != '') AS closed
      FROM wallet_flow_days WHERE ${inBatch('wallet')} GROUP BY wallet) AS flows
    LEFT JOIN (
      SELECT wallet, sum(usdc) AS usdc FROM ${fundingDays(inBatch('wallet'))} GROUP BY wallet) AS payments USING wallet
    LEFT JOIN (
      SELECT wallet, funding_to FROM tracked_wallets FINAL WHERE ${inBatch('wallet')}) AS reader USING wallet
    LEFT JOIN (
      SELECT toFixedString(wallet, 20) AS wallet, count() AS gaps
      FROM coverage FINAL PREWHERE feed = 'walletFunding' AND length(wallet) = 20
      WHERE is_gap AND state IN ('open', 'lost') AND ${inBatch('wallet')}
      GROUP BY wallet) AS holes USING wallet
    LEFT JOIN (
      SELECT wallet, count() AS closed, countIf(pnl > 0) AS wins
      FROM lifecycles FINAL
      WHERE ${inBatch('wallet')} AND NOT deleted AND is_closed AND NOT is_censored AND ${isPerpCoin}
      GROUP BY wallet) AS episodes USING wallet`,
});

/** What the ledger of coverage has of the payments of all wallets. */
const fundingOfAll = query({
  name: 'net_totals_coverage',
  params: {},
  row: Type.Object({
    kind: Type.String(),
    name: Type.String(),
    from_ms: Type.String(),
    to_ms: Type.String(),
  }),
  limits: { maxRows: 100_000 },
  sql: `
    SELECT if(is_gap, 'gap', 'covered') AS kind, CAST(feed, 'String') AS name, ${ms('from_time')} AS from_ms, ${ms('to_time')} AS to_ms
    FROM coverage FINAL PREWHERE feed = 'node_misc_events' AND wallet = ''
    WHERE state IN ('covered', 'open', 'lost')`,
});

/** Net figures over all that is stored of a wallet; what is not known is left out. */
export interface NetTotals {
  funding?: number;
  netPnl?: number;
  unrealizedPnl?: number;
  positionWinRate?: number;
}

/**
 * What a wallet made after costs, over every indexed fill, and what its open positions have gained so far.
 *
 * @throws AnalyticsError
 */
export async function readNetTotals(
  sources: Pick<Sources, 'analytics' | 'positions' | 'market'>,
  wallet: string,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<NetTotals> {
  const [[sums], facts] = await Promise.all([
    sources.analytics.rows(netTotals, { wallet }, { signal }),
    sources.analytics.rows(fundingOfAll, {}, { signal }),
  ]);
  if (sums === undefined) return {};
  const open = unrealizedOf(sources, wallet);
  const [fromMs, lastMs, readMs] = [sums.perp_from, sums.perp_to, sums.read_to].map(Number) as [
    number,
    number,
    number,
  ];
  const own = sums.gaps === '0' && readMs > 0 ? [{ fromMs: 0, untilMs: readMs + minuteMs }] : [];
  const exposed = { fromMs, untilMs: open.count > 0 ? clock.nowMs() : lastMs + 1 };
  const unread = without(
    [{ fromMs: 0, untilMs: exposed.untilMs }],
    [...own, ...knownOf(facts, 'node_misc_events')],
  );
  const isKnown = lastMs === 0 || !unread.some((gap) => isPaymentMissing(gap, exposed));
  const funding = scaledInteger(sums.funding, pnlScale);
  const [closed, wins] = [Number(sums.closed), Number(sums.wins)];
  return {
    ...(isKnown && { funding: scaledNumber(funding, pnlScale) }),
    ...(isKnown &&
      sums.unpriced === '0' && {
        netPnl: scaledNumber(scaledInteger(sums.net_fills, pnlScale) + funding, pnlScale),
      }),
    ...(open.usd !== undefined && { unrealizedPnl: open.usd }),
    ...(closed > 0 && { positionWinRate: winRatePercent(wins, closed) }),
  };
}

/** Of the open perp positions in memory, at mark: unknown where an entry or a price is. */
function unrealizedOf(
  { positions, market }: Pick<Sources, 'positions' | 'market'>,
  wallet: string,
): { count: number; usd: number | undefined } {
  const rows = positions.ofWallet(wallet);
  let usd: number | undefined = 0;
  for (const { coin, size, entryPx } of rows) {
    const mark = market.mark(coin);
    if (entryPx === undefined || mark === undefined) usd = undefined;
    else if (usd !== undefined) usd = roundedUsd(usd + size * (Number(mark.px) - entryPx));
  }
  return { count: rows.length, usd };
}
