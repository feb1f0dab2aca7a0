import { type Static, Type } from 'typebox';
import { fillPlaceholders } from '../analytics/literal.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { CoverageChange, CoverageRow } from './book.ts';
import { type CoverageInterval, type CoverageState, coverageStates } from './interval.ts';
import { isQuarantinedSql } from './quarantined.ts';

/** Rows per insert, which is atomic; with their texts they take half of the maximum statement size. */
const insertRows = 250;
/** Gaps per page of a heal of all keys. */
const pageRows = 20_000;
const textLimit = 200;

export const intervalRow = Type.Object({
  feed: Type.String(),
  address: Type.String(),
  coin: Type.String(),
  from_ms: Type.String(),
  to_ms: Type.String(),
  from_at: Type.String(),
  to_at: Type.String(),
  state: Type.Enum(coverageStates),
  reason: Type.String(),
  seen_ms: Type.String(),
  changed_ms: Type.String(),
});

export const intervalColumns = `
  feed, if(wallet = '', '', concat('0x', lower(hex(wallet)))) AS address, coin,
  toString(toUnixTimestamp64Milli(from_time)) AS from_ms, toString(toUnixTimestamp64Milli(to_time)) AS to_ms,
  toString(from_block) AS from_at, toString(to_block) AS to_at, CAST(state, 'String') AS state, reason,
  toString(toUnixTimestamp64Milli(seen)) AS seen_ms, toString(toUnixTimestamp64Milli(changed)) AS changed_ms`;

/** Statement that ends covered intervals whose data were removed. @param condition on columns of `coverage` */
export const endedCoverage = (condition: string): string => `
  INSERT INTO coverage (feed, wallet, coin, is_gap, from_time, from_block, to_time, to_block, state, reason, seen, changed)
  SELECT feed, wallet, coin, is_gap, from_time, from_block, to_time, to_block, 'replaced', reason, seen, changed + INTERVAL 1 MILLISECOND
  FROM coverage FINAL
  WHERE NOT is_gap AND state = 'covered' AND ${condition}`;

/** Intervals of the changed keys: those that overlap the changes, and all covered ones. */
const affected = query({
  name: 'coverage_affected',
  params: {
    feeds: 'Array(String)',
    wallets: 'Array(String)',
    coins: 'Array(String)',
    from: 'TimeMs',
    to: 'TimeMs',
    any: 'Array(String)',
  },
  row: intervalRow,
  limits: { deadlineMs: 60_000, maxRows: 100_000 },
  sql: `
    WITH arrayJoin(arrayZip({feeds:Array(String)}, {wallets:Array(String)}, {coins:Array(String)})) AS one
    SELECT ${intervalColumns} FROM coverage FINAL
    WHERE state != 'replaced' AND (state = 'covered' OR (from_time <= {to:TimeMs} AND to_time >= {from:TimeMs}))
      AND (
        (feed, wallet, coin) IN (SELECT one.1, unhex(one.2), one.3)
        OR (has({any:Array(String)}, 'wallet') AND (feed, coin) IN (SELECT one.1, one.3 WHERE one.2 = '' AND one.3 != ''))
        OR (has({any:Array(String)}, 'coin') AND (feed, wallet) IN (SELECT one.1, unhex(one.2) WHERE one.2 != '' AND one.3 = '')))`,
});

const gapsOfFeed = query({
  name: 'coverage_gaps_of_feed',
  params: {
    feeds: 'Array(String)',
    from: 'Array(Int64)',
    to: 'Array(Int64)',
    fromBlocks: 'Array(Int64)',
    toBlocks: 'Array(Int64)',
    openOnly: 'Array(Int64)',
  },
  row: intervalRow,
  limits: { deadlineMs: 60_000, maxRows: pageRows },
  sql: `
    SELECT ${intervalColumns} FROM coverage FINAL
    WHERE feed IN (SELECT arrayJoin({feeds:Array(String)})) AND state IN ('open', 'lost')
      AND NOT (${isQuarantinedSql})
      AND arrayExists((of, since, until, first, last, open) -> of = feed AND (open = 0 OR state = 'open')
        AND if(from_block > 0 AND to_block > 0 AND first > 0 AND last > 0,
          from_block <= last AND to_block >= first,
          toUnixTimestamp64Milli(from_time) <= until AND toUnixTimestamp64Milli(to_time) >= since),
        {feeds:Array(String)}, {from:Array(Int64)}, {to:Array(Int64)},
        {fromBlocks:Array(Int64)}, {toBlocks:Array(Int64)}, {openOnly:Array(Int64)})
    LIMIT ${pageRows}`,
});

/** Whether a change heals all keys of its feed. */
export function isWide({ to, at }: CoverageChange): boolean {
  return to === 'healed' && at.wallet === undefined && at.coin === undefined;
}

/**
 * Reads the intervals that changes touch; either all changes are wide or none is. Wide changes read one page of gaps; after the page
 * is written, the next read returns the next page.
 * @returns `isAll`: no further page remains
 */
export async function readAffected(
  analytics: Pick<AnalyticsStore, 'rows'>,
  changes: readonly CoverageChange[],
): Promise<{ intervals: CoverageInterval[]; isAll: boolean }> {
  const [first] = changes;
  if (first === undefined) return { intervals: [], isAll: true };
  if (isWide(first)) {
    const requests = {
      feeds: changes.map(({ at: { feed } }) => feed),
      from: changes.map(({ at: { fromMs } }) => fromMs),
      to: changes.map(({ at: { toMs } }) => toMs),
      fromBlocks: changes.map(({ at: { fromBlock = 0 } }) => fromBlock),
      toBlocks: changes.map(({ at: { toBlock = 0 } }) => toBlock),
      openOnly: changes.map((one) => Number(one.to === 'healed' && one.isOpenOnly)),
    };
    const rows = await analytics.rows(gapsOfFeed, requests, { lane: 'write' });
    return { intervals: rows.map(intervalOf), isAll: rows.length < pageRows };
  }
  const keys = new Map(changes.map(({ at }) => [JSON.stringify([at.feed, at.wallet, at.coin]), at]));
  const at = [...keys.values()];
  const healed = changes.filter(({ to }) => to === 'healed');
  const requested = {
    feeds: at.map(({ feed }) => feed),
    wallets: at.map(({ wallet }) => hexOf(wallet)),
    coins: at.map(({ coin = '' }) => coin),
    from: Math.min(...changes.map(({ at: { fromMs } }) => fromMs)),
    to: Math.max(...changes.map(({ at: { toMs } }) => toMs)),
    any: [
      ...(healed.some(({ at: { wallet } }) => wallet === undefined) ? ['wallet'] : []),
      ...(healed.some(({ at: { coin } }) => coin === undefined) ? ['coin'] : []),
    ],
  };
  const rows = await analytics.rows(affected, requested, { lane: 'write' });
  return { intervals: rows.map(intervalOf), isAll: true };
}

const columns = {
  feeds: 'Array(String)',
  wallets: 'Array(String)',
  coins: 'Array(String)',
  reasons: 'Array(String)',
  states: 'Array(String)',
  gaps: 'Array(Int64)',
  from: 'Array(Int64)',
  to: 'Array(Int64)',
  fromBlocks: 'Array(Int64)',
  toBlocks: 'Array(Int64)',
  seen: 'Array(Int64)',
  changed: 'Array(Int64)',
} as const;

const insert = `
  INSERT INTO coverage (feed, wallet, coin, reason, state, is_gap, from_time, to_time, from_block, to_block, seen, changed)
  SELECT one.1, unhex(one.2), one.3, one.4, one.5, one.6 = 1,
    ${[7, 8].map((n) => `fromUnixTimestamp64Milli(one.${n}, 'UTC')`).join(', ')}, one.9, one.10,
    ${[11, 12].map((n) => `fromUnixTimestamp64Milli(one.${n}, 'UTC')`).join(', ')}
  FROM (SELECT arrayJoin(arrayZip(${Object.entries(columns)
    .map(([name, type]) => `{${name}:${type}}`)
    .join(', ')})) AS one)`;

/** Stores rows; the rows of a group share one insert. */
export async function writeRows(
  analytics: Pick<AnalyticsStore, 'command'>,
  groups: readonly (readonly CoverageRow[])[],
): Promise<void> {
  let rows: CoverageRow[] = [];
  const flush = async () => {
    const stored = rows;
    rows = [];
    if (stored.length > 0) await analytics.command(fillPlaceholders(insert, columns, valuesOf(stored)));
  };
  for (const group of groups) {
    if (rows.length + group.length > insertRows) await flush();
    rows.push(...group);
  }
  await flush();
}

function valuesOf(rows: readonly CoverageRow[]) {
  return {
    feeds: rows.map(({ feed }) => feed),
    wallets: rows.map(({ wallet }) => hexOf(wallet)),
    coins: rows.map(({ coin = '' }) => coin),
    reasons: rows.map(({ reason }) => reason.slice(0, textLimit)),
    states: rows.map(({ state }) => state),
    gaps: rows.map(({ isGap }) => Number(isGap)),
    from: rows.map(({ fromMs }) => fromMs),
    to: rows.map(({ toMs }) => toMs),
    fromBlocks: rows.map(({ fromBlock = 0 }) => fromBlock),
    toBlocks: rows.map(({ toBlock = 0 }) => toBlock),
    seen: rows.map(({ seenMs }) => seenMs),
    changed: rows.map(({ changedMs }) => changedMs),
  };
}

export function intervalOf(row: Static<typeof intervalRow>): CoverageInterval {
  const { feed, address, coin, from_ms, to_ms, from_at, to_at, state, reason, seen_ms, changed_ms } = row;
  return {
    feed,
    ...(address !== '' && { wallet: address }),
    ...(coin !== '' && { coin }),
    fromMs: Number(from_ms),
    toMs: Number(to_ms),
    ...(from_at !== '0' && { fromBlock: Number(from_at) }),
    ...(to_at !== '0' && { toBlock: Number(to_at) }),
    state: state as CoverageState,
    reason,
    seenMs: Number(seen_ms),
    changedMs: Number(changed_ms),
  };
}

/** @throws Error if the change can never be stored, so that it does not block other changes */
export function checkChange({ at }: CoverageChange): void {
  const { feed, wallet, coin = '', fromMs, toMs, fromBlock = 0, toBlock = 0 } = at;
  if (!/^\w{1,40}$/.test(feed)) throw new Error(`no name of a feed: ${feed.slice(0, 60)}`);
  if (wallet !== undefined) hexOf(wallet);
  if (coin.length > textLimit) throw new Error(`a coin's name has at most ${textLimit} characters`);
  for (const [from, to] of [[fromMs, toMs] as const, [fromBlock, toBlock] as const]) {
    if (!(Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 0 && from <= to))
      throw new Error(`a span of ${feed} goes from ${from} to ${to}: both are integers, in their order`);
  }
}

function hexOf(wallet: string | undefined): string {
  if (wallet === undefined) return '';
  if (!/^0x[0-9a-f]{40}$/.test(wallet))
    throw new Error('not a wallet address: lower-case 0x and 40 hex digits');
  return wallet.slice(2);
}
