/** Basis of a position: its newest observation is a fill or an account state. */
export const basis = { fill: 1, state: 2 } as const;

/**
 * The open positions of one coin, one per wallet, unordered. The arrays are live: read them within one turn of the event loop, up
 * to `count`, and copy values that must last.
 */
export interface PositionColumns {
  readonly coin: string;
  readonly count: number;
  /** Row in the registry of wallets. */
  readonly wallet: Int32Array;
  /** Coins, signed; never 0. */
  readonly size: Float64Array;
  /** Average; NaN if unknown. */
  readonly entryPx: Float64Array;
  /** Unix milliseconds of the opening fill, else of the earliest known fill or state that shows the position. */
  readonly openedMs: Float64Array;
  /** Unix milliseconds of the newest fill or state. */
  readonly updatedMs: Float64Array;
  /** Unix milliseconds of the state that leverage, margin and funding come from; 0 = none. */
  readonly stateMs: Float64Array;
  /** 0 if unknown. */
  readonly leverage: Uint16Array;
  /** 1 if the position has its own margin. */
  readonly isIsolated: Uint8Array;
  /** NaN if unknown, or if no price above 0 liquidates. */
  readonly liquidationPx: Float64Array;
  /** In the collateral of the coin's dex; NaN if unknown. */
  readonly marginUsed: Float64Array;
  /** Since opening; positive = paid; NaN if unknown. */
  readonly fundingSinceOpen: Float64Array;
  /** {@link basis} of size and entry price. */
  readonly basis: Uint8Array;
}

/** One position as an object; unknown values are undefined. */
export interface PositionRow {
  coin: string;
  wallet: number;
  size: number;
  entryPx: number | undefined;
  openedMs: number;
  updatedMs: number;
  stateMs: number | undefined;
  leverage: number | undefined;
  leverageType: 'cross' | 'isolated' | undefined;
  liquidationPx: number | undefined;
  marginUsed: number | undefined;
  fundingSinceOpen: number | undefined;
  basis: 'fill' | 'state';
}

export function positionRow(columns: PositionColumns, row: number): PositionRow {
  const hasState = columns.stateMs[row]! > 0;
  return {
    coin: columns.coin,
    wallet: columns.wallet[row]!,
    size: columns.size[row]!,
    entryPx: known(columns.entryPx[row]!),
    openedMs: columns.openedMs[row]!,
    updatedMs: columns.updatedMs[row]!,
    stateMs: hasState ? columns.stateMs[row]! : undefined,
    leverage: hasState && columns.leverage[row]! > 0 ? columns.leverage[row]! : undefined,
    leverageType:
      hasState && columns.leverage[row]! > 0
        ? columns.isIsolated[row] === 1
          ? 'isolated'
          : 'cross'
        : undefined,
    liquidationPx: known(columns.liquidationPx[row]!),
    marginUsed: known(columns.marginUsed[row]!),
    fundingSinceOpen: known(columns.fundingSinceOpen[row]!),
    basis: columns.basis[row] === basis.state ? 'state' : 'fill',
  };
}

function known(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}
