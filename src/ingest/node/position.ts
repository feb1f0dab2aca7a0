import { type Static, Type } from 'typebox';
import { lateCheck } from '../../kernel/late-check.ts';
import type { KeptBlocks } from '../blocks/block-coverage.ts';
import { type FollowedFile, newFile } from './followed-file.ts';
import { type FileKind, fileKinds } from './node-dir.ts';

/**
 * Tuple of one file: inode, hash of its first bytes, read offset, line there; byte, line and key of its last block; flags ({@link
 * fileMarks}); number and hash of the last bytes read.
 */
const int = Type.Integer();
const runs = Type.Array(
  Type.Object({ fromBlock: int, toBlock: int, fromMs: Type.Number(), toMs: Type.Number() }),
);
const fileShape = Type.Tuple([int, Type.String(), int, int, int, int, int, int, int, Type.String()]);
const dirShape = {
  kind: Type.Enum(fileKinds),
  hourly: Type.String(),
  files: Type.Record(Type.String({ pattern: '^\\d{8}/\\d{1,2}(\\.lz4|\\.gz)?$' }), fileShape),
};
const blocksShape = Type.Object({ runs, healing: runs });
const positionShape = lateCheck(
  Type.Object({ version: Type.Literal(4), dirs: Type.Array(Type.Object(dirShape)), blocks: blocksShape }),
);
/** Format before 2026-12: one directory. */
const oneDirShape = lateCheck(Type.Object({ version: Type.Literal(3), ...dirShape, blocks: blocksShape }));

/** Flags by bit, lowest first. */
const fileMarks = ['isClosed', 'beginsCut', 'hasParts', 'isTorn', 'isGone'] as const;

/** Read position in the directories of a record. */
export interface NodePosition {
  dirs: Map<FileKind, DirPosition>;
  blocks: KeptBlocks;
}

export interface DirPosition {
  hourly: string;
  files: Map<string, FollowedFile>;
}

export function positionText({ dirs, blocks }: NodePosition): string {
  const texts = [...dirs].map(([kind, { hourly, files }]) => ({ kind, hourly, files: filesOf(files) }));
  return JSON.stringify({ version: 4, dirs: texts, blocks });
}

function filesOf(files: ReadonlyMap<string, FollowedFile>) {
  const entries = [...files.values()]
    .filter(({ identity, readTo }) => identity !== undefined && readTo > 0)
    .map((file) => {
      const { name, identity, readTo, line, tail, group } = file;
      const { inode, head } = identity!;
      const marks = fileMarks.reduce((bits, mark, i) => bits + (file[mark] ? 2 ** i : 0), 0);
      const { bytes = 0, hash = '' } = tail ?? {};
      const groupPlace = [group.atByte, group.line, group.key];
      return [name, [inode, head, readTo, line, ...groupPlace, marks, bytes, hash]];
    });
  return Object.fromEntries(entries);
}

/**
 * Parses a stored position. The last block of each file is read again; its new fills get numbers after the stored ones.
 *
 * @returns undefined if this program did not write the text: all files are then read again, and stored fills are deduplicated
 */
export function positionOf(text: string): NodePosition | undefined {
  const found = parsed(text);
  const position: unknown = oneDirShape.Check(found)
    ? { version: 4, dirs: [found], blocks: found.blocks }
    : found;
  if (!positionShape.Check(position)) return undefined;
  const { dirs, blocks } = position;
  return {
    dirs: new Map(dirs.map(({ kind, hourly, files }) => [kind, { hourly, files: newFiles(hourly, files) }])),
    blocks,
  };
}

function newFiles(
  hourly: string,
  kept: Readonly<Record<string, Static<typeof fileShape>>>,
): Map<string, FollowedFile> {
  const files = new Map<string, FollowedFile>();
  for (const [
    name,
    [inode, head, readTo, line, atByte, groupLine, key, marks, bytes, hash],
  ] of Object.entries(kept)) {
    const file = newFile(hourly, name);
    file.identity = { inode, head };
    file.bytes = readTo;
    if (bytes > 0) file.tail = { toByte: readTo, bytes, hash };
    for (const [i, mark] of fileMarks.entries()) file[mark] = Math.floor(marks / 2 ** i) % 2 === 1;
    file.group = { key, atByte, line: groupLine };
    file.readTo = file.isClosed ? readTo : atByte;
    file.line = file.isClosed ? line : groupLine;
    files.set(name, file);
  }
  return files;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
