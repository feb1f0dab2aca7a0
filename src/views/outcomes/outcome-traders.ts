import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { readRowBinary } from '../../analytics/row-binary.ts';
import { isTrade } from '../../analytics/trade-sql.ts';
import { walletKey } from '../../analytics/wallet-sql.ts';
import { atItsEnds, wholeDayParams } from '../../analytics/whole-days.ts';
import { createYielder } from '../../kernel/breather.ts';
import { dayParams, onDays, outcomeOfCoin } from './outcome-sql.ts';
import type { DayNumber } from './past-days.ts';
import { type TraderNumbers, traderBytes } from './trader-numbers.ts';

/** Rows: day, outcome, wallet, each once. @param where condition of the fills */
const tradersSql = (day: string, where: string) => `
  SELECT toUInt32(${day}) AS day, ${outcomeOfCoin} AS outcome, ${walletKey} AS trader
  FROM outcome_fills_by_time
  WHERE ${isTrade} AND ${where}
  GROUP BY day, outcome, trader`;

/** Traders of each outcome on some days, for {@link numberTraders}. */
export const pastTraders = query({
  name: 'hip4_past_traders',
  params: dayParams,
  row: Type.Object({}),
  limits: { maxRows: 20_000_000, deadlineMs: 30_000 },
  sql: tradersSql('intDiv(toUnixTimestamp64Milli(time), 86400000)', onDays),
});

/** Traders of each outcome at the ends of a window, for {@link countWallets}. */
export const tradersAtItsEnds = query({
  name: 'hip4_traders_at_ends',
  params: wholeDayParams,
  row: Type.Object({}),
  limits: { maxRows: 5_000_000 },
  sql: tradersSql('0', atItsEnds),
});

interface TraderRow {
  day: DayNumber;
  outcome: number;
  /** Offset of the wallet in the bytes. */
  at: number;
}

function* tradersIn(bytes: Uint8Array): Generator<TraderRow> {
  const reader = readRowBinary(bytes);
  while (!reader.done) {
    const row = { day: reader.uint32(), outcome: reader.int64(), at: reader.at };
    reader.at += traderBytes;
    yield row;
  }
}

/** @returns the numbers of each day's traders; yields to the event loop meanwhile */
export async function numberTraders(
  bytes: Uint8Array,
  numbers: TraderNumbers,
): Promise<Map<DayNumber, Uint32Array>> {
  const byDay = new Map<DayNumber, number[]>();
  const yieldToEventLoop = createYielder();
  for (const { day, outcome, at } of tradersIn(bytes)) {
    const own = byDay.get(day) ?? [];
    byDay.set(day, own);
    own.push(numbers.add(outcome, bytes, at));
    if (own.length % 1_024 === 0) await yieldToEventLoop();
  }
  return new Map([...byDay].map(([day, own]) => [day, Uint32Array.from(own)]));
}

/** Counts the wallets of each outcome that are not counted yet. @param isCounted whether a trader's number is counted already */
export function countWallets(
  bytes: Uint8Array,
  numbers: TraderNumbers,
  isCounted: (trader: number) => boolean,
): Map<number, number> {
  const wallets = new Map<number, number>();
  for (const { outcome, at } of tradersIn(bytes)) {
    const trader = numbers.find(outcome, bytes, at);
    if (trader !== -1 && isCounted(trader)) continue;
    wallets.set(outcome, (wallets.get(outcome) ?? 0) + 1);
  }
  return wallets;
}
