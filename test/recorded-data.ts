import { readFileSync } from 'node:fs';

/**
 * Real records of the exchange, kept outside the project on some machines. Tests that read them are called `*.recorded.test.ts`; elsewhere
 * the runner skips them and reports that. The project's own samples are in the other tests.
 */
export const recordedData = new URL('../../shared/data/', import.meta.url);

export function recordedText(path: string): string {
  return readFileSync(new URL(path, recordedData), 'utf8');
}

/** The lines of a file that are not empty. */
export function recordedLines(path: string): string[] {
  return recordedText(path)
    .split('\n')
    .filter((line) => line !== '');
}

// biome-ignore lint/suspicious/noExplicitAny: the caller knows the file
export function recordedJson(path: string): any {
  return JSON.parse(recordedText(path));
}
