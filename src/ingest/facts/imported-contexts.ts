import { minuteMs } from '../../kernel/clock.ts';
import type { ArchivedContext } from '../../wire/archived-context.ts';
import { contextColumns } from './context-columns.ts';
import { factTable, type RowOf } from './fact-table.ts';

/** Minutes of markets from archives: rows of `asset_contexts` with their source file. */
export const importedContexts = factTable(
  'asset_contexts',
  { ...contextColumns, source: 'integer' },
  { key: ({ coin, time }) => [coin, Math.floor(time / minuteMs)], version: 'time' },
);
export type ImportedContextRow = RowOf<typeof importedContexts>;

/** @param source number of its file */
export function importedContextRow(
  context: ArchivedContext,
  timeMs: number,
  source: number,
): ImportedContextRow {
  const { coin, funding, open_interest, prev_day_px, day_ntl_vlm, oracle_px, mark_px } = context;
  const colon = coin.indexOf(':');
  return {
    coin,
    funding,
    open_interest,
    prev_day_px,
    day_ntl_vlm,
    oracle_px,
    mark_px,
    dex: colon < 0 ? '' : coin.slice(0, colon),
    time: timeMs,
    // The archive does not contain it.
    day_base_vlm: '0',
    premium: context.premium ?? '0',
    mid_px: context.mid_px ?? '0',
    impact_bid_px: context.impact_bid_px ?? '0',
    impact_ask_px: context.impact_ask_px ?? '0',
    source,
  };
}
