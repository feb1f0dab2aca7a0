import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { lateCheck } from '../kernel/late-check.ts';
import { replaceFile } from '../kernel/whole-file.ts';
import { type Drift, type DriftEntry, driftKey } from '../wire/drift.ts';

export interface DriftRow extends DriftEntry {
  firstSeenMs: number;
  lastSeenMs: number;
}

const int = Type.Integer();
const text = Type.String();
const fileShape = lateCheck(
  Type.Array(
    Type.Object({
      payload: text,
      field: text,
      value: Type.Optional(text),
      count: int,
      sample: text,
      firstSeenMs: int,
      lastSeenMs: int,
    }),
  ),
);
/** The same limit as for one process. */
const rowsLimit = 500;

/**
 * Adds the counts since the last call to `exchange-drift.json`, which outlives the process. A file that is
 * missing or damaged counts as empty.
 *
 * @returns all rows, the last seen first, and those that are new in the file
 * @throws if the file cannot be written; the counts are kept for the next call
 */
export function recordDrift(
  dir: string,
  drift: Drift,
  nowMs: number,
): { rows: DriftRow[]; fresh: DriftRow[] } {
  const path = join(dir, 'exchange-drift.json');
  const rows = new Map(readRows(path).map((row) => [driftKey(row), row]));
  const fresh: DriftRow[] = [];
  drift.take(({ entries }) => {
    for (const entry of entries) {
      const known = rows.get(driftKey(entry));
      if (known === undefined && rows.size === rowsLimit) continue;
      const row = known ?? { ...entry, count: 0, firstSeenMs: nowMs, lastSeenMs: nowMs };
      if (known === undefined) fresh.push(row);
      rows.set(driftKey(row), row);
      row.count += entry.count;
      row.lastSeenMs = nowMs;
    }
    mkdirSync(dir, { recursive: true });
    replaceFile(path, JSON.stringify([...rows.values()]));
  });
  return { rows: [...rows.values()].sort((a, b) => b.lastSeenMs - a.lastSeenMs), fresh };
}

function readRows(path: string): DriftRow[] {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return fileShape.Check(value) ? (value as DriftRow[]) : [];
  } catch {
    return [];
  }
}
