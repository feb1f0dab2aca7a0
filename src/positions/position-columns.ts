/** What a position rests on: its newest observation is a fill, or an account state. */
export const basis = { fill: 1, state: 2 } as const;

/**
 * The open positions of one coin, one a wallet, in no order. The arrays are those that the process keeps: read them within one
 * turn of the event loop, up to `count`, and copy what has to last.
 */
export interface PositionColumns {
  readonly coin: string;
  readonly count: number;
  /** Row in the registry of wallets. */
  readonly wallet: Int32Array;
  /** Coins, signed; never 0. */
  readonly size: Float64Array;
  /** Average; NaN where it is not known. */
  readonly entryPx: Float64Array;
  /** Unix milliseconds: of the fill that opened it, else of the earliest fill or state that is known to show it. */
  readonly openedMs: Float64Array;
  /** Of its newest fill or state. */
  readonly updatedMs: Float64Array;
  /** Of the newest state that leverage, margin and funding come from; 0 where none was read. */
  readonly stateMs: Float64Array;
  /** 0 where it is not known. */
  readonly leverage: Uint16Array;
  /** 1 where the position has its own margin. */
  readonly isIsolated: Uint8Array;
  /** NaN where no price above 0 liquidates, or none is known. */
  readonly liquidationPx: Float64Array;
  /** In the collateral of the coin's dex; NaN where it is not known. */
  readonly marginUsed: Float64Array;
  /** Since it was opened, positive is paid; NaN where it is not known. */
  readonly fundingSinceOpen: Float64Array;
  /** Of {@link basis}: what size and entry rest on. */
  readonly basis: Uint8Array;
}

/** One position, read out of its columns; what is not known is undefined. */
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
