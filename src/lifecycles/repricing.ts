import { readRowBinary } from '../analytics/row-binary.ts';
import { entryOf } from './entry-price.ts';
import { type PriceHistory, walletTail } from './price-history.ts';
import { createRowChanges, type WrittenRows } from './row-changes.ts';
import { readStored } from './stored-lifecycle.ts';

/** Rows whose worst or best price is another by the prices that are known now. @param bytes closed lifecycles, `storedRow` */
export function repriced(
  bytes: Uint8Array,
  prices: Pick<PriceHistory, 'excursion'>,
  version: number,
): WrittenRows {
  const changes = createRowChanges({ version, withPrices: true });
  for (const { walletAt, coin, rows } of readStored(readRowBinary(bytes))) {
    const own = walletTail(bytes, walletAt);
    for (const stored of rows) {
      const { lifecycle } = stored;
      changes.reprice(stored, prices.excursion(own, coin, lifecycle, entryOf(lifecycle)));
    }
  }
  return changes.take();
}
