/** A list that was cut. */
export interface Cut {
  /** Where it stands: `data.trader.days`. */
  at: string;
  shown: number;
  of: number;
  /** Which end is shown. */
  kept: 'first' | 'newest';
}

/** Rows that lists are cut to, one after the other, until an answer fits. */
const rowSteps = [1_000, 500, 250, 150, 100, 70, 50, 35, 25, 18, 12, 8, 5, 3, 2, 1, 0];
/** Fields with the time of a row of a series. */
const timeFields = ['timestamp', 'timeMs', 'date', 'day', 'bucketStart', 'month'];

/**
 * A value that is no longer than a limit: lists are cut, all to the same number of rows, those inside of rows to a
 * quarter of it. Of a series, which has its oldest row first, the newest rows stay; of every other list the first, which are the
 * most important. Values stay exact.
 *
 * @param limitChars of its JSON and of its text; passed only where nothing is left to be cut
 * @param textChars characters of a value beside its JSON
 */
export function shortened<T>(
  value: T,
  limitChars: number,
  textChars: (value: T) => number = () => 0,
): { value: T; cuts: Cut[] } {
  let result = { value, cuts: [] as Cut[] };
  for (const rows of rowSteps) {
    const jsonChars = JSON.stringify(result.value).length;
    if (jsonChars <= limitChars && jsonChars + textChars(result.value) <= limitChars) break;
    const cuts: Cut[] = [];
    result = { value: cutTo(value, rows, 'data', cuts) as T, cuts };
  }
  return result;
}

function cutTo(value: unknown, rows: number, at: string, cuts: Cut[]): unknown {
  if (Array.isArray(value)) {
    const kept =
      value.length <= rows
        ? value
        : isSeries(value)
          ? value.slice(value.length - rows)
          : value.slice(0, rows);
    if (kept.length < value.length) {
      cuts.push({ at, shown: kept.length, of: value.length, kept: isSeries(value) ? 'newest' : 'first' });
    }
    const inner = Math.ceil(rows / 4);
    const inside: Cut[] = [];
    const items = kept.map((item) => cutTo(item, inner, `${at}[]`, inside));
    cuts.push(...largest(inside));
    return items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, cutTo(item, rows, `${at}.${name}`, cuts)]),
  );
}

/** Of the lists at one place of many rows one is reported, the longest. */
function largest(cuts: readonly Cut[]): Cut[] {
  const byPlace = new Map<string, Cut>();
  for (const cut of cuts) {
    if ((byPlace.get(cut.at)?.of ?? 0) < cut.of) byPlace.set(cut.at, cut);
  }
  return [...byPlace.values()];
}

function isSeries(rows: readonly unknown[]): boolean {
  const [first, last] = [rows[0], rows.at(-1)] as (Record<string, unknown> | undefined)[];
  const field = timeFields.find((name) => Object.hasOwn(Object(first), name));
  if (field === undefined) return false;
  return String(first![field]) < String(last![field]);
}
