import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from './child.ts';
import { generateFills } from './generate-fills.ts';
import type { ImportRun } from './import-run.ts';
import { percentile, type Results } from './results.ts';

/** Batch size of the import, see src/ingest/sink.ts. */
const batchFills = 100_000;

/**
 * Alternates imports of generated fills from lines and from blocks with inserts of the same rows by the engine itself.
 * Every run has its own process and directory.
 */
export async function benchImport(results: Results, workDir: string, quick: boolean): Promise<object> {
  const fills = quick ? 120_000 : 2_000_000;
  const rounds = quick ? 1 : 3;
  const linesPath = join(workDir, 'lines.jsonl');
  const blocksPath = join(workDir, 'blocks.jsonl');
  generateFills({ linesPath, blocksPath, fills, seed: 1, firstTimeMs: Date.UTC(2026, 2, 1) });

  const lines: ImportRun[] = [];
  const blocks: ImportRun[] = [];
  const folded: ImportRun[] = [];
  const engine: ImportRun[] = [];
  for (let round = 0; round < rounds; round++) {
    const dir = freshDir(workDir);
    lines.push(await runScript<ImportRun>('import-run.ts', { file: linesPath, dir }));
    engine.push(await runScript<ImportRun>('engine-insert-run.ts', { dir, batchFills }));
    folded.push(
      await runScript<ImportRun>('import-run.ts', { file: linesPath, dir: freshDir(workDir), folds: true }),
    );
    blocks.push(await runScript<ImportRun>('import-run.ts', { file: blocksPath, dir: freshDir(workDir) }));
  }
  rmSync(join(workDir, 'import'), { recursive: true, force: true });
  rmSync(linesPath);
  rmSync(blocksPath);
  report(results, { lines, blocks, engine, folded });
  return { fills, rounds, lines, blocks, engine, folded };
}

function freshDir(workDir: string): string {
  const dir = join(workDir, 'import');
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir);
  return dir;
}

type Runs = Record<'lines' | 'blocks' | 'engine' | 'folded', ImportRun[]>;

function report(results: Results, runs: Runs): void {
  const rates = (of: ImportRun[]) => of.map((run) => run.fills / run.seconds);
  const cost = (of: ImportRun[]) => of.map((run) => (run.cpuSeconds / run.fills) * 1e6);
  const peaks = [...runs.lines, ...runs.blocks].map((run) => run.peakRssBytes / 1e9);
  const fromLines = results.measure('import', 'from JSON lines', 'fills/s', rates(runs.lines));
  const fromBlocks = results.measure('import', 'from block lines', 'fills/s', rates(runs.blocks));
  results.measure('import', "the engine's own insert", 'fills/s', rates(runs.engine));
  results.measure('import', 'processor time, lines', 'µs/fill', cost(runs.lines));
  results.measure('import', 'processor time, blocks', 'µs/fill', cost(runs.blocks));
  results.measure('import', 'processor time, engine', 'µs/fill', cost(runs.engine));
  results.measure('import', 'peak resident memory', 'GB', peaks);
  // Within a round both ran under the same conditions.
  const ratios = (of: ImportRun[], to: ImportRun[]) =>
    rates(of).map((rate, round) => rate / rates(to)[round]!);
  const slower = fromLines <= fromBlocks ? runs.lines : runs.blocks;
  results.hold('import', 'sustained rate', 'fills/s', Math.min(fromLines, fromBlocks), '≥', 150_000);
  results.hold(
    'import',
    "share of the engine's own insert",
    '',
    percentile(ratios(slower, runs.engine), 50),
    '≥',
    0.5,
  );
  results.hold('import', 'peak resident memory', 'GB', Math.max(...peaks), '<', 1.5);
  results.measure('import', 'from JSON lines, lifecycles folded', 'fills/s', rates(runs.folded));
  results.measure('import', 'processor time, lines, lifecycles folded', 'µs/fill', cost(runs.folded));
  const after = runs.folded.map((run) => run.foldedAfterSeconds!);
  results.measure('import', 'lifecycles complete after its end', 's', after);
  const kept = percentile(ratios(runs.folded, runs.lines), 50);
  results.hold('import', 'share of the rate while lifecycles are folded', '', kept, '≥', 0.6);
  results.hold('import', 'lifecycles complete after its end', 's', Math.max(...after), '<', 60);
}
