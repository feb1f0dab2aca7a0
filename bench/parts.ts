/** Runs the parts of a benchmark: a failed part does not affect the others, and results are written as they arrive. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type DebianProgram, missingPrograms } from '../scripts/debian.ts';
import { monotonicMs } from '../src/kernel/clock.ts';
import type { Results } from './results.ts';

/** Options of parts with a variable size. */
export interface BenchOptions {
  /** Scale of the exchange of the part `whole`; 1 is its full size. */
  scale?: number | undefined;
  /** Duration of the burst of fills. */
  burstSeconds?: number | undefined;
  /** Duration of the part streams-soak, and the seed of its schedule. */
  minutes?: number | undefined;
  seed?: number | undefined;
  /** Rate of the exchange of streams-soak. */
  fillsPerSecond?: number | undefined;
}

export interface BenchPart {
  run(results: Results, workDir: string, quick: boolean, options: BenchOptions): Promise<object>;
  /** Programs that it needs and npm does not install. */
  programs?: readonly DebianProgram[];
  /** True if it takes minutes, or puts a load on a running service that a busy machine refuses: the tests do not run it. */
  needsQuiet?: boolean;
}

export interface BenchRun {
  parts: Record<string, BenchPart>;
  /** Names of those to run, in order. */
  chosen: readonly string[];
  results: Results;
  workDir: string;
  quick: boolean;
  options?: BenchOptions;
  /** Metadata in the file, such as the machine. */
  about: object;
  /** The JSON file, rewritten after every part. */
  out: string;
  print(text: string): void;
}

/** @returns the names of the parts that failed */
export async function runParts(run: BenchRun): Promise<string[]> {
  const { parts, chosen, results, workDir, quick, options = {}, about, out, print } = run;
  const raw: Record<string, object> = {};
  const failed: string[] = [];
  mkdirSync(dirname(out), { recursive: true });
  for (const name of chosen) {
    const startMs = monotonicMs();
    const part = parts[name]!;
    let outcome: object;
    try {
      const missing = missingPrograms(part.programs ?? []);
      if (missing !== undefined) throw new Error(`it needs ${missing}`);
      outcome = await part.run(results, workDir, quick, options);
    } catch (error) {
      failed.push(name);
      const { message, stack } = error as Error;
      print(`the part ${name} failed: ${message}\n`);
      outcome = { failed: message, stack };
    }
    const seconds = Math.round((monotonicMs() - startMs) / 1_000);
    raw[name] = { seconds, ...outcome };
    print(`${results.table(name)}\n  (${seconds} s)\n\n`);
    const { measurements, bars } = results;
    const document = { ...about, failed, bars, measurements, raw };
    writeFileSync(out, `${JSON.stringify(document, null, 2)}\n`);
  }
  return failed;
}
