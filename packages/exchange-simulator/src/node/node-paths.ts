import { join } from 'node:path';
import { hourMs, utcDate } from '../../../../src/kernel/clock.ts';
import type { HourFile } from './node-steps.ts';

/** `node_fills_by_block/hourly/20260501/7`: the hour without a leading zero (docs/exchange.md#node-files). */
export function pathOf({ kind, hour }: HourFile): string {
  return join(kind, 'hourly', dayFolder(hour), String(hour % 24));
}

/** `20260501` @param hour hours since 1970 */
export function dayFolder(hour: number): string {
  return utcDate(hour * hourMs).replaceAll('-', '');
}

/** Hours since 1970 of a file's day and name, `20260501` and `7.lz4`; undefined if it is no hourly file. */
export function hourOfPath(day: string, name: string): number | undefined {
  const [, hour] = /^(\d{1,2})(?:\.gz|\.lz4)?$/.exec(name) ?? [];
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)$/.exec(day) ?? [];
  if (hour === undefined || year === undefined) return undefined;
  return Date.UTC(Number(year), Number(month) - 1, Number(date), Number(hour)) / hourMs;
}

/** A node's files are readable by all; they are not flushed, because lost ones are generated again. */
export const simulatedFile = { mode: 0o644, flush: false } as const;
