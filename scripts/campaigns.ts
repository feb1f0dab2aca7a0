/** Tests too slow for every change: test files that have a larger size. */
export interface Campaign {
  files: readonly string[];
  /** Description of a run; every run has its own seed. */
  does: string;
  /** True: a run lasts `--run-minutes`. */
  isLong?: boolean;
  /** Number of runs. */
  runs: number;
}

const suitesOnShards = [
  'analytics',
  'audit',
  'bodies',
  'boards',
  'derived',
  'facts',
  'lifecycles',
  'lost-shard',
  'market',
  'positions',
];

export const campaigns: Readonly<Record<string, Campaign>> = {
  seeds: {
    files: ['test/live/seeds.test.ts'],
    does: 'the connector behind 20 seeds of faults, with every kind of fault met',
    runs: 5,
  },
  kills: {
    files: ['test/live/kill.campaign.ts'],
    does: 'a day of the exchange, read with a kill every hour',
    runs: 5,
  },
  'crash-points': {
    files: ['test/ingest/crash-points.chdb.test.ts', 'test/ingest/crash-points.clickhouse.campaign.ts'],
    does: 'an import that dies at every step, on both engines',
    runs: 3,
  },
  'server-suites': {
    files: [
      ...['boards', 'lifecycles', 'market', 'positions'].map(
        (suite) => `test/conformance/${suite}.clickhouse.campaign.ts`,
      ),
      'test/conformance/control.postgres.test.ts',
    ],
    does: 'what rests on the port to the engine, on a ClickHouse server too: the check has it embedded; the control store on every Postgres',
    runs: 1,
  },
  shards: {
    files: [
      ...suitesOnShards.map((suite) => `test/conformance/${suite}.shards.campaign.ts`),
      'test/conformance/http/access.shards.campaign.ts',
      'test/ingest/crash-points.shards.campaign.ts',
      'test/ingest/server-kills.shards.campaign.ts',
    ],
    does: 'the suites of stores on a cluster of two shards, and an import that is killed there at every step, or loses a server',
    runs: 1,
  },
  rewrites: {
    files: [
      'test/ingest/stored-records.chdb.test.ts',
      'test/ingest/stored-records.clickhouse.campaign.ts',
      'src/endpoints/builders/builder-users.test.ts',
    ],
    does: 'stored fills that are completed, replaced and taken out, cut off at every step, on both engines; users of builders after that',
    runs: 3,
  },
  archives: {
    files: [
      'test/ingest/contexts.chdb.test.ts',
      'test/ingest/contexts.clickhouse.campaign.ts',
      'test/ingest/builder-files.chdb.test.ts',
      'test/ingest/builder-files.clickhouse.campaign.ts',
    ],
    does: "archived states of markets and builders' daily files, on both engines",
    runs: 1,
  },
  'node-faults': {
    files: [
      'test/sim/node-faults.test.ts',
      'test/ingest/follow-writer.test.ts',
      'test/e2e/node-kills.test.ts',
    ],
    does: '20 nodes of the simulated exchange that break in every way, 60 directories of an independent writer and a real service killed 20 times: fills, positions and gaps are those of what was written, and whole with the archive',
    runs: 1,
  },
  damages: {
    files: ['test/ingest/damages.test.ts'],
    does: '33 files of a store that are cut, flipped or removed: what is not whole is reported, and whole after the remedy',
    runs: 1,
  },
  'serve-damages': {
    files: ['test/e2e/damages.campaign.ts'],
    does: '30 files of a data directory that are cut, flipped or removed, as serve meets them: equal answers, or a remedy after which they are',
    runs: 1,
  },
  'audit-beside': {
    files: ['src/jobs/nightly-audit.test.ts'],
    does: '20 audits beside a reader that stores fills and a fold behind it',
    runs: 1,
  },
  filling: {
    files: [
      'test/ingest/derived-filling.chdb.test.ts',
      'test/ingest/derived-filling.clickhouse.campaign.ts',
      'test/ingest/derived-kill.campaign.ts',
    ],
    does: 'derived tables of a filled store, filled by a process that dies at every step',
    runs: 3,
  },
  servers: {
    files: [
      'test/e2e/servers.test.ts',
      'test/e2e/live-servers.test.ts',
      'test/e2e/revocation.test.ts',
      'test/e2e/limits-processes.test.ts',
      'test/e2e/first-start.test.ts',
    ],
    does: 'processes on shared stores that are killed or stand still, first starts that are stopped anywhere',
    runs: 3,
  },
  simulated: {
    files: ['test/e2e/simulated.test.ts'],
    does: 'the program on five weeks of its simulated exchange: full pages of every endpoint, every tool of agents both ways',
    runs: 1,
  },
  imports: {
    files: [
      'test/e2e/kill.campaign.ts',
      'test/ingest/overlaps.test.ts',
      'test/ingest/shared-batches.test.ts',
      'src/ingest/sink.test.ts',
      'test/e2e/memory.campaign.ts',
    ],
    does: 'an import killed at 20 moments, files that overlap in any way, writers that die or stand still, any record, 300 MiB in bounded memory',
    runs: 3,
  },
  screens: {
    files: ['test/portal/screens.campaign.ts'],
    does: 'every page of the portal in both widths and themes, kept as pictures in portal/dist-screens',
    runs: 1,
  },
  payments: {
    files: ['test/x402/kill.campaign.ts'],
    does: 'processes that sell calls, alone and two on one Postgres, killed 15 times while payments are on their way',
    runs: 5,
  },
  rules: {
    files: [
      'packages/exchange-simulator/test/records.test.ts',
      'test/sim/weight-budgets.test.ts',
      'packages/exchange-simulator/test/saved-record.test.ts',
      'packages/exchange-simulator/test/ledger.test.ts',
    ],
    does: "the exchange's rules over many simulated days, its weight over many hours",
    runs: 3,
  },
  ledger: {
    files: ['test/sim/served-truth.test.ts', 'test/sim/served-outcomes.test.ts'],
    does: "what is served of lifecycles, liquidations, builders, outcomes and entities, against the simulator's books of 20 seeds",
    runs: 5,
  },
  sums: {
    files: ['test/sim/served-risk.test.ts'],
    does: "sums of positions and liquidations, each way they are cut, against the simulator's books of 20 seeds",
    runs: 3,
  },
  profit: {
    files: ['test/sim/net-profit.test.ts', 'test/sim/skill.test.ts', 'test/sim/payment-census.test.ts'],
    does: "net profit, returns and drawdowns of wallets of every kind, and positions that payments name, against the simulator's books of 20 seeds",
    runs: 3,
  },
  streams: {
    files: ['test/e2e/stream-cuts.test.ts'],
    does: 'clients of streams behind 100 cuts of their lines and kills, stops and starts of their server: each fill once, each gap named',
    runs: 1,
  },
  editions: {
    files: ['test/sim/editions.campaign.ts'],
    does: 'thirty simulated days with their daily editions, made in time and made up for, every receipt followed',
    runs: 3,
  },
  stops: {
    files: ['test/live/stopped-exchange.campaign.ts'],
    does: 'an exchange that stops and comes back: what is said to be at hand, part by part, and how new it is',
    runs: 1,
  },
  'first-hours': {
    files: ['test/live/first-hours.campaign.ts'],
    does: 'two hours on an exchange of 5,000 wallets inside 1,200 weight a minute: how little is known is said, and grows as it is read',
    runs: 1,
  },
  hostile: {
    files: ['test/e2e/hostile.campaign.ts'],
    does: 'a live service with imports beside it, among hostile clients, kills, cut connections, full disks and clocks that are set',
    isLong: true,
    runs: 3,
  },
  past: {
    files: ['test/contract/past.test.ts', 'test/conformance/past.clickhouse.campaign.ts'],
    does: 'every endpoint as of 30 moments, against a store without what came later; the copies on a server',
    runs: 3,
  },
  fuzz: {
    files: [
      'test/contract/machinery.test.ts',
      'test/contract/service.test.ts',
      'packages/exchange-simulator/test/exchange-server.test.ts',
      'test/e2e/attack.test.ts',
      'test/x402/paid-calls.test.ts',
      'src/mcp/tools/tools.test.ts',
      'src/mcp/server/http-surface.test.ts',
      'src/operate/admin/accounts.test.ts',
      'test/portal/odd-bodies.test.ts',
    ],
    does: 'random requests to every endpoint, every tool and to the simulated exchange; bodies that are almost right to the pages, the billing webhook, agents and operators',
    runs: 10,
  },
};
