/** Rows whose value is among the largest ones. */
export interface LargestRows {
  /** By value, the largest first; ties in no order. */
  rows: number[];
  /** The least value among the wanted number of largest ones; the floor where there are fewer. */
  least: number;
}

/** Rows between two looks at what is among the largest, at least. */
const slackRows = 1_000;

/**
 * The rows with the `wanted` largest values, and those that tie with the last of them, in one pass.
 *
 * @param count rows to look at, from 0 on
 * @param accept whether a row is one of those that are meant
 * @param value of a row; one that is below `floor` is left out
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
    // Now and then: each time the least rises, and most rows are left out by it.
    if (rows.length >= 2 * wanted + slackRows) cut();
  }
  cut();
  return { rows, least };
}
