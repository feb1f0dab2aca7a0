import type { SeededRng } from '../../../../src/kernel/rng.ts';

/** A fault from a table of shares, or undefined; always a single draw, so that a rate of 0 does not change other draws. */
export function pickFault<R extends object>(rates: R, rng: SeededRng): keyof R | undefined {
  let at = rng.unit();
  for (const kind of Object.keys(rates) as (keyof R)[]) {
    at -= rates[kind] as number;
    if (at < 0) return kind;
  }
  return undefined;
}
