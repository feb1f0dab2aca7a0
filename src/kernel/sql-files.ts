import { readdirSync, readFileSync } from 'node:fs';

export interface SqlFile {
  /** The four digits of the file name. */
  version: number;
  /** The file name without its ending, e.g. `0100_fills`. */
  name: string;
  statements: string[];
}

/**
 * The `*.sql` files of a directory, sorted by number.
 *
 * @throws Error if two files share a number: a database that has run one would never run the other
 */
export function sqlFiles(directory: URL): SqlFile[] {
  const found = readdirSync(directory)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map((file) => ({
      version: Number(file.slice(0, 4)),
      name: file.slice(0, -4),
      statements: readFileSync(new URL(file, directory), 'utf8')
        .replaceAll(/^\s*--.*$/gm, '')
        .split(';')
        .map((statement) => statement.trim())
        .filter((statement) => statement !== ''),
    }));
  const twice = found.find(({ version }, i) => version === found[i - 1]?.version);
  if (twice !== undefined) throw new Error(`two migrations have the number ${twice.version}`);
  return found;
}

/** First schema version. Lower numbers belong to schemas from before the first release, which used other files. */
export const firstSchemaVersion = 100;
