import { readRowBinary } from '../analytics/row-binary.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import { createBreather } from '../kernel/breather.ts';
import { type FillRows, fillRows } from './recent-fill-table.ts';

/** Between two looks at how long the thread was kept. */
const rowsPerLook = 1_024;
/** Amounts of a row, in their order. */
const amounts = ['price', 'size', 'volume', 'pnl', 'fee', 'tid', 'startPosition'] as const;
/** With the shortest names. */
const leastRowBytes = 8 + 4 + 20 + 1 + 1 + 1 + amounts.length * 8;

/** Names by number, in the order in which they were first seen. */
function createNumbering() {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  return {
    find: (text: string) => numbers.get(text),
    textOf: (number: number) => texts[number],
    texts: (): readonly string[] => texts,
    numberOf(text: string): number {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, texts.length);
      return texts.push(text) - 1;
    },
  };
}

/** Reads pages of `recent-fill-queries.ts`. Coins and directions are numbered in the order in which they are met. */
export function createFillPages(wallets: WalletIndex) {
  const coins = createNumbering();
  const directions = createNumbering();

  /** Breathes: a page takes longer than the thread of the requests may be kept. */
  async function rowsOf(bytes: Uint8Array): Promise<FillRows> {
    const breathe = createBreather();
    const rows = readRowBinary(bytes);
    const read = fillRows(Math.ceil(bytes.length / leastRowBytes));
    const { columns } = read;
    for (; !rows.done; read.count++) {
      const at = read.count;
      columns.timeMs[at] = rows.int64();
      columns.seq[at] = rows.uint32();
      columns.wallet[at] = wallets.rowOf(bytes, rows.wallet());
      columns.coin[at] = coins.numberOf(rows.text());
      columns.isBuy[at] = rows.uint8();
      columns.direction[at] = directions.numberOf(rows.text());
      for (const amount of amounts) columns[amount][at] = rows.double();
      if (at % rowsPerLook === 0) await breathe();
    }
    return read;
  }

  return { coins, directions, rowsOf };
}
