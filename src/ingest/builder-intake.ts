import { rmSync } from 'node:fs';
import { writeRowsFile } from '../analytics/arrow-rows.ts';
import type { BuilderFill } from '../wire/builder-fill.ts';
import type { BatchStore } from './batch-store.ts';
import { factTable } from './facts/fact-table.ts';
import type { Journal } from './journal.ts';
import type { Dated, SourceChunk } from './source.ts';
import { builderRowsTable } from './stored-builder-rows.ts';

export interface BuilderCounts {
  completed: number;
  known: number;
  unattributed: number;
}

/** Reads the daily files of one builder: they add the builder to stored fills, and add no fills. */
export interface BuilderIntake {
  readonly counts: BuilderCounts;
  add(chunk: SourceChunk): Promise<void>;
  flush(): Promise<void>;
}

const rowsOf = factTable(
  builderRowsTable,
  {
    wallet: 'wallet',
    coin: 'text',
    time: 'timeMs',
    side: 'text',
    px: 'decimal',
    sz: 'decimal',
    crossed: 'flag',
    twap_id: 'integer',
    builder_fee: 'decimal',
  },
  { key: () => [] },
);

function encoded({ timeMs, value }: Dated<BuilderFill>) {
  const { user, coin, side, px, sz, crossed, twap_id, builder_fee } = value;
  return rowsOf.encode({
    wallet: user,
    coin,
    time: timeMs,
    side: side === 'Bid' ? 'B' : 'A',
    px,
    sz,
    builder_fee,
    crossed: /^([Tt]rue|1)$/.test(crossed),
    twap_id: Number(twap_id ?? 0),
  });
}

/**
 * Matches a file as a whole at its end, because the number of equal rows decides whether they are unambiguous. Rewrites stored fills at
 * the end of the import, because a rewrite costs by the month.
 *
 * @param parts.builder lower case
 * @param parts.inTurn runs work in the writer's turn
 */
export function createBuilderIntake(parts: {
  store: BatchStore;
  journal: Journal;
  builder: string;
  inTurn(work: () => Promise<void>): Promise<void>;
}): BuilderIntake {
  const { store, journal, builder, inTurn } = parts;
  const counts: BuilderCounts = { completed: 0, known: 0, unattributed: 0 };
  let file = '';
  let span = { fromMs: Number.MAX_SAFE_INTEGER, toMs: 0 };

  async function stage(name: string, rows: readonly Dated<BuilderFill>[]): Promise<void> {
    const path = journal.rowsPath(-4);
    await writeRowsFile(path, rows.map(encoded));
    const isFirst = file !== name;
    file = name;
    if (isFirst) span = { fromMs: Number.MAX_SAFE_INTEGER, toMs: 0 };
    await store.stageBuilderRows({ file: path, ...rowsOf.insert, isFirst });
    rmSync(path, { force: true });
    for (const { timeMs } of rows) {
      span = { fromMs: Math.min(span.fromMs, timeMs), toMs: Math.max(span.toMs, timeMs) };
    }
  }

  return {
    counts,
    async add({ file: name, builderFills, ends }) {
      if (builderFills === undefined) return;
      if (builderFills.length > 0) await stage(name, builderFills);
      if (!ends || file !== name) return;
      await inTurn(async () => {
        const found = await store.matchBuilderRows({ builder, ...span });
        counts.completed += found.completed;
        counts.known += found.known;
        counts.unattributed += found.unattributed;
      });
      file = '';
    },
    async flush() {
      if (counts.completed > 0) await inTurn(async () => void (await store.rewrite({ namesChanges: true })));
    },
  };
}
