import type { ByteSource } from '../file-cursor.ts';

/** What {@link createObjectReads} reads: object `i` from `from` up to `until`, which its end never exceeds. */
export type FetchPart = (i: number, from: number, until: number) => Promise<Buffer>;

const partBytes = 8 << 20;
/** Of the part in hand: 40 MiB of memory hide a second of waiting at 300 Mbit/s. */
const partsAhead = 4;
const objectsAhead = 2;

/**
 * Reads objects one after the other by parts, and the next parts ahead, those of the next two objects as well. What was read
 * is forgotten, so that memory holds some parts, whatever the size of the objects.
 *
 * @param sizes of the objects in bytes, in the order of their reading
 * @returns opens object `i`
 */
export function createObjectReads(sizes: readonly number[], fetch: FetchPart): (i: number) => ByteSource {
  /** By object and part. */
  const parts = new Map<string, { i: number; part: number; bytes: Promise<Buffer> }>();

  function want(i: number, part: number): Promise<Buffer> {
    const key = `${i} ${part}`;
    const known = parts.get(key);
    if (known !== undefined) return known.bytes;
    const from = part * partBytes;
    const bytes = fetch(i, from, Math.min(from + partBytes, sizes[i]!));
    // Of a part that is read ahead its reader hears, and asks once more.
    bytes.catch(() => parts.delete(key));
    parts.set(key, { i, part, bytes });
    return bytes;
  }

  function readAhead(i: number, part: number): void {
    let [object, next] = [i, part];
    for (let ahead = 0; ahead < partsAhead; ahead++) {
      next += 1;
      while (object < sizes.length && next * partBytes >= sizes[object]!) {
        object += 1;
        next = 0;
      }
      if (object >= sizes.length || object > i + objectsAhead) return;
      want(object, next);
    }
  }

  /** The part before the one in hand stays: a damaged frame is looked at again from its start. */
  function forgetBefore(i: number, part: number): void {
    for (const [key, one] of parts) if (one.i < i || (one.i === i && one.part < part - 1)) parts.delete(key);
  }

  return (i) => ({
    stat: async () => ({ size: sizes[i]! }),
    async read(buffer, offset, length, position) {
      if (position >= sizes[i]!) return { bytesRead: 0 };
      const part = Math.floor(position / partBytes);
      forgetBefore(i, part);
      const bytes = want(i, part);
      readAhead(i, part);
      const start = position - part * partBytes;
      return { bytesRead: (await bytes).copy(buffer, offset, start, start + length) };
    },
    close: async () => undefined,
  });
}
