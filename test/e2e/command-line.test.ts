/** The whole program as an operator uses it: real processes, real stores, one data directory. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { seedData } from '../data-template.ts';

const launcher = join(import.meta.dirname, '../..', 'tidemark');
const fills = ['node_fills.jsonl', 'node_fills_by_block.jsonl'].map((name) =>
  join(import.meta.dirname, '../fixtures', 'fills', name),
);
const root = mkdtempSync(join(tmpdir(), 'tidemark-command-line-'));
seedData(join(root, 'served'));
seedData(join(root, 'piped'));
const servers = new Set<ChildProcess>();
after(() => {
  for (const server of servers) server.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

function start(...args: string[]) {
  const child = spawn(launcher, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (text) => (written[name] += text));
  return { child, written };
}

async function run(...args: string[]) {
  const { child, written } = start(...args);
  const [code] = await once(child, 'close');
  return { code, ...written };
}

async function serve(data: string) {
  const { child, written } = start('serve', '--data', data, '--port', '0');
  servers.add(child);
  await Promise.race([once(child.stdout!, 'data'), once(child, 'close')]);
  const address = /^tidemark ready at (http:\/\/127\.0\.0\.1:\d+) \(data .*\)\n$/.exec(written.stdout)?.[1];
  assert.ok(address, `no ready line: ${JSON.stringify(written)}`);
  return { child, address, written };
}

test('while a server runs, keys, imports and audits go through it, a new key works at once, and no second server starts', async () => {
  const { child, address, written } = await serve('served');
  const second = await run('serve', '--data', 'served', '--port', '0');
  assert.equal(second.code, 1);
  assert.match(second.stderr, new RegExp(`in use by tidemark serve \\(pid ${child.pid}\\)`));
  const imports = await Promise.all([1, 2].map(() => run('import', ...fills, '--data', 'served')));
  for (const { code, stderr } of imports) assert.equal(code, 0, stderr);
  const counts = imports.map(({ stdout }) => JSON.parse(stdout).fills as number);
  assert.deepEqual(counts.map((count) => count > 0).toSorted(), [false, true], 'imports take turns');
  const key = (await run('keys', 'create', '--tier', 'pro', '--data', 'served')).stdout.trim();
  assert.match(key, /^tdm_live_\w+$/);
  const board = () => fetch(`${address}/api/public/v1/pulse/leaderboard`, { headers: { 'X-API-Key': key } });
  // The import's lifecycles are still being folded: the board does not wait for them.
  const answer = await board();
  assert.equal(answer.status, 200, await answer.text());
  const [listed] = JSON.parse((await run('keys', 'list', '--json', '--data', 'served')).stdout);
  await run('keys', 'revoke', listed.id, '--data', 'served');
  assert.equal((await board()).status, 401);
  assert.equal((await run('audit', '--data', 'served')).code, 0);
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'close'), [0, null]);
  assert.equal(written.stdout.split('\n').length, 2, 'one line on stdout');
  assert.doesNotMatch(written.stderr, new RegExp(key));
});

test('a pipe gets the whole output of a command, and a reader that goes away ends it quietly', async () => {
  const bad = join(root, 'bad.jsonl');
  writeFileSync(bad, `{"events":[],"bad":"${'x'.repeat(400)}"\n`.repeat(1_000));
  await run('import', bad, '--data', 'piped');
  const piped = async (reader: string) => {
    const command = `set -o pipefail; "$0" quarantine --limit 1000 --json --data piped | ${reader}`;
    const child = spawn('bash', ['-c', command, launcher], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text) => (stdout += text));
    child.stderr.on('data', (text) => (stderr += text));
    const [code] = await once(child, 'close');
    return { code, stdout, stderr };
  };
  const { code, stdout } = await piped('cat');
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).length, 1_000);
  const { code: cutCode, stderr } = await piped('head -c 10');
  assert.equal(cutCode, 0);
  assert.doesNotMatch(stderr, /EPIPE|tidemark:/);
});
