import { rfc3339 } from '../kernel/clock.ts';
import type { CommandOutput } from '../kernel/command-line.ts';

/** Rows as aligned columns under capitalized names; all rows have the columns of the first. */
export function textTable(rows: readonly Record<string, string>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [
    columns.map((column) => column.toUpperCase()),
    ...rows.map((row) => columns.map((column) => row[column]!)),
  ];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, index) => cell.padEnd(widths[index]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** @param none printed to stderr if the list is empty */
export function listed<Item, Given>(
  row: (item: Item) => Record<string, string>,
  none: string | ((given: Given) => string),
) {
  return (list: readonly Item[], { stdout, stderr }: CommandOutput, given: Given): void => {
    if (list.length > 0) stdout.write(textTable(list.map(row)));
    else stderr.write(`${typeof none === 'string' ? none : none(given)}\n`);
  };
}

/** `-` if undefined. @param timeMs unix milliseconds */
export function minuteText(timeMs: number | undefined): string {
  return timeMs === undefined ? '-' : `${rfc3339(timeMs).slice(0, 16).replace('T', ' ')}Z`;
}

/** A time to the millisecond in a table. @param timeMs unix milliseconds */
export function momentText(timeMs: number): string {
  return rfc3339(timeMs).replace('T', ' ');
}
