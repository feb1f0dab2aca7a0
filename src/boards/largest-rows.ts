export interface LargestRows {
  /** Largest value first; ties unordered. */
  rows: number[];
  /** The smallest of the `wanted` largest values; the floor if there are fewer. */
  least: number;
}

/** Minimum rows between two cuts of the candidates. */
const slackRows = 1_000;

/**
 * The rows with the `wanted` largest values, and those that tie with the last of them, in one pass.
 *
 * @param count number of rows, from row 0
 * @param accept whether a row is a candidate
 * @param value of a row; rows below `floor` are omitted
 */
export function largestRows(
  count: number,
  {
    accept,
    value,
    wanted,
    floor = Number.NEGATIVE_INFINITY,
  }: {
    accept: (row: number) => boolean;
    value: (row: number) => number;
    wanted: number;
    floor?: number;
  },
): LargestRows {
  let rows: number[] = [];
  let least = floor;

  function cut(): void {
    rows.sort((a, b) => value(b) - value(a));
    if (rows.length < wanted) return;
    least = value(rows[wanted - 1]!);
    const end = rows.findIndex((row) => value(row) < least);
    if (end >= 0) rows = rows.slice(0, end);
  }

  for (let row = 0; row < count; row++) {
    if (!accept(row) || value(row) < least) continue;
    rows.push(row);
    // Only now and then: each cut raises `least`, which then excludes most rows.
    if (rows.length >= 2 * wanted + slackRows) cut();
  }
  cut();
  return { rows, least };
}
