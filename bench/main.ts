/**
 * `npm run bench`: measures the program and its yardsticks in one run on one machine, prints the results and writes them as a JSON file.
 * Never part of the tests; see bench/README.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rfc3339, systemClock, utcDate } from '../src/kernel/clock.ts';
import { commitId, machineFacts, projectDir } from './machine.ts';
import { benchParts } from './part-catalogue.ts';
import { runParts } from './parts.ts';
import { createResults } from './results.ts';

const help = `Usage: npm run bench -- [options]

  --only import,http,redis …          run these parts only
  --quick                            least data, one round: whether a part runs, no measurement
  --scale X                          of the exchange of the part whole (default: 0.1; 1 is all of it, 60 million fills)
  --burst-seconds N                  of its burst of 2,000 fills a second (default: 300)
  --minutes N                        of the part streams-soak (default: 10; 1 with --quick)
  --fills-per-second N               of its exchange (default: 30)
  --seed N                           of its schedule (default: 1)
  --out FILE                         where to write the JSON (default: bench/results/<date>-<commit>.json)
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      scale: { type: 'string' },
      'burst-seconds': { type: 'string' },
      minutes: { type: 'string' },
      'fills-per-second': { type: 'string' },
      seed: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const { quick } = values;
  const chosen = values.only?.split(',') ?? Object.keys(benchParts);
  const unknown = chosen.filter((name) => !Object.hasOwn(benchParts, name));
  if (unknown.length > 0) {
    throw new Error(`no such part: ${unknown.join(', ')}; there are ${Object.keys(benchParts).join(', ')}`);
  }
  const startedMs = systemClock.nowMs();
  const commit = commitId();
  const workDir = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  try {
    const machine = machineFacts(join(workDir, 'facts'));
    const name = `${utcDate(startedMs)}-${commit}.json`;
    const out = resolve(values.out ?? join(projectDir, 'bench/results', name));
    const about = { startedAt: rfc3339(startedMs), commit, quick, machine };
    const print = (text: string) => void process.stdout.write(text);
    const results = createResults();
    const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));
    const options = {
      scale: numberOf(values.scale),
      burstSeconds: numberOf(values['burst-seconds']),
      minutes: numberOf(values.minutes),
      seed: numberOf(values.seed),
      fillsPerSecond: numberOf(values['fills-per-second']),
    };
    const failed = await runParts({
      parts: benchParts,
      chosen,
      results,
      workDir,
      quick,
      options,
      about,
      out,
      print,
    });
    print(`${out}\n`);
    if (failed.length > 0) {
      process.exitCode = 1;
      print(`these parts failed: ${failed.join(', ')}\n`);
    }
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

await main();
// The engine's threads would keep the process alive.
process.exit();
