import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import type { Campaign } from './campaigns.ts';
import { createFileWatch } from './file-watch.ts';

export interface CampaignOptions {
  /** Time limit: after it no run begins, and the current run is ended. */
  minutes: number;
  /** Seed of the first run; incremented for each further run. */
  seed: number;
  /** Length of a run of a time-based campaign. */
  runMinutes: number;
  /** Replaces each campaign's own number of runs. */
  runs: number | undefined;
  /** Names of campaigns. */
  chosen: readonly string[];
  /** Only the tests whose names match. */
  pattern: string | undefined;
}

const root = join(import.meta.dirname, '..');
const minuteMs = 60_000;
/** A file that takes longer hangs. */
const fileMinutes = 30;

type Outcome = 'good' | 'failed' | 'cut off';

/** @param leftMs the run is cut off after so long */
async function runFile(
  file: string,
  {
    seed,
    runMinutes,
    pattern,
    leftMs,
  }: Pick<CampaignOptions, 'seed' | 'runMinutes' | 'pattern'> & { leftMs: number },
): Promise<Outcome> {
  const entry = join(root, file);
  const watch = createFileWatch([{ entry, files: [file] }], Math.min(fileMinutes * minuteMs, leftMs));
  let isGood = true;
  const events = run({
    files: [entry],
    argv: ['--campaign', String(seed), '--minutes', String(runMinutes)],
    testNamePatterns: pattern === undefined ? [] : [pattern],
  }).on('test:fail', () => {
    isGood = false;
  });
  watch.follow(events);
  for await (const text of events.compose(new spec())) process.stdout.write(text);
  if (watch.late().length > 0 && leftMs < fileMinutes * minuteMs) return 'cut off';
  return isGood && watch.late().length === 0 ? 'good' : 'failed';
}

/**
 * Runs campaigns in turn, seed after seed, and prints the results.
 * @returns the commands that repeat the failed runs
 */
export async function runCampaigns(
  campaigns: Readonly<Record<string, Campaign>>,
  options: CampaignOptions,
): Promise<string[]> {
  const { minutes, seed: first, runMinutes, chosen, pattern } = options;
  const endMs = performance.now() + minutes * minuteMs;
  const failed: string[] = [];
  const runsOf = (name: string) => options.runs ?? campaigns[name]!.runs;
  const rounds = Math.max(...chosen.map(runsOf));
  for (let round = 0; round < rounds; round++) {
    for (const name of chosen.filter((one) => round < runsOf(one))) {
      const seed = first + round;
      console.log(`\n== ${name}, seed ${seed}`);
      const outcomes = new Set<Outcome>();
      for (const file of campaigns[name]!.files) {
        const leftMs = endMs - performance.now();
        outcomes.add(leftMs <= 0 ? 'cut off' : await runFile(file, { seed, runMinutes, pattern, leftMs }));
      }
      if (outcomes.has('failed')) {
        const same = pattern === undefined ? '' : ` --test-name-pattern '${pattern}'`;
        const length = campaigns[name]!.isLong === true ? ` --run-minutes ${runMinutes}` : '';
        failed.push(`npm run campaign -- --only ${name} --seed ${seed} --runs 1${length}${same}`);
        console.log(`failed; again: ${failed.at(-1)}`);
      }
      if (outcomes.has('cut off')) {
        console.log(`${name}, seed ${seed}: cut off, the minutes are over`);
        return failed;
      }
    }
  }
  return failed;
}
