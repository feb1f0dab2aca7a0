import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PreparedBatch } from './prepared-batch.ts';

/**
 * The write-ahead journal of ingest. A batch is written here, rows and all, before its insert begins,
 * and removed after the insert and its record are done. An insert touches several tables and is not
 * atomic; after a kill at any moment the same rows are sent again under the same token, and each
 * table takes them only if it has not got them yet.
 */
export interface Journal {
  /** Where the rows of batch `seq` are to be written before {@link Journal.promise}. */
  rowsPath(seq: number): string;
  /** From here on the batch will be committed, by this process or by the next. */
  promise(batch: PreparedBatch): void;
  /** The batch is committed. */
  done(seq: number): void;
  /**
   * Batches that were promised and not done, oldest first; rows that were never promised are removed. Only within the
   * writer's turn: another writer's rows are not promised until they are written.
   */
  pending(): PreparedBatch[];
  /** Forgets all of it, promised or not. */
  clear(): void;
}

const ownName = /^-?\d+\.(arrow|json|draft)$/;

/** Opens the journal in `dir`. */
export function openJournal(dir: string): Journal {
  mkdirSync(dir, { recursive: true });
  const promisePath = (seq: number) => join(dir, `${seq}.json`);
  const rowsPath = (seq: number) => join(dir, `${seq}.arrow`);
  // The directory holds other files too: the lock of its one writer, and who that is.
  const own = () => readdirSync(dir).filter((name) => ownName.test(name));
  function dropUnpromised(names: string[]): void {
    const present = new Set(names);
    for (const name of names) {
      const promised = name.endsWith('.arrow') && present.has(name.replace('.arrow', '.json'));
      if (!promised && !name.endsWith('.json')) rmSync(join(dir, name));
    }
  }
  return {
    rowsPath,
    promise(batch) {
      const draft = join(dir, `${batch.seq}.draft`);
      writeFileSync(draft, JSON.stringify(batch));
      renameSync(draft, promisePath(batch.seq));
    },
    done(seq) {
      rmSync(promisePath(seq), { force: true });
      rmSync(rowsPath(seq), { force: true });
    },
    clear() {
      for (const name of own()) rmSync(join(dir, name));
    },
    pending() {
      const names = own();
      dropUnpromised(names);
      return (
        names
          .filter((name) => name.endsWith('.json'))
          .map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')) as PreparedBatch)
          // The directory may have another path by now: a volume mounted elsewhere.
          .map((batch) => ({ ...batch, insert: { ...batch.insert, file: rowsPath(batch.seq) } }))
          .sort((a, b) => a.seq - b.seq)
      );
    },
  };
}
