import { Type } from 'typebox';
import { rowsOfEach } from '../../analytics/batch.ts';
import { fundingDays } from '../../analytics/funding-sql.ts';
import { batchKey, inBatch, query, type RowOf } from '../../analytics/query.ts';
import { whereReady } from '../../analytics/where-ready.ts';
import { miscOfAll } from '../../coverage/coverage-read.ts';
import { isPaymentMissing, pnlScale } from '../../domain/pnl-curve.ts';
import { type Clock, minuteMs, utcDate } from '../../kernel/clock.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import { scaledInteger, scaledNumber } from '../../kernel/scaled.ts';
import type { HalfOpenSpan } from '../../kernel/span.ts';
import { without } from '../../kernel/spans.ts';
import { winRatePercent } from '../bodies/fields.ts';
import type { Sources } from '../sources.ts';
import { knownOf } from './wallet-coverage.ts';

const ms = (time: string) => `toString(toUnixTimestamp64Milli(${time}))`;

const inSpan = 'day >= {from:Date} AND day <= {to:Date}';

/** A part of what a wallet's totals follow from: `part` says what its other columns are, each empty where it has none. */
const part = (name: string, columns: { amount?: string; some?: string; from?: string; to?: string }) => {
  const { amount = "''", some = "''", from = "''", to = "''" } = columns;
  return `'${name}' AS part, ${amount} AS amount, ${some} AS some, ${from} AS from_ms, ${to} AS to_ms`;
};
const ofWallet = inBatch('wallet');

/**
 * A wallet's fills and funding in sums over whole days, how far its funding was read one by one, and gaps in that: a row each, where it
 * has it. Beside each other, since joins take the engine longer to plan than all of this to read.
 */
const netTotals = query({
  name: 'net_totals',
  params: { wallet: 'Wallet', from: 'Date', to: 'Date' },
  row: Type.Object({
    ...{ part: Type.String(), amount: Type.String(), some: Type.String() },
    ...{ from_ms: Type.String(), to_ms: Type.String() },
  }),
  limits: { maxRows: 4 },
  batchBy: 'wallet',
  sql: `
    SELECT ${batchKey('wallet')}, part, amount, some, from_ms, to_ms FROM (
      SELECT wallet, ${part('fills', {
        ...{ amount: 'toString(sum(pnl) - sum(fees))', some: 'toString(sum(unpriced_fees))' },
        ...{ from: ms("minIf(first.1, perp != '')"), to: ms("maxIf(last.1, perp != '')") },
      })}
      FROM wallet_flow_days WHERE ${ofWallet} AND ${inSpan} GROUP BY wallet
      UNION ALL
      SELECT wallet, ${part('funding', { amount: 'toString(sum(usdc))' })}
      FROM ${fundingDays(ofWallet, inSpan)} GROUP BY wallet
      UNION ALL
      SELECT wallet, ${part('reader', { to: ms('funding_to') })}
      FROM tracked_wallets FINAL WHERE ${ofWallet}
      UNION ALL
      SELECT wallet, ${part('holes', { some: 'toString(count())' })}
      FROM (
        SELECT toFixedString(wallet, 20) AS wallet FROM coverage FINAL PREWHERE feed = 'walletFunding' AND length(wallet) = 20
        WHERE is_gap AND state IN ('open', 'lost') AND ${ofWallet})
      GROUP BY wallet)`,
});

/** Perp positions that a wallet closed in the same days: by itself, since they come last in a new store. */
const closedTotals = query({
  name: 'closed_totals',
  params: { wallet: 'Wallet', from: 'Date', to: 'Date' },
  row: Type.Object({ closed: Type.String(), won: Type.String() }),
  limits: { maxRows: 1 },
  batchBy: 'wallet',
  sql: `
    SELECT ${batchKey('wallet')}, toString(sum(lifecycles)) AS closed, toString(sum(wins)) AS won
    FROM lifecycle_days FINAL WHERE ${ofWallet} AND ${inSpan} GROUP BY wallet`,
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
  const { analytics } = sources;
  const none = wallets.map(() => []);
  // All else is known of a wallet while these tables are made.
  const [facts, sums, closed] = await Promise.all([
    analytics.rows(miscOfAll, {}, { signal }),
    whereReady(() => rowsOfEach(analytics, netTotals, calls, { signal }), none),
    whereReady(() => rowsOfEach(analytics, closedTotals, calls, { signal }), none),
  ]);
  const readOfAll = knownOf(facts, 'node_misc_events');
  return wallets.map(({ address, firstMs }, i) =>
    netOf(sums[i]!, {
      closed: closed[i]![0],
      open: unrealizedOf(sources, address),
      // What it held when the days began is not in their fills.
      heldFromMs: fromMs === 0 ? undefined : Math.max(fromMs, firstMs),
      ...{ nowMs, readOfAll },
    }),
  );
}

interface NetParts {
  closed: RowOf<typeof closedTotals> | undefined;
  open: { count: number; usd: number | undefined };
  /** Before this it held nothing that counts; its first fill of a perp where absent. */
  heldFromMs: number | undefined;
  nowMs: number;
  /** When the payments of all wallets were read. */
  readOfAll: readonly HalfOpenSpan[];
}

function netOf(parts: readonly RowOf<typeof netTotals>[], { open, closed, ...known }: NetParts): NetTotals {
  const { nowMs, readOfAll } = known;
  const { fills, funding: paid, reader, holes } = Object.fromEntries(parts.map((row) => [row.part, row]));
  const always = {
    ...(open.usd !== undefined && { unrealizedPnl: open.usd }),
    ...(closed !== undefined &&
      closed.closed !== '0' && {
        positionWinRate: winRatePercent(Number(closed.won), Number(closed.closed)),
      }),
  };
  // None in these days.
  if (fills === undefined) return always;
  const [lastMs, readMs] = [Number(fills.to_ms), Number(reader?.to_ms ?? 0)];
  const own = holes === undefined && readMs > 0 ? [{ fromMs: 0, untilMs: readMs + minuteMs }] : [];
  const fromMs = known.heldFromMs ?? Number(fills.from_ms);
  const exposed = { fromMs, untilMs: open.count > 0 ? nowMs : lastMs + 1 };
  const unread = without([{ fromMs: 0, untilMs: exposed.untilMs }], [...own, ...readOfAll]);
  const isKnown = (lastMs === 0 && open.count === 0) || !unread.some((gap) => isPaymentMissing(gap, exposed));
  const funding = scaledInteger(paid?.amount ?? '0', pnlScale);
  return {
    ...(isKnown && { funding: scaledNumber(funding, pnlScale) }),
    ...(isKnown &&
      fills.some === '0' && {
        netPnl: scaledNumber(scaledInteger(fills.amount, pnlScale) + funding, pnlScale),
      }),
    ...always,
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
