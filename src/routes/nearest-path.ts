import { editDistance } from '../kernel/nearest.ts';

/** Bounds the cost of a wrong path, because its answer needs no key. */
const lengthLimit = 120;
const segmentLengthLimit = 40;

/**
 * The path with the fewest edits between its segments and those of an unknown path; placeholders match any segment.
 * Undefined if no path is near.
 *
 * @param prefix of every path; may be missing in the sent path
 */
export function nearestPath(sent: string, paths: readonly string[], prefix: string): string | undefined {
  if (sent.length > lengthLimit) return undefined;
  const segments = tailSegments(sent.toLowerCase(), prefix);
  const words = segments.filter((segment) => !segment.startsWith('0x'));
  if (words.some((segment) => segment.length > segmentLengthLimit)) return undefined;
  let least = Number.POSITIVE_INFINITY;
  let nearest: string | undefined;
  for (const path of paths) {
    const known = tailSegments(path, prefix);
    const distance = segmentsDistance(segments, known, least);
    if (distance >= Math.min(least, distanceLimit(segments, known))) continue;
    least = distance;
    nearest = path;
  }
  return nearest;
}

/** Allows two wrong letters in five. Segments at placeholders, and addresses, do not count. */
function distanceLimit(sent: string[], known: string[]): number {
  const words = sent.filter((segment, i) => !segment.startsWith('0x') && !known[i]?.startsWith('{'));
  return words.join('').length * 0.4;
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
