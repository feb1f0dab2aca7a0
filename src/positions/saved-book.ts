import type { HeldParts } from '../changes/view-snapshots.ts';
import type { FileColumn, FileColumns } from '../kernel/column-file.ts';
import type { NumberCounts } from '../kernel/number-counts.ts';
import { createYielder } from '../kernel/yielder.ts';
import type { CoinPositions } from './coin-positions.ts';

interface SavedBook {
  reading: number;
  /** In the order of their numbers, with each coin's row count in the columns. */
  coins: [coin: string, count: number][];
  dexes: string[];
}

/** Unix milliseconds by numeric key: dex and wallet for accounts, coin and wallet for closed positions. */
interface Times {
  accounts: Map<number, number>;
  closed: Map<number, number>;
}

/** @param book.reading number of its newest full reading */
export async function saveBook(
  book: Times & { reading: number; byCoin: ReadonlyMap<string, CoinPositions>; dexes: Map<string, number> },
): Promise<HeldParts> {
  const { reading, byCoin, dexes, accounts, closed } = book;
  const yieldToEventLoop = createYielder();
  const parts = Array.from(byCoin.values(), (positions) => positions.save());
  const columns: FileColumns = {};
  for (const name of Object.keys(parts[0] ?? {})) {
    columns[name] = joinedColumn(parts.map((part) => part[name]!));
    await yieldToEventLoop();
  }
  for (const [name, times] of Object.entries({ accounts, closed })) {
    columns[`${name} keys`] = Float64Array.from(times.keys());
    columns[`${name} times`] = Float64Array.from(times.values());
    await yieldToEventLoop();
  }
  const coins = Array.from(byCoin, ([coin, { columns }]) => [coin, columns.count] as [string, number]);
  return { meta: { reading, coins, dexes: [...dexes.keys()] } satisfies SavedBook, columns };
}

/** @param parts of {@link saveBook} */
export const savedReading = ({ meta }: HeldParts): number => (meta as SavedBook).reading;

/** The book must be empty. @param parts of {@link saveBook} */
export async function restoreBook(
  { meta, columns }: HeldParts,
  book: Times & {
    dexes: Map<string, number>;
    holders: NumberCounts;
    positionsOf(coin: string): CoinPositions;
  },
): Promise<void> {
  const yieldToEventLoop = createYielder();
  const saved = meta as SavedBook;
  for (const dex of saved.dexes) book.dexes.set(dex, book.dexes.size);
  for (const name of ['accounts', 'closed'] as const) {
    const [keys, values] = [columns[`${name} keys`]!, columns[`${name} times`]!];
    for (let i = 0; i < keys.length; i++) {
      book[name].set(keys[i] as number, values[i] as number);
      if (i % 1_024 === 0) await yieldToEventLoop();
    }
  }
  let from = 0;
  for (const [coin, count] of saved.coins) {
    const positions = book.positionsOf(coin);
    positions.restore(columnsOfRows(columns, from, count));
    for (let row = 0; row < count; row++) book.holders.add(positions.columns.wallet[row]!, 1);
    from += count;
    await yieldToEventLoop();
  }
}

/** @param parts all of one type */
function joinedColumn(parts: readonly FileColumn[]): FileColumn {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const joined = new (parts[0]!.constructor as new (length: number) => FileColumn)(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part as never, at);
    at += part.length;
  }
  return joined;
}

/** One coin's slice of the joined columns; 128-bit amounts take two items per row. */
function columnsOfRows(columns: FileColumns, from: number, count: number): FileColumns {
  const parts: FileColumns = {};
  for (const [name, column] of Object.entries(columns)) {
    const width = column instanceof BigInt64Array ? 2 : 1;
    parts[name] = column.subarray(from * width, (from + count) * width);
  }
  return parts;
}
