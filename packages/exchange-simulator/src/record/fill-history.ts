import type { Fill, Liquidation } from '../events.ts';
import type { Market } from '../market.ts';
import {
  createWalletRows,
  dropBefore,
  type RowRange,
  rowsInRange,
  type WalletRowsState,
} from './wallet-rows.ts';

/** A fill with the time of its block. */
export interface RecordedFill {
  timeMs: number;
  fill: Fill;
}

/** The fills of every wallet, as far as the exchange still serves them. */
export interface FillHistory {
  add(fill: Fill, timeMs: number): void;
  /** Oldest first, in the order in which they were made. */
  page(wallet: number, range: RowRange): RecordedFill[];
  /** Newest first. */
  newest(wallet: number, limit: number): RecordedFill[];
  count(wallet: number): number;
  dropBefore(timeMs: number): void;
  save(): FillHistoryState;
}

export interface FillHistoryState {
  rows: WalletRowsState<ReturnType<typeof makeColumns>>;
  /** Texts in the order of their places. */
  names: string[];
  liquidations: Map<number, Liquidation>;
}

const hashBytes = 32;
const flags = { isBuy: 1, crossed: 2, cloid: 4 };

/** 108 bytes a fill, and 4 for its place in the chain. */
function makeColumns(capacity: number) {
  const column = () => new Float64Array(capacity);
  return {
    timeMs: column(),
    px: column(),
    sz: column(),
    start: column(),
    closedPnl: column(),
    fee: column(),
    builderFee: column(),
    oid: column(),
    tid: column(),
    hash: Buffer.alloc(capacity * hashBytes),
    market: new Uint16Array(capacity),
    flags: new Uint8Array(capacity),
    dir: new Uint8Array(capacity),
    feeToken: new Uint8Array(capacity),
    builder: new Uint8Array(capacity),
    twapId: new Int32Array(capacity),
  };
}

/** @param options.markets List that the exchange lengthens; a fill keeps the place of its market. */
export function createFillHistory(options: {
  wallets: number;
  markets: readonly Market[];
  fillsPerWallet: number;
  saved?: FillHistoryState | undefined;
}): FillHistory {
  const { wallets, markets, saved } = options;
  const rows = createWalletRows({
    wallets,
    rowsPerWallet: options.fillsPerWallet,
    make: makeColumns,
    saved: saved && withBuffer(saved.rows),
  });
  const names = createNames(saved?.names ?? []);
  /** Only few fills are liquidations. An entry may outlive its row until the row is reused. */
  const liquidations = saved?.liquidations ?? new Map<number, Liquidation>();

  function read(row: number, wallet: number): RecordedFill {
    const { columns } = rows;
    const bits = columns.flags[row]!;
    const fill: Fill = {
      wallet,
      market: markets[columns.market[row]!]!,
      px: columns.px[row]!,
      sz: columns.sz[row]!,
      isBuy: (bits & flags.isBuy) !== 0,
      start: columns.start[row]!,
      dir: names.text(columns.dir[row]!),
      closedPnl: columns.closedPnl[row]!,
      hash: `0x${columns.hash.toString('hex', row * hashBytes, (row + 1) * hashBytes)}`,
      oid: columns.oid[row]!,
      crossed: (bits & flags.crossed) !== 0,
      fee: columns.fee[row]!,
      feeToken: names.text(columns.feeToken[row]!),
      builderFee: columns.builderFee[row]!,
      tid: columns.tid[row]!,
      cloid: (bits & flags.cloid) !== 0,
      builder: names.text(columns.builder[row]!),
      twapId: columns.twapId[row]!,
      liquidation: liquidations.get(row),
    };
    return { timeMs: columns.timeMs[row]!, fill };
  }

  return {
    add(fill, timeMs) {
      const row = rows.append(fill.wallet);
      const { columns } = rows;
      columns.timeMs[row] = timeMs;
      columns.px[row] = fill.px;
      columns.sz[row] = fill.sz;
      columns.start[row] = fill.start;
      columns.closedPnl[row] = fill.closedPnl;
      columns.fee[row] = fill.fee;
      columns.builderFee[row] = fill.builderFee;
      columns.oid[row] = fill.oid;
      columns.tid[row] = fill.tid;
      columns.hash.write(fill.hash.slice(2), row * hashBytes, hashBytes, 'hex');
      columns.market[row] = fill.market.index;
      columns.flags[row] =
        (fill.isBuy ? flags.isBuy : 0) | (fill.crossed ? flags.crossed : 0) | (fill.cloid ? flags.cloid : 0);
      columns.dir[row] = names.place(fill.dir);
      columns.feeToken[row] = names.place(fill.feeToken);
      columns.builder[row] = names.place(fill.builder);
      columns.twapId[row] = fill.twapId;
      if (fill.liquidation !== undefined) liquidations.set(row, fill.liquidation);
      else if (liquidations.size > 0) liquidations.delete(row);
    },
    page: (wallet, range) => rowsInRange(rows, wallet, range).map((row) => read(row, wallet)),
    newest(wallet, limit) {
      const found: RecordedFill[] = [];
      let skip = rows.count(wallet) - limit;
      for (let row = rows.first(wallet); row >= 0; row = rows.next(row)) {
        if (skip-- <= 0) found.push(read(row, wallet));
      }
      return found.reverse();
    },
    count: (wallet) => rows.count(wallet),
    dropBefore: (timeMs) => dropBefore(rows, wallets, timeMs),
    save: () => ({ rows: rows.save(), names: names.texts, liquidations }),
  };
}

/** Restores the Buffer: serialization keeps only its bytes. */
function withBuffer(rows: FillHistoryState['rows']): FillHistoryState['rows'] {
  const { hash } = rows.columns;
  return {
    ...rows,
    columns: { ...rows.columns, hash: Buffer.from(hash.buffer, hash.byteOffset, hash.length) },
  };
}

/** Interns recurring texts in one byte: 24 directions, some tokens, some builders. */
function createNames(texts: string[]) {
  const places = new Map(texts.map((text, place) => [text, place]));
  return {
    texts,
    place(text: string): number {
      const known = places.get(text);
      if (known !== undefined) return known;
      if (texts.length === 256) throw new Error(`more than 256 names in fills; ${text} is one too many`);
      places.set(text, texts.length);
      return texts.push(text) - 1;
    },
    text: (place: number) => texts[place]!,
  };
}
