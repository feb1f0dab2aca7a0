import type { RowBinaryReader } from '../analytics/row-binary.ts';
import type { Lifecycle } from '../domain/lifecycle.ts';

export interface StoredLifecycle {
  lifecycle: Lifecycle;
  /** The same bytes that {@link RowWriter.add} writes. */
  row: Uint8Array;
  version: number;
}

export interface StoredChain {
  /** Offset of the wallet's 20 bytes. */
  walletAt: number;
  coin: string;
  rows: StoredLifecycle[];
}

/** Yields stored rows chain by chain; the rows (`storedRow`) must be ordered by wallet, coin and number. */
export function* readStored(rows: RowBinaryReader): Generator<StoredChain> {
  let chain: StoredChain | undefined;
  const { bytes } = rows;
  while (!rows.done) {
    const from = rows.at;
    const walletAt = rows.wallet();
    const coin = rows.text();
    if (chain === undefined || chain.coin !== coin || !isSameWallet(bytes, chain.walletAt, walletAt)) {
      if (chain !== undefined) yield chain;
      chain = { walletAt, coin, rows: [] };
    }
    const lifecycle = readLifecycle(rows);
    const row = bytes.subarray(from, rows.at);
    chain.rows.push({ lifecycle, row, version: rows.int64() });
  }
  if (chain !== undefined) yield chain;
}

function isSameWallet(bytes: Uint8Array, a: number, b: number): boolean {
  for (let i = 0; i < 20; i++) if (bytes[a + i] !== bytes[b + i]) return false;
  return true;
}

/** Reads a row without its version; the reader is just after wallet and coin. */
export function readLifecycle(rows: RowBinaryReader): Lifecycle {
  const openedMs = rows.int64();
  const lifecycle = {
    openedMs,
    id: rows.int64(),
    num: rows.uint32(),
    isLong: rows.uint8() === 1,
    isCensored: rows.uint8() === 1,
    startsApart: rows.uint8() === 1,
    isClosed: rows.uint8() === 1,
    lastMs: rows.int64(),
    fills: rows.uint32(),
    lowPx: rows.decimal64(),
    highPx: rows.decimal64(),
    position: rows.decimal128(),
    peakSize: rows.decimal128(),
    openedSize: rows.decimal128(),
    entryCost: rows.decimal128(),
    closedSize: rows.decimal128(),
    exitCost: rows.decimal128(),
    pnl: rows.decimal128(),
    fees: rows.decimal128(),
    builderFees: rows.decimal128(),
    liquidatedFills: rows.uint32(),
    liquidationMethod: rows.text(),
    liquidationPnl: rows.decimal128(),
    penalty: rows.decimal128(),
    deleveragedFills: rows.uint32(),
    closedBy: rows.text() as Lifecycle['closedBy'],
  };
  rows.uint8();
  rows.wallet();
  rows.decimal64();
  rows.decimal64();
  return lifecycle;
}
