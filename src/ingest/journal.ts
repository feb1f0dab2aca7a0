import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../kernel/whole-file.ts';
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
  /** The batch is committed, and its source stands where the batch says. */
  done(batch: Pick<PreparedBatch, 'seq' | 'position'>): void;
  /** Notes where a source stands that had nothing new to commit. @param seq number of the newest batch */
  stand(batch: Pick<PreparedBatch, 'seq' | 'position'>): void;
  /** Where the source that is followed stood behind the newest of its batches. */
  position(): KeptPosition | undefined;
  /**
   * Batches that were promised and not done, oldest first; rows that were never promised are removed. Only within the
   * writer's turn: another writer's rows are not promised until they are written.
   */
  pending(): PreparedBatch[];
  /** Forgets all of it, promised or not. */
  clear(): void;
}

/** Where a source stands, in its own words. */
export interface KeptPosition {
  /** Number of the newest batch then: a store that has not got it was restored since. */
  seq: number;
  position: string;
}

const positionName = 'followed-files.json';
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
  /** For each batch: it is for a process that is killed, as the engine's own files are. */
  function replace(path: string, value: unknown, draft?: string): void {
    replaceFile(path, JSON.stringify(value), { flush: false, ...(draft && { draft }) });
  }
  function stand({ seq, position }: Pick<PreparedBatch, 'seq' | 'position'>): void {
    if (position === undefined) return;
    replace(join(dir, positionName), { seq, position } satisfies KeptPosition);
  }
  return {
    rowsPath,
    promise(batch) {
      replace(promisePath(batch.seq), batch, join(dir, `${batch.seq}.draft`));
    },
    done(batch) {
      stand(batch);
      rmSync(promisePath(batch.seq), { force: true });
      rmSync(rowsPath(batch.seq), { force: true });
    },
    stand,
    position() {
      const path = join(dir, positionName);
      return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as KeptPosition) : undefined;
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
