import { randomBytes } from 'node:crypto';

/** Where every part takes randomness from. Only this file touches the system's source. */
export interface Rng {
  /** `count` random bytes, unpredictable to anybody outside the process. */
  bytes(count: number): Uint8Array;
}

/** The operating system's generator, for keys and ids that nobody may guess. */
export const secureRng: Rng = { bytes: (count) => randomBytes(count) };
