import { setTimeout as delay } from 'node:timers/promises';

/** Looks at both sides of a comparison at once. @returns what differs */
export type Look<T> = () => Promise<T[]>;

/** Runs work while no batch is being stored: both sides of a comparison then end with the same one. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

const looks = 4;
const againMs = 2_000;

/**
 * What differs for good. A batch that is being stored stands on one side before it does on the other: what differs is looked at again
 * between two batches; where others store them, only what differs alike in each of several looks counts.
 *
 * @param inTurn absent where other processes write
 * @throws DOMException `AbortError` where the signal aborts, and what `look` throws
 */
export async function settled<T>(
  look: Look<T>,
  { inTurn, signal }: { inTurn: InTurn | undefined; signal: AbortSignal },
): Promise<T[]> {
  let left = await look();
  if (left.length === 0) return left;
  if (inTurn !== undefined) return inTurn(look);
  for (let n = 1; n < looks && left.length > 0; n++) {
    await delay(againMs, undefined, { signal });
    const again = new Set((await look()).map((one) => JSON.stringify(one)));
    left = left.filter((one) => again.has(JSON.stringify(one)));
  }
  return left;
}
