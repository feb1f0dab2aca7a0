import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from './child.ts';
import type { DiskRun } from './disk-run.ts';
import { generateFills } from './generate-fills.ts';
import type { ImportRun } from './import-run.ts';
import type { Results } from './results.ts';

const part = 'disk';

/** Disk bytes of a fill over all tables; docs/scale.md is based on this figure. */
export async function benchDisk(results: Results, workDir: string, quick: boolean): Promise<object> {
  const [fills, wallets] = quick ? [60_000, 4_000] : [2_000_000, 100_000];
  const dir = join(workDir, part);
  const blocksPath = join(workDir, 'blocks.jsonl');
  mkdirSync(dir);
  generateFills({ blocksPath, fills, wallets, seed: 2, firstTimeMs: Date.UTC(2026, 2, 1) });
  const imported = await runScript<ImportRun>('import-run.ts', { file: blocksPath, dir });
  rmSync(blocksPath);
  const run = await runScript<DiskRun>('disk-run.ts', { dir });
  rmSync(dir, { recursive: true, force: true });
  const perFill = (bytes: number) => bytes / imported.fills;
  results.measure(part, 'as imported', 'bytes/fill', [perFill(run.importedBytes)]);
  const merged = results.measure(part, 'merged, with lifecycles', 'bytes/fill', [perFill(run.mergedBytes)]);
  const largest = run.tables.filter(({ bytes }) => perFill(bytes) >= 1);
  for (const { table, bytes } of largest) results.measure(part, table, 'bytes/fill', [perFill(bytes)]);
  const cost = (run.foldCpuSeconds / imported.fills) * 1e6;
  results.measure(part, 'import, processor time', 'µs/fill', [(imported.cpuSeconds / imported.fills) * 1e6]);
  results.measure(part, 'fold of lifecycles, processor time', 'µs/fill', [cost]);
  results.hold(part, 'a fill on disk, all tables', 'bytes', merged, '<', 400);
  return { fills, wallets, imported, ...run };
}
