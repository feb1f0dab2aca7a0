/** Processor seconds of each test file in its last run here: the next run begins with the longest. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileTime } from './file-watch.ts';

const path = join(import.meta.dirname, '../node_modules/.cache/test-seconds.json');

/** @returns seconds by file, relative to the root; empty before the first run of a checkout */
export function lastSeconds(): Map<string, number> {
  if (!existsSync(path)) return new Map();
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>));
  } catch {
    return new Map(); // A run that was killed while it wrote: only the order is lost.
  }
}

/** Replaces the seconds of these files and keeps those of others. */
export function keepSeconds(times: readonly FileTime[]): void {
  const seconds = lastSeconds();
  for (const { file, processorSeconds } of times)
    if (processorSeconds !== undefined) seconds.set(file, Number(processorSeconds.toFixed(1)));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(Object.fromEntries(seconds)));
}
