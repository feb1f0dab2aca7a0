import { randomBytes } from 'node:crypto';

/** The source of randomness for every module. Only this file uses the system's generator. */
export interface Rng {
  /** `count` random bytes that no other process can predict. */
  bytes(count: number): Uint8Array;
}

/** The operating system's generator, for keys and ids that must not be guessable. */
export const secureRng: Rng = { bytes: (count) => randomBytes(count) };

/** Eight hex digits, unique per store, for the names of data that a store writes. */
export const randomMark = (rng: Rng = secureRng): string => Buffer.from(rng.bytes(4)).toString('hex');

/** A fast generator determined by its seed: for simulations, never for secrets. */
export interface SeededRng {
  /** 32 random bits, unsigned. */
  word(): number;
  /** Uniform in [0, 1), in steps of 2^-32. */
  unit(): number;
  /** Uniform integer in [0, count). */
  below(count: number): number;
  /** Near normal with mean 0 and deviation 1, never beyond 3.5. Sums four uniforms, because a logarithm may differ between machines. */
  normal(): number;
  save(): RngState;
}

/** State of a sequence: three words and a counter. */
export type RngState = readonly [number, number, number, number];

/**
 * An independent generator. Each part of a simulation has its own, so that an extra draw in one part changes no other.
 *
 * @param seed any text; equal seeds give equal sequences on every machine.
 */
export function seededRng(seed: string): SeededRng {
  const rng = savedRng([...seedWords(seed), 1]);
  for (let i = 0; i < 12; i++) rng.word();
  return rng;
}

export function savedRng(state: RngState): SeededRng {
  let [a, b, c, counter] = state;
  // sfc32 (PractRand): 128 bits of state, passes BigCrush, a few nanoseconds per word.
  const word = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return sum >>> 0;
  };
  const unit = () => word() / 4294967296;
  return {
    word,
    unit,
    below: (count) => Math.floor(unit() * count),
    normal: () => (unit() + unit() + unit() + unit() - 2) * Math.sqrt(3),
    save: () => [a, b, c, counter],
  };
}

/** Three words of a text, by FNV-1a under three offsets. */
function seedWords(seed: string): [number, number, number] {
  const words: [number, number, number] = [0x811c9dc5, 0x1b873593, 0xcc9e2d51];
  for (let i = 0; i < seed.length; i++) {
    for (let k = 0; k < 3; k++) words[k] = Math.imul(words[k]! ^ seed.charCodeAt(i), 0x01000193);
  }
  return words;
}
