import { rmSync } from 'node:fs';
import { Type } from 'typebox';
import { writeRowsFile } from '../analytics/arrow-rows.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { BatchStore } from './batch-store.ts';
import type { Journal } from './journal.ts';
import type { FillSource, ObjectVersion } from './source.ts';

const status = query({
  name: 'imported_objects',
  params: {},
  row: Type.Object({ url: Type.String(), etag: Type.String() }),
  limits: { deadlineMs: 60_000, maxRows: 1_000_000 },
  // Fills removed or lost since may come from any object, so all objects are read again.
  sql: `
    SELECT url, etag FROM imported_objects FINAL
    WHERE seq >= (SELECT max(seq) FROM ingest_batches WHERE match(token, '^(forgot|lost|unmarks)-'))
    ORDER BY url
    LIMIT 1000000`,
});

/** Objects whose usable records are all stored. */
export function readImportedObjects(store: AnalyticsStore): Promise<ObjectVersion[]> {
  return store.rows(status, {}, { lane: 'write' });
}

/** Object bytes that end a batch early: more than an hour of the exchange. */
const flushBytes = 64 << 20;

/** Records which objects of a source were read to the end, so that a restarted import does not pay for them twice. */
export interface ObjectRecord {
  /** Notes a chunk of a file. @returns whether 64 MiB or more of objects wait for {@link ObjectRecord.write} */
  note(file: string, bytesRead: number, isDamaged: boolean): boolean;
  /** Records the ended objects, whose fills are all stored by now. @param isWhole whether the source has ended, too */
  write(isWhole: boolean): Promise<void>;
}

/** @param parts.inTurn runs work in the writer's turn */
export function createObjectRecord(parts: {
  source: FillSource;
  store: BatchStore;
  journal: Journal;
  inTurn(work: () => Promise<void>): Promise<void>;
}): ObjectRecord {
  const { source, store, journal, inTurn } = parts;
  let open: { file: string; bytes: number; isDamaged: boolean } | undefined;
  let ended: (ObjectVersion & { bytes: number })[] = [];

  function end(): void {
    const object = open === undefined || open.isDamaged ? undefined : source.objectOf?.(open.file);
    if (object !== undefined) ended.push({ ...object, bytes: open!.bytes });
    open = undefined;
  }

  return {
    note(file, bytes, isDamaged) {
      if (open?.file !== file) end();
      open = { file, bytes, isDamaged: isDamaged || open?.isDamaged === true };
      return ended.reduce((sum, one) => sum + one.bytes, 0) >= flushBytes;
    },
    async write(isWhole) {
      if (isWhole) end();
      if (ended.length === 0) return;
      await inTurn(async () => {
        const { lastSeq: seq } = await store.state();
        const path = journal.rowsPath(-5);
        await writeRowsFile(
          path,
          ended.map((one) => ({ ...one, seq })),
        );
        await store.insertRows({
          file: path,
          structure: 'url String, etag String, bytes Int64, seq Int64',
          token: '',
          select: 'url, etag, bytes, seq',
          target: 'imported_objects (url, etag, bytes, seq)',
        });
        rmSync(path, { force: true });
      });
      ended = [];
    },
  };
}
