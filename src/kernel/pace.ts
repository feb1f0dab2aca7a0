import { minuteMs } from './clock.ts';

/** Estimates when counts of work reach 0, from their samples of the last ten minutes. */
export interface Pace {
  /** Notes the count at a moment, unix milliseconds. */
  note(name: string, count: number, nowMs: number): void;
  /** When the count is 0 at the present pace, unix milliseconds; undefined if it does not fall, or has one sample. */
  doneAtMs(name: string): number | undefined;
}

const [windowMs, samplesLimit] = [10 * minuteMs, 100];

export function createPace(): Pace {
  const samples = new Map<string, { count: number; atMs: number }[]>();
  return {
    note(name, count, atMs) {
      const recent = (samples.get(name) ?? []).filter((sample) => atMs - sample.atMs <= windowMs);
      samples.set(name, [...recent, { count, atMs }].slice(-samplesLimit));
    },
    doneAtMs(name) {
      const [first, ...later] = samples.get(name) ?? [];
      const last = later.at(-1);
      if (first === undefined || last === undefined || last.count >= first.count) return undefined;
      const perMs = (first.count - last.count) / (last.atMs - first.atMs);
      return Math.ceil(last.atMs + last.count / perMs);
    },
  };
}
