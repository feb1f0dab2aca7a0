import { readFileSync } from 'node:fs';

/**
 * Real records of the exchange, which lie beside the checkout on some machines and are no part of the project. Tests that
 * read them are called `*.recorded.test.ts`; elsewhere the runner leaves them out and says so. The project's own samples
 * stand in the other tests.
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
