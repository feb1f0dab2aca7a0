/**
 * `npm run bench`: measures the program side by side with yardsticks, in one run on one machine, prints what it
 * found and writes it as one JSON file. Never part of the tests; see bench/README.md.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { monotonicMs, rfc3339, systemClock, utcDate } from '../src/kernel/clock.ts';
import { benchBoards } from './boards.ts';
import { benchHttp } from './http.ts';
import { benchImport } from './import.ts';
import { benchLag } from './lag.ts';
import { benchLimits } from './limits.ts';
import { commitId, machineFacts, projectDir } from './machine.ts';
import { benchPriorities } from './priorities.ts';
import { benchRedis } from './redis.ts';
import { createResults, type Results } from './results.ts';
import { benchSimulate } from './simulate.ts';

type Bench = (results: Results, workDir: string, quick: boolean) => Promise<object>;

const parts: Record<string, Bench> = {
  import: benchImport,
  http: benchHttp,
  redis: benchRedis,
  boards: benchBoards,
  limits: benchLimits,
  lag: benchLag,
  priorities: benchPriorities,
  simulate: benchSimulate,
};

const help = `Usage: npm run bench -- [options]

  --only import,http,redis …          run these parts only
  --quick                            small data, one round: a look, no measurement
  --out FILE                         where to write the JSON (default: bench/results/<date>-<commit>.json)
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const { quick } = values;
  const chosen = values.only?.split(',') ?? Object.keys(parts);
  const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    throw new Error(`no such part: ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
  }
  const startedMs = systemClock.nowMs();
  const commit = commitId();
  const workDir = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  const results = createResults();
  const raw: Record<string, object> = {};
  try {
    const machine = machineFacts(join(workDir, 'facts'));
    for (const name of chosen) raw[name] = await runPart(name, results, workDir, quick);
    const out = resolve(
      values.out ?? join(projectDir, 'bench/results', `${utcDate(startedMs)}-${commit}.json`),
    );
    const { measurements, bars } = results;
    const startedAt = rfc3339(startedMs);
    const document = { startedAt, commit, quick, machine, bars, measurements, raw };
    mkdirSync(dirname(out), { recursive: true });
    writeFileSync(out, `${JSON.stringify(document, null, 2)}\n`);
    process.stdout.write(`${out}\n`);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

async function runPart(name: string, results: Results, workDir: string, quick: boolean): Promise<object> {
  const startMs = monotonicMs();
  const raw = await parts[name]!(results, workDir, quick);
  const seconds = Math.round((monotonicMs() - startMs) / 1000);
  process.stdout.write(`${results.table(name)}\n  (${seconds} s)\n\n`);
  return { seconds, ...raw };
}

await main();
// The engine's threads shall not keep the process.
process.exit(0);
