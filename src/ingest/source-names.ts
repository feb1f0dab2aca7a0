import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { writeRowsFile } from '../analytics/arrow-rows.ts';
import type { BatchStore } from './batch-store.ts';
import { type FillColumns, writeInteger } from './fill-columns.ts';
import type { Journal } from './journal.ts';

/** Files and feeds that fills come from, by the number stored with each fill. */
export interface SourceNames {
  /** Sets the file or feed of every row. */
  mark(fills: FillColumns, name: string): void;
  nameOf(number: number): string;
  /** Number of a file or feed; queues new names to be stored. */
  numberOf(name: string): number;
  /** Sends the store the names that came since; within the writer's turn. */
  flush(): Promise<void>;
}

export function createSourceNames(store: BatchStore, journal: Journal): SourceNames {
  const names = new Map<number, string>();
  let unreported: number[] = [];
  let last = { name: '', number: 0 };

  function numberOf(name: string): number {
    if (last.name !== name) last = { name, number: sourceNumber(name) };
    const { number } = last;
    if (!names.has(number)) unreported.push(number);
    names.set(number, name);
    return number;
  }

  return {
    numberOf,
    mark(fills, name) {
      if (fills.count === 0) return;
      const number = numberOf(name);
      fills.used.add('source');
      for (let row = 0; row < fills.count; row++) writeInteger(fills.words.source, row, number);
    },
    nameOf: (number) => names.get(number) ?? '',
    async flush() {
      if (unreported.length === 0) return;
      const file = journal.rowsPath(-1);
      await writeRowsFile(
        file,
        unreported.map((source) => ({ source, name: names.get(source)! })),
      );
      const columns = { structure: 'source Int64, name String', select: 'source, name' };
      await store.insertRows({ file, ...columns, target: 'fill_sources (source, name)', token: '' });
      rmSync(file, { force: true });
      unreported = [];
    },
  };
}

/**
 * Number of a file or feed: a hash, so that processes agree without coordination. 53 bits, never 0.
 * @param name absolute path, or name of the feed
 */
function sourceNumber(name: string): number {
  return Number(hash('sha256', name, 'buffer').readBigUInt64BE() >> 11n) || 1;
}
