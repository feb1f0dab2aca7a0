import { Decimal } from 'decimal.js';
import { Type } from 'typebox';
import { fundingPayments } from '../../analytics/funding-sql.ts';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { isPerp } from '../../domain/coin-name.ts';
import { isPaymentMissing } from '../../domain/pnl-curve.ts';
import { type Clock, dayMs, utcDayStartMs } from '../../kernel/clock.ts';
import { scaledInteger, scaledNumber } from '../../kernel/scaled.ts';
import { coverageFacts, unreadFunding } from './wallet-coverage.ts';

interface FundedLifecycle {
  id: number;
  coin: string;
  openedMs: number;
  /** Its last fill; now for an open lifecycle. */
  untilMs: number;
}

/**
 * Funding payments of a wallet's coins during each lifecycle, and the coverage of that time. A day whose payments the exchange has
 * merged counts if the lifecycle was open all day. If the lifecycle covers only a part of it, the share is unknown.
 */
const fundingOfLifecycles = query({
  name: 'funding_of_lifecycles',
  params: {
    wallet: 'Wallet',
    from: 'TimeMs',
    until: 'TimeMs',
    ids: 'Array(Int64)',
    coins: 'Array(String)',
    opened: 'Array(Int64)',
    closed: 'Array(Int64)',
  },
  row: Type.Object({
    kind: Type.String(),
    name: Type.String(),
    from_ms: Type.String(),
    to_ms: Type.String(),
    amount: Type.String(),
  }),
  limits: { maxRows: 100_000 },
  sql: `
    SELECT if(max(is_cut), 'cut', 'paid') AS kind, toString(id) AS name, '' AS from_ms, '' AS to_ms, toString(sum(usdc)) AS amount
    FROM (
      SELECT one.1 AS id, payment.usdc AS usdc,
        payment.samples > 0 AND (one.3 > payment.paid_ms OR one.4 < payment.paid_ms + ${dayMs}) AS is_cut
      FROM (
        SELECT CAST(coin, 'String') AS of_coin, toUnixTimestamp64Milli(time) AS paid_ms, usdc, samples
        FROM ${fundingPayments('wallet = {wallet:Wallet} AND coin IN {coins:Array(String)} AND wallet_funding.time >= {from:TimeMs} AND wallet_funding.time < {until:TimeMs}')}) AS payment
      ARRAY JOIN arrayZip({ids:Array(Int64)}, {coins:Array(String)}, {opened:Array(Int64)}, {closed:Array(Int64)}) AS one
      WHERE one.2 = payment.of_coin AND one.3 < payment.paid_ms + if(payment.samples > 0, ${dayMs}, 1) AND one.4 >= payment.paid_ms)
    GROUP BY id
    UNION ALL ${coverageFacts}`,
});

/** Decimals of a payment. */
const scale = 12;

/**
 * Funding of each lifecycle of a wallet, USD; negative is paid by the wallet. One statement for all rows of a page.
 *
 * @returns by id; a lifecycle is missing if any of its funding is unknown
 * @throws AnalyticsError
 */
async function readLifecycleFunding(
  analytics: Pick<AnalyticsStore, 'rows'>,
  wallet: string,
  lifecycles: readonly FundedLifecycle[],
  signal: AbortSignal,
): Promise<Map<number, bigint>> {
  const funding = new Map(lifecycles.filter(({ coin }) => !isPerp(coin)).map(({ id }) => [id, 0n]));
  const perps = lifecycles.filter(({ coin }) => isPerp(coin));
  if (perps.length === 0) return funding;
  const lastMs = Math.max(...perps.map(({ untilMs }) => untilMs));
  const requests = {
    wallet,
    from: utcDayStartMs(Math.min(...perps.map(({ openedMs }) => openedMs))),
    until: utcDayStartMs(lastMs) + dayMs,
    ids: perps.map(({ id }) => id),
    coins: perps.map(({ coin }) => coin),
    opened: perps.map(({ openedMs }) => openedMs),
    closed: perps.map(({ untilMs }) => untilMs),
  };
  const facts = await analytics.rows(fundingOfLifecycles, requests, { signal });
  const unread = unreadFunding(facts, lastMs + 1);
  const paid = new Map(facts.filter(({ kind }) => kind === 'paid').map(({ name, amount }) => [name, amount]));
  const cut = new Set(facts.filter(({ kind }) => kind === 'cut').map(({ name }) => name));
  for (const { id, openedMs, untilMs } of perps) {
    const span = { fromMs: openedMs, untilMs: untilMs + 1 };
    if (cut.has(String(id)) || unread.some((gap) => isPaymentMissing(gap, span))) continue;
    funding.set(id, scaledInteger(paid.get(String(id)) ?? '0', scale));
  }
  return funding;
}

/** Enough digits for exact sums of amounts. */
const Exact = Decimal.clone({ precision: 40 });

interface NetRow {
  id: number;
  coin: string;
  openedAtRaw: number;
  closedAtRaw?: number;
  realizedPnl: number;
  fees: number;
}

/**
 * The rows of a wallet's lifecycles with their funding and net PnL, if known. Amounts are the nearest doubles, whose
 * shortest texts equal the stored decimals.
 *
 * @throws AnalyticsError
 */
export async function withNetPnl<R extends NetRow>(
  analytics: Pick<AnalyticsStore, 'rows'>,
  { wallet, rows, clock }: { wallet: string; rows: readonly R[]; clock: Clock },
  signal: AbortSignal,
): Promise<(R & { funding?: number; netPnl?: number })[]> {
  // Reading the clock makes a page stale at each step of time, so only pages with open rows read it.
  const lifecycles = rows.map(({ id, coin, openedAtRaw: openedMs, closedAtRaw = clock.nowMs() }) => ({
    id,
    coin,
    openedMs,
    untilMs: closedAtRaw,
  }));
  const funding = await readLifecycleFunding(analytics, wallet, lifecycles, signal);
  return rows.map((row) => {
    const paid = funding.get(row.id);
    if (paid === undefined) return row;
    const usd = scaledNumber(paid, scale);
    return {
      ...row,
      funding: usd,
      netPnl: new Exact(row.realizedPnl).minus(row.fees).plus(usd).toNumber(),
    };
  });
}
