import { Type } from 'typebox';
import { rowsOfEach } from '../../analytics/batch.ts';
import { fundingDays } from '../../analytics/funding-sql.ts';
import { batchKey, inBatch, query, type RowOf } from '../../analytics/query.ts';
import { isPaymentMissing, pnlScale } from '../../domain/pnl-curve.ts';
import { type Clock, minuteMs, utcDate } from '../../kernel/clock.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import { scaledInteger, scaledNumber } from '../../kernel/scaled.ts';
import type { HalfOpenSpan } from '../../kernel/span.ts';
import { without } from '../../kernel/spans.ts';
import { winRatePercent } from '../bodies/fields.ts';
import type { Sources } from '../sources.ts';
import { knownOf } from './wallet-coverage.ts';

const count = Type.String();
const ms = (time: string) => `toString(toUnixTimestamp64Milli(${time}))`;

const inSpan = 'day >= {from:Date} AND day <= {to:Date}';

/** A wallet's fills, funding and closed positions in sums over whole days, how far its funding was read one by one, and gaps in that. */
const netTotals = query({
  name: 'net_totals',
  params: { wallet: 'Wallet', from: 'Date', to: 'Date' },
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
      toString(holes.gaps) AS gaps, toString(episodes.closed) AS closed, toString(episodes.won) AS wins
    FROM (
      SELECT wallet, sum(pnl) - sum(fees) AS net, sum(unpriced_fees) AS unpriced, minIf(first.1, perp != '') AS opened,
        maxIf(last.1, perp != '') AS closed
      FROM wallet_flow_days WHERE ${inBatch('wallet')} AND ${inSpan} GROUP BY wallet) AS flows
    LEFT JOIN (
      SELECT wallet, sum(usdc) AS usdc FROM ${fundingDays(inBatch('wallet'), inSpan)} GROUP BY wallet) AS payments USING wallet
    LEFT JOIN (
      SELECT wallet, funding_to FROM tracked_wallets FINAL WHERE ${inBatch('wallet')}) AS reader USING wallet
    LEFT JOIN (
      SELECT toFixedString(wallet, 20) AS wallet, count() AS gaps
      FROM coverage FINAL PREWHERE feed = 'walletFunding' AND length(wallet) = 20
      WHERE is_gap AND state IN ('open', 'lost') AND ${inBatch('wallet')}
      GROUP BY wallet) AS holes USING wallet
    LEFT JOIN (
      SELECT wallet, sum(lifecycles) AS closed, sum(wins) AS won
      FROM lifecycle_days FINAL WHERE ${inBatch('wallet')} AND ${inSpan} GROUP BY wallet) AS episodes USING wallet`,
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

/** Net figures of a wallet; what is not known is left out. */
export interface NetTotals {
  funding?: number;
  netPnl?: number;
  unrealizedPnl?: number;
  positionWinRate?: number;
}

/** A wallet, and the time of its first indexed fill, unix milliseconds. */
export interface NetWallet {
  address: string;
  firstMs: number;
}

export interface NetOptions {
  /** The first of the UTC days that count, unix milliseconds; all of them where absent. The last one is today. */
  fromMs?: number | undefined;
  clock: Clock;
  signal: AbortSignal;
}

type NetSources = Pick<Sources, 'analytics' | 'positions' | 'market'>;

/**
 * What wallets made after costs in whole days that end with today, in their order, and what the open positions of each have gained so far.
 *
 * @throws AnalyticsError
 */
export async function readNetTotals(
  sources: NetSources,
  wallets: readonly NetWallet[],
  options: NetOptions,
): Promise<NetTotals[]> {
  if (wallets.length === 0) return [];
  const { fromMs = 0, clock, signal } = options;
  const nowMs = clock.nowMs();
  const days = { from: utcDate(fromMs), to: utcDate(nowMs) };
  const calls = wallets.map(({ address }) => ({ wallet: address, ...days }));
  const [facts, sums] = await Promise.all([
    sources.analytics.rows(fundingOfAll, {}, { signal }),
    rowsOfEach(sources.analytics, netTotals, calls, { signal }),
  ]);
  const readOfAll = knownOf(facts, 'node_misc_events');
  return wallets.map(({ address, firstMs }, i) =>
    netOf(sums[i]![0], {
      open: unrealizedOf(sources, address),
      // What it held when the days began is not in their fills.
      heldFromMs: fromMs === 0 ? undefined : Math.max(fromMs, firstMs),
      ...{ nowMs, readOfAll },
    }),
  );
}

interface NetParts {
  open: { count: number; usd: number | undefined };
  /** Before this it held nothing that counts; its first fill of a perp where absent. */
  heldFromMs: number | undefined;
  nowMs: number;
  /** When the payments of all wallets were read. */
  readOfAll: readonly HalfOpenSpan[];
}

/** @param sums undefined where it has no fill in these days */
function netOf(sums: RowOf<typeof netTotals> | undefined, parts: NetParts): NetTotals {
  const { open, nowMs, readOfAll } = parts;
  const unrealized = open.usd !== undefined && { unrealizedPnl: open.usd };
  if (sums === undefined) return { ...unrealized };
  const [lastMs, readMs] = [Number(sums.perp_to), Number(sums.read_to)];
  const own = sums.gaps === '0' && readMs > 0 ? [{ fromMs: 0, untilMs: readMs + minuteMs }] : [];
  const fromMs = parts.heldFromMs ?? Number(sums.perp_from);
  const exposed = { fromMs, untilMs: open.count > 0 ? nowMs : lastMs + 1 };
  const unread = without([{ fromMs: 0, untilMs: exposed.untilMs }], [...own, ...readOfAll]);
  const isKnown = (lastMs === 0 && open.count === 0) || !unread.some((gap) => isPaymentMissing(gap, exposed));
  const funding = scaledInteger(sums.funding, pnlScale);
  const [closed, wins] = [Number(sums.closed), Number(sums.wins)];
  return {
    ...(isKnown && { funding: scaledNumber(funding, pnlScale) }),
    ...(isKnown &&
      sums.unpriced === '0' && {
        netPnl: scaledNumber(scaledInteger(sums.net_fills, pnlScale) + funding, pnlScale),
      }),
    ...unrealized,
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
