import { hasWholeDay, type WholeDays } from '../../analytics/whole-days.ts';
import { dayMs, monotonicMs } from '../../kernel/clock.ts';
import { shareReads } from '../../market/shared-reads.ts';

/** A UTC day, as days since 1970-01-01. */
export type DayNumber = number;

export interface KeptDaysOptions<V> {
  /** The days before a midnight that have rows, each with another text whenever its rows changed; cheap beside `read`. */
  versions(beforeMs: number): Promise<ReadonlyMap<DayNumber, string>>;
  /** The values of some days; those that it does not name have none. */
  read(days: readonly DayNumber[]): Promise<ReadonlyMap<DayNumber, V>>;
  /** Milliseconds of a clock that never jumps. */
  now?: () => number;
}

/**
 * Gives what is kept of every day before a midnight: the same map as long as nothing of it changed.
 * @param beforeMs a UTC midnight, unix milliseconds
 * @throws what `versions` and `read` throw, and the reason of the caller's own signal
 */
export type KeptDays<V> = (beforeMs: number, signal?: AbortSignal) => Promise<ReadonlyMap<DayNumber, V>>;

/** Whoever asks may get what was true this long ago. */
const versionsKeepMs = 1_000;
/** Around midnight two are asked for. */
const midnightsKept = 2;

/**
 * Keeps what the rows of days that are over come to, which takes long to read and seldom changes: a day is read once, and again when
 * its rows changed, which is looked up about once a second. One reading for all who ask at the same time.
 */
export function keepDays<V>({ versions, read, now = monotonicMs }: KeptDaysOptions<V>): KeptDays<V> {
  const newest = shareReads({
    read: (beforeMs) => versions(Number(beforeMs)),
    ...{ keepMs: versionsKeepMs, keptLimit: midnightsKept, now },
  });
  const known = new Map<DayNumber, { version: string; value: V | undefined }>();
  // None is kept there: one reading of the same days at a time.
  const readAnew = shareReads({ read: readDays, keepMs: 0, keptLimit: 0, now });
  let shown: ReadonlyMap<DayNumber, V> = new Map();

  /** @param stale days with their versions, as JSON */
  async function readDays(stale: string): Promise<void> {
    const asked = JSON.parse(stale) as [DayNumber, string][];
    const values = await read(asked.map(([day]) => day));
    for (const [day, version] of asked) known.set(day, { version, value: values.get(day) });
  }

  return async (beforeMs, signal) => {
    const of = await newest(String(beforeMs), signal);
    const stale = [...of].filter(([day, version]) => known.get(day)?.version !== version);
    if (stale.length > 0) await readAnew(JSON.stringify(stale), signal);
    for (const day of known.keys()) if (!of.has(day)) known.delete(day);
    const all = [...of.keys()].flatMap((day) => {
      const value = known.get(day)?.value;
      return value === undefined ? [] : [[day, value] as const];
    });
    const isSame = all.length === shown.size && all.every(([day, value]) => shown.get(day) === value);
    if (!isSame) shown = new Map(all);
    return shown;
  };
}

/** The kept days that lie in a window whole; none is asked for where it holds none. */
export async function daysBetween<V>(
  kept: KeptDays<V>,
  whole: Pick<WholeDays, 'wholeFrom' | 'wholeTo'>,
  signal?: AbortSignal,
): Promise<ReadonlyMap<DayNumber, V>> {
  if (!hasWholeDay(whole)) return new Map();
  const days = await kept(whole.wholeTo, signal);
  return new Map([...days].filter(([day]) => day * dayMs >= whole.wholeFrom));
}
