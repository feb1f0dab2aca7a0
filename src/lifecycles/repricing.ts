import { readRowBinary } from '../analytics/row-binary.ts';
import { createEdgeSet, type EdgeMinutes } from './edge-minutes.ts';
import { type PriceHistory, unknownPrices, walletTail } from './price-history.ts';
import { createRowChanges, type WrittenRows } from './row-changes.ts';
import { readStored } from './stored-lifecycle.ts';

/** The minutes of which {@link repriced} asks for single moments. @param bytes closed lifecycles, `storedRow` */
export function edgesOfRows(bytes: Uint8Array): EdgeMinutes {
  const edges = createEdgeSet();
  for (const { coin, rows } of readStored(readRowBinary(bytes))) {
    for (const { lifecycle } of rows) edges.add(coin, lifecycle.openedMs, lifecycle.lastMs);
  }
  return edges.take();
}

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
      const { openedSize, lowPx, highPx, ...lifecycle } = stored.lifecycle;
      const span = { ...lifecycle, lowPx: Number(lowPx), highPx: Number(highPx) };
      changes.reprice(stored, openedSize === 0n ? unknownPrices : prices.excursion(own, coin, span));
    }
  }
  return changes.take();
}
