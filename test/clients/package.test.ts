import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

function compiled(...args: string[]): void {
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), args, {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout);
}

const use = `
import { createClient, NotFoundError, type LeaderboardTrader } from './dist/index.js';
const client = createClient({ baseUrl: 'http://127.0.0.1:8080', apiKey: 'key' });
const found: LeaderboardTrader[] = (await client.pulse.leaderboard({ sort: 'pnl' })).data.traders ?? [];
for await (const { wallet } of client.pulse.survivors.rows({ maxTrough: -10 }, { maxRows: 1 })) wallet.toLowerCase();
export const count: number = found.length;
export const kind: string = NotFoundError.name;
`;

test('what is published of the TypeScript client runs as plain JavaScript, and its types do without those of Node', async (t) => {
  // Inside the modules of the project, so that what the package depends on is found.
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const dir = mkdtempSync(join(cache, 'client-package-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const dist = join(dir, 'dist');
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }');
  compiled('-p', 'clients/typescript/tsconfig.json', '--outDir', dist);
  const { createClient } = (await import(
    join(dist, 'index.js')
  )) as typeof import('../../clients/typescript/src/index.ts');
  const fetch = () => Promise.resolve(Response.json({ tier: 'pro' }));
  const client = createClient({ baseUrl: 'http://tidemark.example', apiKey: 'key', fetch });
  assert.equal((await client.account.verify()).data.tier, 'pro');
  writeFileSync(join(dir, 'use.ts'), use);
  const config = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023', 'dom'],
    types: [],
  };
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions: config, files: ['use.ts'] }));
  compiled('-p', dir);
});
