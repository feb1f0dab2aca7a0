/** Runs the parts of a benchmark: one that fails takes nothing from the others, and what was measured is written as it comes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type DebianProgram, missingPrograms } from '../scripts/debian.ts';
import { monotonicMs } from '../src/kernel/clock.ts';
import type { Results } from './results.ts';

/** What parts take that can be as large as is wanted. */
export interface BenchOptions {
  /** Of the exchange of the part whole, 1 for all of it. */
  scale?: number | undefined;
  /** Of its burst of fills. */
  burstSeconds?: number | undefined;
  /** How long the part streams-soak lasts, and what its schedule follows from. */
  minutes?: number | undefined;
  seed?: number | undefined;
  /** Of the exchange of streams-soak. */
  fillsPerSecond?: number | undefined;
}

export interface BenchPart {
  run(results: Results, workDir: string, quick: boolean, options: BenchOptions): Promise<object>;
  /** What it runs that npm does not bring. */
  programs?: readonly DebianProgram[];
}

export interface BenchRun {
  parts: Record<string, BenchPart>;
  /** Names of those to run, in order. */
  chosen: readonly string[];
  results: Results;
  workDir: string;
  quick: boolean;
  options?: BenchOptions;
  /** What stands beside the results in the file, such as the machine. */
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
