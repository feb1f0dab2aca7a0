import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import { readRowBinary } from '../analytics/row-binary.ts';
import { nearestNumber } from '../kernel/nearest-number.ts';
import { createYielder } from '../kernel/yielder.ts';
import type { HeldPosition, PositionState } from './held-position.ts';
import { basis } from './position-columns.ts';
import { lane } from './position-queries.ts';
import type { ReadingParts } from './whole-reading.ts';

/** The newest hour of the payment census without a missing payment, unix seconds; 0 = none. */
const wholePaidHour = query({
  name: 'position_paid_hour',
  params: {},
  row: Type.Object({ hour: Type.Integer() }),
  sql: 'SELECT toUInt32(max(hour)) AS hour FROM payment_census WHERE is_whole',
});

/** Positions named by the payments of an hour. Row: coin, wallet, unix milliseconds of the payment, size. */
export const paidPositions = query({
  name: 'payment_census_positions',
  params: { hour: 'TimeMs' },
  row: Type.Object({}),
  limits: { deadlineMs: 120_000, maxRows: 5_000_000 },
  sql: `
    SELECT CAST(coin, 'String'), wallet, toUnixTimestamp64Milli(time), szi
    FROM paid_positions FINAL
    WHERE hour = toDateTime({hour:TimeMs})
    ORDER BY coin, wallet`,
});

/**
 * Adds positions from the newest hour's payments that have neither a stored fill nor a stored account state, because they were opened
 * before the record began. Each has only a size, until a fill or state arrives or an hour has no payment for it.
 *
 * @param doneMs newest hour applied before, unix milliseconds; 0 = none
 * @returns newest hour applied now
 */
export async function followPayments(
  { store, wallets, book }: ReadingParts,
  doneMs: number,
): Promise<number> {
  const [found] = await store.rows(wholePaidHour, {}, lane);
  const hour = (found?.hour ?? 0) * 1_000;
  if (hour <= doneMs) return doneMs;
  const rows = readRowBinary(await store.bytes(paidPositions, { hour }, lane));
  // Payments are kept for two days: an older hour has no rows and must not close positions.
  if (rows.done) return hour;
  const yieldToEventLoop = createYielder();
  while (!rows.done) {
    const coin = rows.text();
    const wallet = wallets.rowOf(rows.bytes, rows.wallet());
    const paid = { timeMs: rows.int64(), size: nearestNumber(rows.decimal128(), 12) };
    const held = book.held(coin, wallet);
    if (held === undefined || isPaidAlone(held))
      book.addState(coin, wallet, stateOf({ firstMs: held?.state?.firstMs ?? paid.timeMs, ...paid }));
    await yieldToEventLoop();
  }
  await closeUnpaid(book, hour);
  return hour;
}

/** Closes positions known from payments alone that the hour has no payment for. */
async function closeUnpaid(book: ReadingParts['book'], hour: number): Promise<void> {
  const yieldToEventLoop = createYielder();
  for (const coin of book.reading.coins()) {
    const columns = book.reading.ofCoin(coin);
    const unpaid: number[] = [];
    for (let row = 0; row < columns.count; row++) {
      const isBare = columns.basis[row] === basis.state && columns.leverage[row] === 0;
      if (isBare && columns.stateMs[row]! < hour) unpaid.push(columns.wallet[row]!);
    }
    for (const wallet of unpaid) {
      if (!isPaidAlone(book.held(coin, wallet)!)) continue;
      book.addState(coin, wallet, stateOf({ timeMs: hour, firstMs: hour, size: 0 }));
      await yieldToEventLoop();
    }
  }
}

/** An account state always has a leverage or a margin; a payment has neither. */
function isPaidAlone({ chain, state }: HeldPosition): boolean {
  return (
    chain === undefined && state !== undefined && state.maxLeverage === 0 && Number.isNaN(state.marginUsed)
  );
}

function stateOf(paid: Pick<PositionState, 'timeMs' | 'firstMs' | 'size'>): PositionState {
  return {
    ...paid,
    entryPx: Number.NaN,
    leverage: 0,
    isIsolated: false,
    maxLeverage: 0,
    marginUsed: Number.NaN,
    liquidationPx: Number.NaN,
    fundingSinceOpen: Number.NaN,
    debt: Number.NaN,
  };
}
