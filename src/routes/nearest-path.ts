import { editDistance } from '../kernel/nearest.ts';

/** Bounds of what a wrong path may cost us: the answer to it needs no key. */
const lengthLimit = 120;
const segmentLengthLimit = 40;

/**
 * The path with the fewest edits between its segments and those of a path that no route answers, a placeholder fitting
 * any; undefined where none is near.
 *
 * @param prefix that every path begins with; who leaves it out means the route behind it
 */
export function nearestPath(sent: string, paths: readonly string[], prefix: string): string | undefined {
  if (sent.length > lengthLimit) return undefined;
  const segments = tailSegments(sent.toLowerCase(), prefix);
  const literal = segments.filter((segment) => !segment.startsWith('0x'));
  if (literal.some((segment) => segment.length > segmentLengthLimit)) return undefined;
  // More than two in five letters wrong is another word.
  let least = literal.join('').length * 0.4;
  let nearest: string | undefined;
  for (const path of paths) {
    const distance = segmentsDistance(segments, tailSegments(path, prefix), least);
    if (distance >= least) continue;
    least = distance;
    nearest = path;
  }
  return nearest;
}

function tailSegments(path: string, prefix: string): string[] {
  const tail = path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
  return tail.split('/').filter(Boolean);
}

function segmentsDistance(sent: string[], known: string[], limit: number): number {
  let distance = Math.abs(sent.length - known.length) * 4;
  for (let i = 0; i < Math.min(sent.length, known.length) && distance < limit; i++) {
    if (known[i]!.startsWith('{')) distance += 0.5;
    else distance += editDistance(sent[i]!, known[i]!.toLowerCase());
  }
  return distance;
}
