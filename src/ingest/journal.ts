import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, type TSchema, Type } from 'typebox';
import { type LateCheck, lateCheck } from '../kernel/late-check.ts';
import { replaceFile, syncPath } from '../kernel/whole-file.ts';
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
const int = Type.Integer();
const keptShape = lateCheck(Type.Object({ seq: int, position: Type.String() }));
const texts = { file: Type.String(), structure: Type.String(), target: Type.String(), select: Type.String() };
const batchShape = lateCheck(
  Type.Object({
    seq: int,
    fills: int,
    minTimeMs: int,
    maxTimeMs: int,
    maxBlock: int,
    insert: Type.Object({ ...texts, token: Type.String() }),
    position: Type.Optional(Type.String()),
  }),
);

const lostBatch =
  'a node or an exchange that is followed is read again; run an import that was interrupted again';

/**
 * Opens the journal in `dir`.
 *
 * @param warn Called once for each file that cannot be read, as after a power loss: it is removed and counts as absent.
 */
export function openJournal(
  dir: string,
  warn: (text: string) => void = (text) => process.emitWarning(text),
): Journal {
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
  function readOrDrop<S extends TSchema>(
    { path, effect }: { path: string; effect: string },
    shape: LateCheck<S>,
  ): Static<S> | undefined {
    let value: unknown;
    try {
      value = JSON.parse(readFileSync(path, 'utf8'));
    } catch (fault) {
      // Rights or a disk fault: the file may be whole.
      if (!(fault instanceof SyntaxError)) throw fault;
    }
    if (shape.Check(value)) return value;
    rmSync(path, { force: true });
    warn(`${path} was cut or damaged and is removed: ${effect}`);
    return undefined;
  }
  function stand({ seq, position }: Pick<PreparedBatch, 'seq' | 'position'>): void {
    if (position === undefined) return;
    const kept: KeptPosition = { seq, position };
    replaceFile(join(dir, positionName), JSON.stringify(kept));
  }
  return {
    rowsPath,
    promise(batch) {
      // A promise that outlives a power loss needs its rows.
      syncPath(rowsPath(batch.seq));
      replaceFile(promisePath(batch.seq), JSON.stringify(batch), { draft: join(dir, `${batch.seq}.draft`) });
    },
    done(batch) {
      stand(batch);
      rmSync(promisePath(batch.seq), { force: true });
      rmSync(rowsPath(batch.seq), { force: true });
    },
    stand,
    position() {
      const path = join(dir, positionName);
      return existsSync(path)
        ? readOrDrop({ path, effect: 'the files of the node are read again' }, keptShape)
        : undefined;
    },
    clear() {
      for (const name of own()) rmSync(join(dir, name));
    },
    pending() {
      const batches = own()
        .filter((name) => name.endsWith('.json'))
        .map((name): PreparedBatch | undefined =>
          readOrDrop({ path: join(dir, name), effect: lostBatch }, batchShape),
        )
        .filter((batch) => batch !== undefined);
      dropUnpromised(own());
      return (
        batches
          // The directory may have another path by now: a volume mounted elsewhere.
          .map((batch) => ({ ...batch, insert: { ...batch.insert, file: rowsPath(batch.seq) } }))
          .sort((a, b) => a.seq - b.seq)
      );
    },
  };
}
