import { setTimeout as delay } from 'node:timers/promises';

/** Compares both sides at once. @returns the differences */
export type Look<T> = () => Promise<T[]>;

/** Runs work while no batch is being stored, so that both sides of a comparison end with the same batch. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

const looks = 4;
const againMs = 2_000;

/**
 * Differences that persist. A batch being stored reaches one side before the other, so differences are checked again between two
 * batches. If other processes store batches, only differences that several looks find unchanged count.
 *
 * @param inTurn absent if other processes write
 * @throws DOMException `AbortError` if the signal aborts; errors of `look`
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
