import { hourMs } from '../../../../src/kernel/clock.ts';
import { type SeededRng, seededRng } from '../../../../src/kernel/rng.ts';
import type { HalfOpenSpan } from '../../../../src/kernel/span.ts';
import type { NodeKind } from './node-block.ts';
import type { IncidentKind, IncidentRates } from './node-fault-rates.ts';

/** Something that befalls a node or its directory, from a block on. */
export interface Incident extends HalfOpenSpan {
  kind: IncidentKind;
  /** Affected kind of files, for incidents about files. */
  of: NodeKind;
  /** From 0 to 1: how much of a file stays. */
  share: number;
  /** Number of repeated blocks. */
  repeats: number;
}

const secondMs = 1_000;
/** Shortest and longest, ms; short ones are as frequent as long ones. */
const lengthsMs: { [K in IncidentKind]: readonly [number, number] } = {
  missing: [200, 900 * secondMs],
  restart: [2 * secondMs, 300 * secondMs],
  crash: [2 * secondMs, 300 * secondMs],
  behind: [60 * secondMs, 1_200 * secondMs],
  burst: [500, 20 * secondMs],
  buffered: [30 * secondMs, 300 * secondMs],
  streamed: [60 * secondMs, 900 * secondMs],
  late: [200, 5 * secondMs],
  shrunk: [1, 1],
  vanished: [1, 1],
  remade: [1, 1],
  hidden: [5 * secondMs, 120 * secondMs],
};
const repeatsLimit = 40;

/**
 * Incidents of an hour, in order. They depend only on the seed and the hour, so that a process that starts in the middle of a history has
 * the same incidents.
 *
 * @param hour hours since 1970
 */
export function incidentsOf(options: {
  seed: string;
  hour: number;
  rates: IncidentRates;
  kinds: readonly NodeKind[];
}): Incident[] {
  const { seed, hour, rates, kinds } = options;
  const found: Incident[] = [];
  for (const kind of Object.keys(rates) as IncidentKind[]) {
    const rng = seededRng(`${seed}/node/${kind}/${hour}`);
    const count = Math.floor(rates[kind] + rng.unit());
    // At most one incident of the end of an hour.
    for (let i = 0; i < (kind === 'late' ? Math.min(1, count) : count); i++) {
      const fromMs = hour * hourMs + Math.floor(placeOf(kind, rng) * hourMs);
      found.push({
        kind,
        fromMs,
        untilMs: fromMs + lengthOf(kind, rng),
        of: kinds[rng.below(kinds.length)]!,
        share: rng.unit(),
        repeats: 2 + rng.below(repeatsLimit - 1),
      });
    }
  }
  return found.sort((a, b) => a.fromMs - b.fromMs);
}

/** Position in the hour, from 0 to 1. */
function placeOf(kind: IncidentKind, rng: SeededRng): number {
  const place = rng.unit();
  if (kind === 'late') return 0;
  // A removed file takes the rest of the hour with it.
  return kind === 'vanished' ? 0.75 + place * 0.25 : place;
}

/** Each doubling of the shortest is as likely. */
function lengthOf(kind: IncidentKind, rng: SeededRng): number {
  const [shortestMs, longestMs] = lengthsMs[kind];
  let doublings = 1;
  while (shortestMs * 2 ** (doublings + 1) <= longestMs) doublings += 1;
  return Math.round(shortestMs * 2 ** rng.below(doublings) * (1 + rng.unit()));
}
