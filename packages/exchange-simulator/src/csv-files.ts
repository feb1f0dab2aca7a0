import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Writes rows of CSV, in files that are named by their first moment. */
export interface CsvFiles {
  write(timeMs: number, rows: readonly string[]): void;
  /** Closes the current file; later rows begin a new one. */
  close(): void;
  readonly files: number;
  readonly bytes: number;
}

/** @param dir made with the first row */
export function createCsvFiles(dir: string, columns: readonly string[]): CsvFiles {
  let file = '';
  let files = 0;
  let bytes = 0;
  return {
    get files() {
      return files;
    },
    get bytes() {
      return bytes;
    },
    write(timeMs, rows) {
      if (rows.length === 0) return;
      const head = file === '' ? [columns.join(',')] : [];
      if (file === '') {
        mkdirSync(dir, { recursive: true });
        file = join(dir, `${timeMs}.csv`);
        files += 1;
      }
      const text = Buffer.from(`${[...head, ...rows].join('\n')}\n`);
      appendFileSync(file, text);
      bytes += text.length;
    },
    close() {
      file = '';
    },
  };
}
