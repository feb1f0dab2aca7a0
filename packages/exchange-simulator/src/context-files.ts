import { join } from 'node:path';
import { minuteMs, rfc3339 } from '../../../src/kernel/clock.ts';
import { type ArchivedContext, archivedContextColumns } from '../../../src/wire/archived-context.ts';
import { type CsvFiles, createCsvFiles } from './csv-files.ts';
import { wirePerpContext } from './payloads/context.ts';
import type { ExchangeQueries } from './queries.ts';

/**
 * Writes the states of perps as the exchange's archive does: `asset_ctxs`, one row a perp and minute
 * (docs/exchange.md#archives).
 */
export interface ContextFiles extends Pick<CsvFiles, 'files' | 'bytes'> {
  /** The state of every listed perp now; once a minute at most. @param timeMs unix milliseconds */
  write(timeMs: number): void;
  /** Writes buffered rows; later rows begin a new file. */
  close(): void;
}

const pendingRows = 5_000;

/** @param dir made with the first row that is written */
export function createContextFiles(dir: string, exchange: ExchangeQueries): ContextFiles {
  const file = createCsvFiles(join(dir, 'asset_ctxs'), archivedContextColumns);
  let minute = 0;
  let rows: string[] = [];

  function flush(): void {
    file.write(minute * minuteMs, rows);
    rows = [];
  }

  return {
    get files() {
      return file.files;
    },
    get bytes() {
      return file.bytes;
    },
    write(timeMs) {
      const now = Math.floor(timeMs / minuteMs);
      if (now === minute) return;
      minute = now;
      for (const market of exchange.markets) {
        if (market.kind === 'perp' && market.open) rows.push(rowOf(market.coin, timeMs));
      }
      if (rows.length >= pendingRows) flush();
    },
    close() {
      flush();
      file.close();
    },
  };

  function rowOf(coin: string, timeMs: number): string {
    const context = wirePerpContext(exchange, exchange.market(coin)!);
    const row: Record<keyof ArchivedContext, string | null> = {
      time: rfc3339(timeMs),
      coin,
      funding: context.funding,
      open_interest: context.openInterest,
      prev_day_px: context.prevDayPx,
      day_ntl_vlm: context.dayNtlVlm,
      premium: context.premium ?? null,
      oracle_px: context.oraclePx,
      mark_px: context.markPx,
      mid_px: context.midPx ?? null,
      impact_bid_px: context.impactPxs?.[0] ?? null,
      impact_ask_px: context.impactPxs?.[1] ?? null,
    };
    return archivedContextColumns.map((column) => row[column as keyof ArchivedContext] ?? '').join(',');
  }
}
