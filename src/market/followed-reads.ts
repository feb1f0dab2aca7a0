import { monotonicMs } from '../kernel/clock.ts';
import { shareReads } from './shared-reads.ts';

export interface FollowedReadsOptions<V> {
  read(key: string): Promise<V>;
  /** Another value whenever what is read rests on other rows; cheap beside `read`. */
  version(): Promise<string>;
  /** Older than this it is read anew behind the answer, */
  freshMs: number;
  /** and older than this ahead of it. */
  oldMs: number;
  /** Answers that are kept, at most. */
  keptLimit: number;
  /** Milliseconds of a clock that never jumps. */
  now?: () => number;
}

/** Whoever asks may get what was true this long ago. */
const versionKeepMs = 1_000;

/**
 * Readings of what takes long and changes seldom: one is given again until the rows that it rests on change, which is looked up about
 * once a second; as the time goes on it is read anew behind the answers. One reading for all who ask at the same time.
 *
 * @returns a function that rejects as `read` and `version` do, or with the reason of the caller's own signal
 */
export function followReads<V>(
  options: FollowedReadsOptions<V>,
): (key: string, signal?: AbortSignal) => Promise<V> {
  const { read, version, freshMs, oldMs, keptLimit, now = monotonicMs } = options;
  const newest = shareReads({ read: () => version(), keepMs: versionKeepMs, keptLimit: 1, now });
  const kept = new Map<string, { value: V; version: string; madeMs: number }>();
  // None is kept there: one reading of a key and version at a time.
  const readAnew = shareReads({ read: readVersion, keepMs: 0, keptLimit: 0, now });

  /** @param name of a key and a version, see {@link nameOf} */
  async function readVersion(name: string): Promise<V> {
    const [key, of] = JSON.parse(name) as [string, string];
    const madeMs = now();
    const value = await read(key);
    kept.delete(key);
    kept.set(key, { value, version: of, madeMs });
    if (kept.size > keptLimit) kept.delete(kept.keys().next().value!);
    return value;
  }

  return async (key, signal) => {
    const of = await newest('version', signal);
    const known = kept.get(key);
    const ageMs = known?.version === of ? now() - known.madeMs : Number.POSITIVE_INFINITY;
    if (ageMs < freshMs) return known!.value;
    if (ageMs >= oldMs) return readAnew(nameOf(key, of), signal);
    // Behind the answer: what fails there is told to nobody.
    readAnew(nameOf(key, of)).catch(() => undefined);
    return known!.value;
  };
}

const nameOf = (key: string, version: string) => JSON.stringify([key, version]);
