import { Type } from 'typebox';
import { lateCheck } from '../../kernel/late-check.ts';
import type { KeptBlocks } from '../blocks/block-coverage.ts';
import { type FollowedFile, newFile } from './followed-file.ts';
import { type FileKind, fileKinds } from './node-dir.ts';

/**
 * Of one file: inode, hash of its first bytes, read to, line there, where its last block begins: byte, line, key; what is true of it
 * ({@link fileMarks}); of the last bytes that were read how many and their hash.
 */
const int = Type.Integer();
const runs = Type.Array(
  Type.Object({ fromBlock: int, toBlock: int, fromMs: Type.Number(), toMs: Type.Number() }),
);
const fileShape = Type.Tuple([int, Type.String(), int, int, int, int, int, int, int, Type.String()]);
const positionShape = lateCheck(
  Type.Object({
    version: Type.Literal(3),
    kind: Type.Enum(fileKinds),
    hourly: Type.String(),
    blocks: Type.Object({ runs, healing: runs }),
    files: Type.Record(Type.String({ pattern: '^\\d{8}/\\d{1,2}(\\.lz4|\\.gz)?$' }), fileShape),
  }),
);

/** By the bits of a number, the lowest first. */
const fileMarks = ['isClosed', 'beginsCut', 'hasParts', 'isTorn', 'isGone'] as const;

/** How far a directory was read. */
export interface NodePosition {
  kind: FileKind;
  hourly: string;
  files: Map<string, FollowedFile>;
  blocks: KeptBlocks;
}

export function positionText({ kind, hourly, files, blocks }: NodePosition): string {
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
  return JSON.stringify({ version: 3, kind, hourly, files: Object.fromEntries(entries), blocks });
}

/**
 * The position as it was kept. What a file's last block is made of is read again: its fills get the numbers behind those that are stored.
 *
 * @returns undefined where the text is of another directory, or none of this program: all is read again then, and what is stored is known
 */
export function positionOf(text: string, kind: FileKind, hourly: string): NodePosition | undefined {
  const files = new Map<string, FollowedFile>();
  const position = parsed(text);
  if (!positionShape.Check(position) || position.kind !== kind || position.hourly !== hourly)
    return undefined;
  for (const [
    name,
    [inode, head, readTo, line, atByte, groupLine, key, marks, bytes, hash],
  ] of Object.entries(position.files)) {
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
  return { kind, hourly, files, blocks: position.blocks };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
