export interface Cut {
  /** Path of the list: `data.trader.days`. */
  at: string;
  shown: number;
  of: number;
  /** The end of the list that is kept. */
  kept: 'first' | 'newest';
}

/** Row limits tried in turn until the answer fits. */
const rowSteps = [1_000, 500, 250, 150, 100, 70, 50, 35, 25, 18, 12, 8, 5, 3, 2, 1, 0];
/** Time fields that identify a series. */
const timeFields = ['timestamp', 'timeMs', 'date', 'day', 'bucketStart', 'month'];

/**
 * Shortens the lists of a value until it fits a limit: all lists to the same number of rows, lists inside rows to a quarter of that. A
 * series (oldest row first) keeps its newest rows; any other list keeps its first rows, the most important. Values stay exact.
 *
 * @param limitChars Maximum characters of JSON plus text; exceeded only if no rows are left to cut.
 * @param textChars Characters of a value's text form, counted in addition to its JSON.
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

/** Reports one cut per path: the longest of the lists inside rows. */
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
