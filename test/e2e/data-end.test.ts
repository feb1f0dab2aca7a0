/** An archive served as of its own end: windows and pages use the archive's time, keys and sessions the clock's. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { hourMs, rfc3339 } from '../../src/kernel/clock.ts';
import { seedData } from '../data-template.ts';
import { generateBlocks, writeHourTree } from '../ingest/generated-fills.ts';
import { untilFound } from '../until.ts';
import { runCommand, startServer } from './command.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-data-end-'));
interface Answer {
  newestFillMs: number | null;
  asOf?: string;
  traders?: object[];
}

const patience = { everyMs: 100 };
after(() => rmSync(root, { recursive: true, force: true }));

test('serve --now data-end answers as of the newest fill, whose day and hour are full of what stands there', async (t) => {
  const data = join(root, 'data');
  seedData(data);
  const tree = join(root, 'tree');
  const blocks = [...generateBlocks({ seed: 3, blocks: 60, wallets: 8, stepMs: 60_000 })];
  writeHourTree(tree, blocks);
  assert.equal((await runCommand(['import', tree, '--data', data])).code, 0);
  const key = (
    await runCommand(['keys', 'create', '--tier', 'enterprise', '--expires', '1h', '--data', data])
  ).stdout
    .trim()
    .split('\n')
    .at(-1)!;
  const server = await startServer(['--data', data, '--now', 'data-end']);
  t.after(() => server.child.kill('SIGKILL'));
  const read = async (path: string): Promise<Answer> => {
    const answer = await fetch(server.address + path, { headers: { 'X-API-Key': key } });
    return (await answer.json()) as Answer;
  };
  const { newestFillMs, asOf } = await untilFound(
    'a newest fill',
    async () => {
      const status = await read('/portal/api/status');
      return status.newestFillMs === null ? undefined : { ...status, newestFillMs: status.newestFillMs };
    },
    patience,
  );
  assert.equal(asOf, rfc3339(newestFillMs));
  assert.ok(Date.now() - newestFillMs > hourMs);
  assert.equal((await read('/ready')).asOf, asOf);
  assert.match(server.written.stdout, new RegExp(`as of ${asOf}`));
  const leaders = await untilFound(
    'traders of the day',
    async () => {
      const { traders } = await read('/api/public/v1/pulse/leaderboard?period=day&limit=5');
      return traders !== undefined && traders.length > 0 ? traders : undefined;
    },
    patience,
  );
  assert.ok(leaders.length > 0);
});
