import type { Static } from 'typebox';
import { ascending, descending, totalOrder } from '../../analytics/total-order.ts';
import { cohortOf } from '../../boards/trader-cohorts.ts';
import type { TradersBoard } from '../../boards/traders.ts';
import { returnOnEquity, type ValuedPosition } from '../../domain/exposure.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { PositionColumns } from '../../positions/position-columns.ts';
import { hasFreshState } from '../../positions/valued-positions.ts';
import { bodySchema, nullable } from '../schema.ts';
import {
  coinName,
  dateTime,
  decimal,
  double,
  int64,
  text,
  timeMs,
  untyped,
  winRatePercent,
} from './fields.ts';

const unknown = 'null if unknown';

export const topPositionsRow = bodySchema('GetTopPositionsRow', {
  address: untyped('Wallet address, lower case.', 'text'),
  coin: coinName(),
  size: nullable(double('Units of the coin, above 0.')),
  side: text('long or short.'),
  entryPx: nullable(double(`Average entry price, USD; ${unknown}.`)),
  markPx: nullable(double(`Mark price, USD; ${unknown}.`)),
  leverage: nullable(double('Null if no account state of the last 24 hours has it.')),
  leverageType: nullable(text('cross or isolated; null if unknown.')),
  liquidationPx: nullable(double('Null if none is known.')),
  unrealizedPnl: nullable(double(`At mark, USD; ${unknown}.`)),
  marginUsed: nullable(double(`USD; ${unknown}.`)),
  roe: nullable(double(`Unrealized PnL / (size × entry / leverage), a fraction; ${unknown}.`)),
  fundingSinceOpen: nullable(
    double(
      `Funding paid since it was opened, USD; negative was received; ${unknown}. Pages show it as received.`,
    ),
  ),
  notional: nullable(double('size × mark, USD.')),
  pUpdatedAt: nullable(dateTime('Newest fill or state.')),
  pOpenedAt: nullable(dateTime('Opening, or the earliest fill or state that shows it.')),
  openedAtRaw: nullable(timeMs('The same')),
  pnlTier: nullable(text("The wallet's all-time PnL cohort; null for none.")),
  sizeTier: nullable(text("The wallet's all-time size cohort; null for none.")),
  traderTotalPnl: decimal("The wallet's closed PnL of all time, before fees, USD; 0 without fills."),
  traderWinRate: nullable(
    double("The wallet's winning fills / fills × 100, of all time; null without fills."),
  ),
  traderTotalTrades: nullable(int64("The wallet's fills of all time.")),
});

type TopRow = Static<typeof topPositionsRow>;

const rowsLimit = 20;

/** By size, which orders positions of one coin like their value at any price. */
const bySize = totalOrder<ValuedPosition>(
  descending(({ size }) => Math.abs(size)),
  ascending(({ address }) => address),
);

interface Ranked {
  position: ValuedPosition;
  row: number;
}

/** Collects the largest positions of a coin during a pass, with or without a price of the coin. */
export function createTopPositions() {
  const largest: Ranked[] = [];
  let held: PositionColumns | undefined;
  return {
    add(position: ValuedPosition, columns: PositionColumns, row: number): void {
      held = columns;
      const last = largest.at(-1);
      if (largest.length === rowsLimit && bySize(last!.position, position) <= 0) return;
      const place = largest.findIndex((other) => bySize(position, other.position) < 0);
      largest.splice(place < 0 ? largest.length : place, 0, { position, row });
      if (largest.length > rowsLimit) largest.pop();
    },
    /** The rows, largest first. Call synchronously after the pass. */
    rows(parts: { board: TradersBoard; markPx: number | undefined; nowMs: number }): TopRow[] {
      return largest.map(({ position, row }) => topRow(position, held!, row, parts));
    },
  };
}

function topRow(
  { address, coin, size, notional, unrealizedPnl }: ValuedPosition,
  columns: PositionColumns,
  row: number,
  { board, markPx, nowMs }: { board: TradersBoard; markPx: number | undefined; nowMs: number },
): TopRow {
  const entryPx = known(columns.entryPx[row]!);
  const hasState = hasFreshState(columns, row, nowMs);
  const marginUsed = hasState ? known(columns.marginUsed[row]!) : null;
  const leverage = hasState && columns.leverage[row]! > 0 ? columns.leverage[row]! : null;
  const roe = returnOnEquity({
    size,
    unrealizedPnl,
    entryPx: entryPx ?? undefined,
    leverage: leverage ?? undefined,
  });
  const openedMs = columns.openedMs[row]!;
  return {
    address,
    coin,
    size: Math.abs(size),
    side: size > 0 ? 'long' : 'short',
    entryPx,
    markPx: markPx ?? null,
    leverage,
    leverageType: leverage === null ? null : columns.isIsolated[row] === 1 ? 'isolated' : 'cross',
    liquidationPx: known(columns.liquidationPx[row]!),
    unrealizedPnl: unrealizedPnl ?? null,
    marginUsed,
    roe: roe ?? null,
    fundingSinceOpen: hasState ? known(columns.fundingSinceOpen[row]!) : null,
    notional: notional ?? null,
    pUpdatedAt: rfc3339(columns.updatedMs[row]!),
    pOpenedAt: rfc3339(openedMs),
    openedAtRaw: openedMs,
    ...traderFields(board, address),
  };
}

function traderFields(board: TradersBoard, address: string) {
  const row = board.find(address);
  const trades = row === undefined ? 0 : (board.columns.allTimeTrades[row] ?? 0);
  if (row === undefined || trades === 0) {
    return { pnlTier: null, sizeTier: null, traderTotalPnl: '0', traderWinRate: null, traderTotalTrades: 0 };
  }
  return {
    pnlTier: cohortOf(board, row, 'pnl', 'alltime') ?? null,
    sizeTier: cohortOf(board, row, 'size', 'alltime') ?? null,
    traderTotalPnl: String(board.columns.allTimePnl[row]!),
    traderWinRate: winRatePercent(board.columns.allTimeWins[row]!, trades),
    traderTotalTrades: trades,
  };
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
