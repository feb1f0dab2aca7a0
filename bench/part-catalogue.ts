/** The parts of the benchmark, by name; bench/README.md says what each measures. */
import { testPrograms } from '../scripts/debian.ts';
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
import { benchMcp } from './mcp.ts';
import { benchMixed } from './mixed.ts';
import { benchNodeLag } from './node-lag.ts';
import type { BenchPart } from './parts.ts';
import { benchPeers } from './peers/peers.ts';
import { benchPnlBoards } from './pnl-boards.ts';
import { benchPortal } from './portal.ts';
import { benchPositions } from './positions.ts';
import { benchPriorities } from './priorities.ts';
import { benchProducts } from './products.ts';
import { benchRedis } from './redis.ts';
import { benchRestart } from './restart.ts';
import { benchRisk } from './risk.ts';
import { benchShards } from './shards.ts';
import { benchSimulate } from './simulate.ts';
import { benchStreams } from './streams.ts';
import { benchStreamsCrowd } from './streams-crowd.ts';
import { benchStreamsSoak } from './streams-soak/streams-soak.ts';
import { benchTakeover } from './takeover.ts';
import { benchWhole } from './whole.ts';

const programs = testPrograms.filter(({ command }) => command === 'redis-server');

export const benchParts: Record<string, BenchPart> = {
  import: { run: benchImport, needsQuiet: true },
  disk: { run: benchDisk },
  coverage: { run: benchCoverage },
  'pnl-boards': { run: benchPnlBoards },
  http: { run: benchHttp, needsQuiet: true },
  redis: { run: benchRedis, needsQuiet: true, programs },
  restart: { run: benchRestart, needsQuiet: true },
  boards: { run: benchBoards, needsQuiet: true },
  cold: { run: benchCold },
  positions: { run: benchPositions },
  risk: { run: benchRisk },
  cohorts: { run: benchCohorts },
  products: { run: benchProducts },
  lifecycles: { run: benchLifecycles },
  lists: { run: benchLists },
  limits: { run: benchLimits, programs },
  peers: { run: benchPeers, needsQuiet: true },
  lag: { run: benchLag, needsQuiet: true },
  'node-lag': { run: benchNodeLag, needsQuiet: true },
  mcp: { run: benchMcp },
  mixed: { run: benchMixed, needsQuiet: true },
  portal: {
    run: benchPortal,
    needsQuiet: true,
    programs: testPrograms.filter(({ package: name }) => name === 'chromium'),
  },
  priorities: { run: benchPriorities, needsQuiet: true },
  shards: { run: benchShards },
  simulate: { run: benchSimulate },
  streams: { run: benchStreams, needsQuiet: true },
  'streams-crowd': { run: benchStreamsCrowd, needsQuiet: true },
  'streams-soak': { run: benchStreamsSoak, needsQuiet: true },
  takeover: { run: benchTakeover },
  whole: { run: benchWhole, needsQuiet: true },
};
