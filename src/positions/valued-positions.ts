import type { ValuedPosition } from '../domain/exposure.ts';
import { dayMs } from '../kernel/clock.ts';
import { roundedUsd } from '../kernel/rounded.ts';
import type { PositionColumns, PositionRow } from './position-columns.ts';
import type { Positions } from './positions.ts';

/** How long a state's leverage, margin and funding count as known. */
const stateForMs = dayMs;

/** Receives each position of a coin; its row of the columns has the other values. */
export type TakePosition = (position: ValuedPosition, columns: PositionColumns, row: number) => void;

/** Builds the address on access: few are read, and the text of an address costs more than all the rest. */
class MarkedPosition implements ValuedPosition {
  // The getter is on the class: a getter per object would make each of a million objects slow.
  readonly coin: string;
  readonly size: number;
  readonly notional: number | undefined;
  readonly unrealizedPnl: number | undefined;
  readonly leverage: number | undefined;
  readonly #wallet: number;
  readonly #addresses: Pick<Positions, 'address'>;

  constructor(
    addresses: Pick<Positions, 'address'>,
    wallet: number,
    { coin, size, notional, unrealizedPnl, leverage }: Omit<ValuedPosition, 'address'>,
  ) {
    this.coin = coin;
    this.size = size;
    this.notional = notional;
    this.unrealizedPnl = unrealizedPnl;
    this.leverage = leverage;
    this.#wallet = wallet;
    this.#addresses = addresses;
  }

  get address(): string {
    return this.#addresses.address(this.#wallet);
  }
}

export interface Valuation {
  /** Mark price; undefined if unknown: positions then have no value, and the entry price is no substitute. */
  markPx: number | undefined;
  nowMs: number;
}

/** True if leverage, margin and funding of a row are known. */
export function hasFreshState({ stateMs }: PositionColumns, row: number, nowMs: number): boolean {
  return stateMs[row]! > 0 && isFreshState(stateMs[row], nowMs);
}

/** As {@link hasFreshState}, by the time of the state. */
export function isFreshState(stateMs: number | undefined, nowMs: number): boolean {
  return stateMs !== undefined && nowMs - stateMs <= stateForMs;
}

export function eachPosition(
  positions: Pick<Positions, 'ofCoin' | 'address'>,
  coin: string,
  valuation: Valuation,
  take: TakePosition,
): void {
  const columns = positions.ofCoin(coin);
  for (let row = 0; row < columns.count; row++) {
    take(positionAt(positions, columns, row, valuation), columns, row);
  }
}

export function positionAt(
  positions: Pick<Positions, 'address'>,
  columns: PositionColumns,
  row: number,
  { markPx, nowMs }: Valuation,
): ValuedPosition {
  const size = columns.size[row]!;
  return new MarkedPosition(positions, columns.wallet[row]!, {
    coin: columns.coin,
    ...worthOf(size, columns.entryPx[row]!, markPx),
    leverage: (hasFreshState(columns, row, nowMs) && columns.leverage[row]) || undefined,
  });
}

/** As {@link positionAt}, for a {@link PositionRow}. */
export function valuedRow(
  { size, entryPx, stateMs, leverage }: Pick<PositionRow, 'size' | 'entryPx' | 'stateMs' | 'leverage'>,
  { markPx, nowMs }: Valuation,
): Pick<ValuedPosition, 'size' | 'notional' | 'unrealizedPnl' | 'leverage'> {
  const isFresh = isFreshState(stateMs, nowMs);
  return { ...worthOf(size, entryPx ?? Number.NaN, markPx), leverage: isFresh ? leverage : undefined };
}

/** @param entryPx NaN if unknown */
function worthOf(size: number, entryPx: number, markPx: number | undefined) {
  if (markPx === undefined) return { size, notional: undefined, unrealizedPnl: undefined };
  return {
    size,
    notional: roundedUsd(Math.abs(size) * markPx),
    unrealizedPnl: Number.isNaN(entryPx) ? undefined : roundedUsd(size * (markPx - entryPx)),
  };
}
