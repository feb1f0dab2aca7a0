import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { derivedTables } from '../src/analytics/derived/derived-tables.ts';
import { analyticsMigrations } from '../src/analytics/migrate.ts';
import { runScript } from './child.ts';
import { projectDir } from './machine.ts';

/** What a directory of fills holds. */
export interface FilledDir {
  fills: number;
  wallets: number;
  firstTimeMs: number;
  lastTimeMs: number;
  products?: { builders: number; outcomes: number };
}

const cacheDir = join(projectDir, 'bench/.cache');

/**
 * A data directory with fills that the engine made up, built where it is missing or of another schema; later runs use it again.
 *
 * @param script what fills it
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
