import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { derivedTables } from '../src/analytics/derived/derived-tables.ts';
import { analyticsMigrations } from '../src/analytics/migrate.ts';
import { runScript } from './child.ts';
import { projectDir } from './machine.ts';

/** Contents of a directory of fills. */
export interface FilledDir {
  fills: number;
  wallets: number;
  firstTimeMs: number;
  lastTimeMs: number;
  products?: { builders: number; outcomes: number };
}

const cacheDir = join(projectDir, 'bench/.cache');

/**
 * A data directory with synthetic fills; built if missing or of another schema, and reused by later runs.
 *
 * @param script fills the directory
 */
export async function filledDir(
  name: string,
  of: FilledDir,
  script = 'boards-build-run.ts',
): Promise<string> {
  const schema = [analyticsMigrations(), derivedTables.map(({ shape }) => shape), of];
  const mark = createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 8);
  const dir = join(cacheDir, `${name}-${of.fills}-${of.wallets}-${mark}`);
  if (existsSync(dir)) return dir;
  const draft = `${dir}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await runScript(script, { dir: draft, ...of });
  renameSync(draft, dir);
  return dir;
}
