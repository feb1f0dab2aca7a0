/**
 * `npm run bench`: measures the program and its yardsticks in one run on one machine, prints the results and writes them as a JSON file.
 * Never part of the tests; see bench/README.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { testPrograms } from '../scripts/debian.ts';
import { rfc3339, systemClock, utcDate } from '../src/kernel/clock.ts';
import { benchBoards } from './boards.ts';
import { benchCohorts } from './cohorts.ts';
import { benchCold } from './cold.ts';
import { benchCoverage } from './coverage.ts';
import { benchDisk } from './disk.ts';
import { benchHttp } from './http.ts';
import { benchImport } from './import.ts';
import { benchLag } from './lag.ts';
import { benchLifecycles } from './lifecycles.ts';
import { benchLimits } from './limits.ts';
import { benchLists } from './lists.ts';
import { commitId, machineFacts, projectDir } from './machine.ts';
import { benchMcp } from './mcp.ts';
import { benchMixed } from './mixed.ts';
import { benchNodeLag } from './node-lag.ts';
import { type BenchPart, runParts } from './parts.ts';
import { benchPeers } from './peers/peers.ts';
import { benchPnlBoards } from './pnl-boards.ts';
import { benchPortal } from './portal.ts';
import { benchPositions } from './positions.ts';
import { benchPriorities } from './priorities.ts';
import { benchProducts } from './products.ts';
import { benchRedis } from './redis.ts';
import { benchRestart } from './restart.ts';
import { createResults } from './results.ts';
import { benchRisk } from './risk.ts';
import { benchShards } from './shards.ts';
import { benchSimulate } from './simulate.ts';
import { benchStreams } from './streams.ts';
import { benchStreamsCrowd } from './streams-crowd.ts';
import { benchStreamsSoak } from './streams-soak/streams-soak.ts';
import { benchTakeover } from './takeover.ts';
import { benchWhole } from './whole.ts';

const programs = testPrograms.filter(({ command }) => command === 'redis-server');

const parts: Record<string, BenchPart> = {
  import: { run: benchImport },
  disk: { run: benchDisk },
  coverage: { run: benchCoverage },
  'pnl-boards': { run: benchPnlBoards },
  http: { run: benchHttp },
  redis: { run: benchRedis, programs },
  restart: { run: benchRestart },
  boards: { run: benchBoards },
  cold: { run: benchCold },
  positions: { run: benchPositions },
  risk: { run: benchRisk },
  cohorts: { run: benchCohorts },
  products: { run: benchProducts },
  lifecycles: { run: benchLifecycles },
  lists: { run: benchLists },
  limits: { run: benchLimits, programs },
  peers: { run: benchPeers },
  lag: { run: benchLag },
  'node-lag': { run: benchNodeLag },
  mcp: { run: benchMcp },
  mixed: { run: benchMixed },
  portal: { run: benchPortal, programs: testPrograms.filter(({ package: name }) => name === 'chromium') },
  priorities: { run: benchPriorities },
  shards: { run: benchShards },
  simulate: { run: benchSimulate },
  streams: { run: benchStreams },
  'streams-crowd': { run: benchStreamsCrowd },
  'streams-soak': { run: benchStreamsSoak },
  takeover: { run: benchTakeover },
  whole: { run: benchWhole },
};

const help = `Usage: npm run bench -- [options]

  --only import,http,redis …          run these parts only
  --quick                            small data, one round: a look, no measurement
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
  const chosen = values.only?.split(',') ?? Object.keys(parts);
  const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    throw new Error(`no such part: ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
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
    const failed = await runParts({ parts, chosen, results, workDir, quick, options, about, out, print });
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
