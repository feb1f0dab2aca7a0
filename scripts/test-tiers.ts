/** The two tiers of tests: `npm test` for every change, `npm run test:process` for tests of servers, browsers and kills. */

export const testTiers = ['quick', 'process'] as const;
export type TestTier = (typeof testTiers)[number];

/** Tiers by the first folder of a file's path; below `test` by the second. */
const folders = new Map<string, TestTier>([
  ['bench', 'quick'],
  ['packages', 'quick'],
  ['scripts', 'quick'],
  ['src', 'quick'],
  ['test', 'quick'],
  ['test/alerts', 'process'],
  ['test/clients', 'process'],
  ['test/conformance', 'process'],
  ['test/contract', 'quick'],
  ['test/deploy', 'process'],
  ['test/e2e', 'process'],
  ['test/ingest', 'process'],
  ['test/live', 'process'],
  ['test/package', 'process'],
  ['test/portal', 'process'],
  ['test/sim', 'process'],
  ['test/streams', 'process'],
  ['test/virtual', 'quick'],
  ['test/x402', 'process'],
]);

/** Tests that start servers and programs, and long histories of the simulator. */
const ofProcesses = /\.(clickhouse|postgres|processes)\.test\.ts$|^packages\/[\w-]+\/test\//;

/** A test of each invariant of the process tier, so that `npm test` notices a violation. */
export const representatives: readonly string[] = [
  'packages/exchange-simulator/test/exchange.test.ts', // the simulated exchange keeps the exchange's rules
  'test/alerts/operations.test.ts', // an alert, from its rule to its delivery
  'test/conformance/servers.clickhouse.test.ts', // a server that is killed under a read
  'test/e2e/node-kills.test.ts', // a follower of a node that is killed
  'test/live/quarantine.test.ts', // no record of the exchange is lost without a reason
  'test/portal/visits.test.ts', // pages in Chromium
  'test/streams/protocol.test.ts', // messages that a client of a stream sends and receives
];

/** @param file relative to the root, with `/` */
export function tierOf(file: string): TestTier {
  if (representatives.includes(file)) return 'quick';
  if (ofProcesses.test(file)) return 'process';
  const folder = /^test\/\w+(?=\/)|^\w+(?=\/)/.exec(file)?.[0] ?? '';
  const tier = folders.get(folder);
  if (tier === undefined) throw new Error(`add the folder ${folder} of ${file} to scripts/test-tiers.ts`);
  return tier;
}
