import type { ByteSource } from '../file-cursor.ts';

/** Fetches bytes `from` to `until` (exclusive) of object `i`; `until` never exceeds its size. */
export type FetchPart = (i: number, from: number, until: number) => Promise<Buffer>;

const partBytes = 8 << 20;
/** Parts to prefetch: 40 MiB of memory hide a second of latency at 300 Mbit/s. */
const partsAhead = 4;
const objectsAhead = 2;

/**
 * Reads objects in sequence by parts, and prefetches the next parts, including those of the next two objects. Parts already read are
 * evicted, so memory holds a few parts regardless of the objects' sizes.
 *
 * @param sizes sizes of the objects in bytes, in reading order
 * @returns opens object `i`
 */
export function createObjectReads(sizes: readonly number[], fetch: FetchPart): (i: number) => ByteSource {
  /** Cached parts, by object and part. */
  const parts = new Map<string, { i: number; part: number; bytes: Promise<Buffer> }>();

  function want(i: number, part: number): Promise<Buffer> {
    const key = `${i} ${part}`;
    const known = parts.get(key);
    if (known !== undefined) return known.bytes;
    const from = part * partBytes;
    const bytes = fetch(i, from, Math.min(from + partBytes, sizes[i]!));
    // The reader of a failed prefetch gets the error, and fetches the part again.
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

  /** Keeps the part before the current one, because a damaged frame is read again from its start. */
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
