import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { openChdb } from '../src/analytics/chdb.ts';
import { migrateAnalytics } from '../src/analytics/migrate.ts';
import { openPglite } from '../src/control/pglite.ts';
import { dayMs } from '../src/kernel/clock.ts';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules', '.cache', 'tidemark-tests');

interface Template {
  path: string;
  make(dir: string): Promise<void>;
}

/** @param sources what its tables are made from: another schema is another template */
function template(name: string, sources: string, make: Template['make']): Template {
  const hash = createHash('sha256');
  for (const file of [...globSync(sources, { cwd: root }).sort(), 'package-lock.json'])
    hash.update(readFileSync(join(root, file)));
  return { path: join(cache, `${name}-${hash.digest('hex').slice(0, 16)}`), make };
}

const control = template('control', 'src/control/**/*.{ts,sql}', async (dir) => {
  const store = await openPglite({ dir });
  await store.migrate();
  await store.close();
});

const engine = template('engine', 'src/analytics/**/*.{ts,sql}', async (dir) => {
  const store = await openChdb({ dir, readSessions: 1 });
  await migrateAnalytics(store);
  await store.close();
});

function seed({ path }: Template, dir: string): string {
  if (existsSync(dir) || !existsSync(path)) return dir;
  mkdirSync(join(dir, '..'), { recursive: true, mode: 0o700 });
  execFileSync('cp', ['-a', '--reflink=auto', path, dir]);
  return dir;
}

/**
 * Makes `dir` the directory of a control store that has all tables and no rows, by a copy of the one that the test run made:
 * a first start takes five seconds of a processor, and few tests are about it. Without a test run it stays as it is.
 *
 * @returns `dir`
 */
export const seedControl = (dir: string): string => seed(control, dir);

/** The same of an embedded store of facts. */
export const seedEngine = (dir: string): string => seed(engine, dir);

/** The same of a whole data directory. */
export function seedData(data: string): string {
  seedControl(join(data, 'control'));
  seedEngine(join(data, 'analytics'));
  return data;
}

/** Since its last use: a run of another checkout with the same `node_modules` has another schema, and needs its own to the end. */
const unusedMs = dayMs;

/** The test run makes them once per schema; those that no run has used for a day go. Of several runs at once the first one's stay. */
export async function makeTemplates(): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const now = new Date();
  for (const { path, make } of [control, engine]) {
    if (!existsSync(path)) {
      const own = mkdtempSync(join(cache, 'new-'));
      try {
        await make(join(own, 'made'));
        renameSync(join(own, 'made'), path);
      } catch (error) {
        if (!existsSync(path)) throw error;
      } finally {
        rmSync(own, { recursive: true, force: true });
      }
    }
    utimesSync(path, now, now);
  }
  for (const name of globSync('{control,engine}-*', { cwd: cache }).map((entry) => join(cache, entry)))
    if (now.getTime() - (statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0) > unusedMs)
      rmSync(name, { recursive: true, force: true });
}
