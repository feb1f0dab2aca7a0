import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, type TSchema, Type } from 'typebox';
import { type LateCheck, lateCheck } from '../kernel/late-check.ts';
import { replaceFile, syncPath } from '../kernel/whole-file.ts';
import type { PreparedBatch } from './prepared-batch.ts';

/**
 * Write-ahead journal of ingest. A batch is written here with its rows before its insert begins, and removed after the insert and its
 * record are done. An insert touches several tables and is not atomic: after a kill the same rows are sent again under the same token,
 * and each table accepts them only if it does not have them yet.
 */
export interface Journal {
  /** Path for the rows of batch `seq`; write them before {@link Journal.promise}. */
  rowsPath(seq: number): string;
  /** Guarantees that this process or the next commits the batch. */
  promise(batch: PreparedBatch): void;
  /** Marks the batch as committed and stores the source's position from it. */
  done(batch: Pick<PreparedBatch, 'seq' | 'position'>): void;
  /** Stores the position of a source that had nothing new to commit. @param seq number of the newest batch */
  stand(batch: Pick<PreparedBatch, 'seq' | 'position'>): void;
  /** Position of the followed source after its newest batch. */
  position(): KeptPosition | undefined;
  /**
   * Promised batches that are not done, oldest first; removes rows that were never promised. Call only within the writer's turn: another
   * writer promises its rows only after writing them.
   */
  pending(): PreparedBatch[];
  /** Removes all batches, promised or not. */
  clear(): void;
}

/** Stored position of a source, in the source's own format. */
export interface KeptPosition {
  /** Number of the newest batch at that time; a store without it was restored from a backup since. */
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

/** @param warn Called once for each unreadable file (for example after a power loss); the file is removed. */
export function openJournal(
  dir: string,
  warn: (text: string) => void = (text) => process.emitWarning(text),
): Journal {
  mkdirSync(dir, { recursive: true });
  const promisePath = (seq: number) => join(dir, `${seq}.json`);
  const rowsPath = (seq: number) => join(dir, `${seq}.arrow`);
  // The directory also holds the writer's lock and its owner.
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
      // A permission or disk error: the file may be intact.
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
      // The rows must be on disk before the promise, to survive a power loss.
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
          // The directory may have moved since, e.g. a volume mounted at another path.
          .map((batch) => ({ ...batch, insert: { ...batch.insert, file: rowsPath(batch.seq) } }))
          .sort((a, b) => a.seq - b.seq)
      );
    },
  };
}
