/** What the exchange added, as an operator sees it: counted by the thread of an import, kept over restarts, in the command and on the status page. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { seedData } from '../data-template.ts';
import { fill, wallet } from '../fixtures/exchange-records.ts';
import { runCommand, startServer } from './command.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-drift-'));
after(() => rmSync(root, { recursive: true }));
const data = join(root, 'data');
const options = ['--data', data];

async function importFills(name: string, changes: object[]): Promise<string> {
  const path = join(root, name);
  const fills = changes.map((change, i) => ({ ...fill, time: fill.time + i, tid: i + 1, ...change }));
  writeFileSync(path, fills.map((one) => `${JSON.stringify([wallet, one])}\n`).join(''));
  const ended = await runCommand(['import', path, ...options]);
  assert.equal(ended.code, 0, ended.stderr);
  assert.equal(JSON.parse(ended.stdout).fills, fills.length, 'every fill is stored');
  return ended.stderr;
}

test('drift outlives the processes that count it, and reaches the command and the status page', async () => {
  seedData(data);
  const stderr = await importFills('first', [{ feeTrialEscrow: '0.5' }, { dir: 'Add Outcome' }, {}]);
  assert.match(stderr, /feeTrialEscrow.*the exchange sends a field that this version does not know/);
  await importFills('second', [{ feeTrialEscrow: '0.6', oid: 70 }]);
  const seen = async () => {
    const { stdout } = await runCommand(['drift', '--json', ...options]);
    return (JSON.parse(stdout) as Record<string, string>[])
      .map(({ field, value, count, sample }) => [field, value, count, sample!.slice(0, 12)])
      .sort();
  };
  const expected = [
    ['dir', 'Add Outcome', 1, '{"coin":"BTC'],
    ['feeTrialEscrow', undefined, 2, '"0.5"'],
  ];
  const server = await startServer(options, { TIDEMARK_SOURCE: 'none' });
  try {
    assert.deepEqual(await seen(), expected);
    const status = await (await fetch(`${server.address}/portal/api/status`)).json();
    assert.deepEqual((status.drift as { field: string }[]).map(({ field }) => field).sort(), [
      'dir',
      'feeTrialEscrow',
    ]);
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
  }
});
