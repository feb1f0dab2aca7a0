import { basename, dirname } from 'node:path';
import { dayMs, hourMs } from '../../kernel/clock.ts';
import type { HalfOpenSpan } from '../../kernel/span.ts';

/**
 * `…/YYYYMMDD/H`, plain, `.lz4` or `.gz`: an hour of the node's output, no leading zero
 * (docs/exchange.md#node-files).
 */
const hourName = /^(\d{1,2})((?:\.lz4|\.gz)?)$/;
/** `YYYYMMDD.csv.lz4`: a day of archived market states, or of a builder's fills. */
const dayFileName = /^(\d{8})\.csv(?:\.lz4)?$/;
const dayName = /^(\d{4})(\d\d)(\d\d)$/;
const naturalOrder = new Intl.Collator('en', { numeric: true });

export const isS3Address = (path: string): boolean => path.startsWith('s3://');

/** Start of an hour file's hour, from its name; undefined for other files. */
export function hourOf(path: string): number | undefined {
  const hour = hourName.exec(basename(path))?.[1];
  const dayStartMs = dayOf(basename(dirname(path)));
  if (hour === undefined || Number(hour) > 23 || dayStartMs === undefined) return undefined;
  return dayStartMs + Number(hour) * hourMs;
}

/** Hour or day of a file, from its name; undefined if the name has none. */
export function namedSpan(path: string): HalfOpenSpan | undefined {
  const hourStartMs = hourOf(path);
  if (hourStartMs !== undefined) return { fromMs: hourStartMs, untilMs: hourStartMs + hourMs };
  const day = dayFileName.exec(basename(path))?.[1];
  const dayStartMs = day === undefined ? undefined : dayOf(day);
  return dayStartMs === undefined ? undefined : { fromMs: dayStartMs, untilMs: dayStartMs + dayMs };
}

/** Whether the name's hour or day overlaps the span; false if the name has none. */
export function isNamedWithin(path: string, { fromMs, untilMs }: HalfOpenSpan): boolean {
  const named = namedSpan(path);
  return named !== undefined && named.fromMs < untilMs && named.untilMs > fromMs;
}

function dayOf(name: string): number | undefined {
  const [, year, month, day] = dayName.exec(name) ?? [];
  if (year === undefined) return undefined;
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day));
  // Rejects dates such as 20260231, which would parse as another day.
  return new Date(ms).toISOString().slice(0, 10).replaceAll('-', '') === name ? ms : undefined;
}

/** Hour files in order of time, then all others in natural order of their path (`part-2` before `part-10`). */
export function inReadingOrder<F extends { path: string }>(files: Iterable<F>): F[] {
  return [...files]
    .map((file) => ({ file, hourStartMs: hourOf(file.path) ?? Number.MAX_VALUE }))
    .sort(
      (a, b) =>
        a.hourStartMs - b.hourStartMs ||
        naturalOrder.compare(a.file.path, b.file.path) ||
        (a.file.path < b.file.path ? -1 : 1),
    )
    .map(({ file }) => file);
}

/**
 * Missing hour files of each directory tree.
 *
 * @param spans required hours; default: those between a tree's first and last file
 * @returns expected paths, in order
 */
export function missingHours(paths: readonly string[], spans?: readonly HalfOpenSpan[]): string[] {
  const trees = Map.groupBy(
    paths.filter((path) => hourOf(path) !== undefined),
    (path) => dirname(dirname(path)),
  );
  return [...trees].flatMap(([tree, files]) => missingOf(tree, files, spans));
}

function missingOf(tree: string, files: readonly string[], spans?: readonly HalfOpenSpan[]): string[] {
  const present = new Set(files.map((path) => hourOf(path)!));
  const suffix = hourName.exec(basename(files[0]!))![2]!;
  const missing: string[] = [];
  const [firstMs, lastMs] = [Math.min(...present), Math.max(...present)];
  for (const { fromMs, untilMs } of spans ?? [{ fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }]) {
    // An open-ended span is limited to the existing files.
    const endMs = untilMs === Number.MAX_SAFE_INTEGER ? lastMs : untilMs;
    for (let ms = fromMs === 0 ? firstMs : Math.ceil(fromMs / hourMs) * hourMs; ms < endMs; ms += hourMs) {
      if (present.has(ms)) continue;
      const day = new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');
      missing.push(`${tree}/${day}/${(ms % dayMs) / hourMs}${suffix}`);
    }
  }
  return missing;
}
