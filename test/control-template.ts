import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openPglite } from '../src/control/pglite.ts';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules', '.cache', 'tidemark-tests');
const { version } = JSON.parse(
  readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'),
) as { version: string };
const template = join(cache, `control-${version}`);

/**
 * Makes `dir` the directory of an empty control store, as a first start leaves it, by a copy of the one that the test run
 * made. A first start takes three seconds of a processor, and few tests are about it; without a test run it stays as it is.
 *
 * @returns `dir`
 */
export function seedControl(dir: string): string {
  if (existsSync(dir) || !existsSync(template)) return dir;
  mkdirSync(join(dir, '..'), { recursive: true, mode: 0o700 });
  execFileSync('cp', ['-a', '--reflink=auto', template, dir]);
  return dir;
}

/** The test run makes it once per version of the engine; of several runs at once the first one's stays. */
export async function makeControlTemplate(): Promise<void> {
  if (existsSync(template)) return;
  mkdirSync(cache, { recursive: true });
  const own = mkdtempSync(join(cache, 'new-'));
  try {
    const store = await openPglite({ dir: join(own, 'control') });
    await store.close();
    renameSync(join(own, 'control'), template);
  } catch (error) {
    if (!existsSync(template)) throw error;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}
