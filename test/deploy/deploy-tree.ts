import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '../..');

/** A YAML value as it was read; what a test expects of it, it says. */
// biome-ignore lint/suspicious/noExplicitAny: files of other programs, of which each test knows its part
export type Yaml = any;

/** Text of a file of deploy/. */
export function deployText(path: string): string {
  return readFileSync(join(root, 'deploy', path), 'utf8');
}

/** Paths of all files of deploy/ that match. */
export function deployFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: join(root, 'deploy') }).sort();
}

/** The documents of a YAML file, merge keys applied. @throws Error naming the file where it is no YAML, or names a key twice */
export function deployYaml(path: string): Yaml[] {
  return parseAllDocuments(deployText(path), { merge: true, uniqueKeys: true }).map((document: Yaml) => {
    const [fault] = [...document.errors, ...document.warnings];
    if (fault !== undefined) throw new Error(`deploy/${path}: ${fault.message}`);
    return document.toJS();
  });
}
