import { rmSync } from 'node:fs';
import { writeRowsFile } from '../analytics/arrow-rows.ts';
import { minuteMs } from '../kernel/clock.ts';
import { noSpan, type Span, spanWith } from '../kernel/span.ts';
import type { ArchivedContext } from '../wire/archived-context.ts';
import type { BatchStore } from './batch-store.ts';
import { contextColumns } from './facts/context-columns.ts';
import { type EncodedRow, factTable, type RowOf } from './facts/fact-table.ts';
import type { Journal } from './journal.ts';
import type { Dated, SourceChunk } from './source.ts';
import type { SourceNames } from './source-names.ts';

/** Minutes of markets from archives: rows of `asset_contexts` with their source file. */
const importedContexts = factTable(
  'asset_contexts',
  { ...contextColumns, source: 'integer' },
  { key: ({ coin, time }) => [coin, Math.floor(time / minuteMs)], version: 'time' },
);
type ImportedContextRow = RowOf<typeof importedContexts>;

/** @param source number of its file */
function importedContextRow(context: ArchivedContext, timeMs: number, source: number): ImportedContextRow {
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

export interface ContextCounts {
  /** New minutes of markets. */
  contexts: number;
  /** Minutes already stored (live or by an earlier import) or repeated in the file. */
  knownContexts: number;
}

/** Stores archived market states; the first state of a market and minute is kept. */
export interface ContextIntake {
  readonly counts: ContextCounts;
  add(chunk: SourceChunk): Promise<void>;
  /** Stores the remaining states, and notifies the readers that depend on prices. */
  flush(): Promise<void>;
}

const batchRows = 50_000;

interface OpenFile {
  name: string;
  source: number;
  rows: Map<string, EncodedRow>;
  /** Time spans of the pending rows, and of the whole file. */
  batch: Span;
  all: Span;
  fresh: number;
}

/**
 * Needs no journal: keys are unique, so the next import detects what a killed one stored. The change of a file's prices is recorded when
 * the file ends, or by the process that reads it again.
 *
 * @param parts.inTurn runs work in the writer's turn
 */
export function createContextIntake(parts: {
  store: BatchStore;
  journal: Journal;
  names: SourceNames;
  inTurn(work: () => Promise<void>): Promise<void>;
}): ContextIntake {
  const { store, journal, names, inTurn } = parts;
  const counts: ContextCounts = { contexts: 0, knownContexts: 0 };
  let open: OpenFile | undefined;

  function opened(name: string): OpenFile {
    const source = names.numberOf(name);
    return { name, source, rows: new Map(), batch: noSpan, all: noSpan, fresh: 0 };
  }

  function take(file: OpenFile, { timeMs, value }: Dated<ArchivedContext>): void {
    const key = `${value.coin} ${Math.floor(timeMs / minuteMs)}`;
    if (file.rows.has(key)) counts.knownContexts += 1;
    file.rows.set(key, importedContexts.encode(importedContextRow(value, timeMs, file.source)));
    file.batch = spanWith(file.batch, timeMs);
    file.all = spanWith(file.all, timeMs);
  }

  async function storeRows(file: OpenFile): Promise<void> {
    if (file.rows.size === 0) return;
    await names.flush();
    const path = journal.rowsPath(-3);
    await writeRowsFile(path, [...file.rows.values()]);
    const { source, batch } = file;
    const fresh = await store.storeContexts({ file: path, ...importedContexts.insert, source, ...batch });
    rmSync(path, { force: true });
    counts.contexts += fresh;
    counts.knownContexts += file.rows.size - fresh;
    file.fresh += fresh;
    file.rows = new Map();
    file.batch = noSpan;
  }

  async function end(): Promise<void> {
    const file = open;
    if (file === undefined) return;
    await inTurn(async () => {
      await storeRows(file);
      if (file.all.toMs === 0) return;
      await store.recordMarks({ source: file.source, ...file.all, isFresh: file.fresh > 0 });
    });
    open = undefined;
  }

  return {
    counts,
    async add({ file: name, contexts, ends }) {
      if (open !== undefined && open.name !== name) await end();
      if (contexts === undefined) return;
      open ??= opened(name);
      const file = open;
      for (const context of contexts) {
        take(file, context);
        if (file.rows.size >= batchRows) await inTurn(() => storeRows(file));
      }
      if (ends) await end();
    },
    flush: end,
  };
}
