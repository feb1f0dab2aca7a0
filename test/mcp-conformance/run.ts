/**
 * `npm run conformance`: the conformance suite of the Model Context Protocol against a fixture server of our construction, in both
 * versions of the protocol. Fetches the suite from the package registry; not part of the tests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { activeBilling } from '../../src/control/billing-state.ts';
import { tierLimits } from '../../src/domain/tier.ts';
import { createLog } from '../../src/kernel/log.ts';
import { createHttpSurface } from '../../src/mcp/server/http-surface.ts';
import { startToys } from '../contract/toys.ts';
import { newFixtureServer } from './fixture-server.ts';

const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const versions = ['2025-11-25', '2026-07-28'];

// The suite sends no key: all its calls share an account.
const caller = {
  accountId: 'one',
  keyId: 'one',
  keyHash: '',
  tier: 'enterprise',
  limits: tierLimits.enterprise,
  billing: activeBilling,
} as const;
const authenticator = { known: () => caller, seen: () => true, authenticate: async () => caller };
const log = createLog({ level: 'error' });
const toy = await startToys([], { agents: createHttpSurface(newFixtureServer, log), authenticator, log });
const results = mkdtempSync(join(tmpdir(), 'tidemark-conformance-'));
let failed = 0;
try {
  for (const version of versions) {
    const expected = join(import.meta.dirname, `expected-failures-${version}.yml`);
    const args = [
      'server',
      '--url',
      `${toy.url}/mcp`,
      '--requirements',
      version,
      '--expected-failures',
      expected,
      '-o',
      results,
    ];
    // Puts the running Node first in PATH: an older Node there would fail.
    const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
    const child = spawn('npm', ['exec', '--yes', `--package=${suite}`, '--', 'conformance', ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: path },
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) failed += 1;
  }
} finally {
  await toy.server.close(0);
  rmSync(results, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);
