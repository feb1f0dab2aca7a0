/** Damages of any file of a data directory, as `tidemark serve` meets them: the answers are equal, or the remedy is named and they are equal after it. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { damage, damageKinds, filesOf } from '../damage.ts';
import { generateBlocks, writeHourTree } from '../ingest/generated-fills.ts';
import { campaignSeed } from '../size.ts';
import { seededNumbers } from '../source-fills.ts';
import { until } from '../until.ts';
import { runCommand, startServer } from './command.ts';

const damages = 30;
/** Answers settle within this after a start: what follows from fills is made again meanwhile. */
const settleMs = 90_000;
const paths = [
  'pulse/stats',
  'pulse/leaderboard?limit=50',
  'pulse/leaderboard?period=day&sort=volume&limit=50',
  'pulse/lifecycles/recent?limit=100',
  'pulse/trades/recent?limit=100',
  'live/risk/liquidations/recent',
  'exchange/volume',
  'exchange/active-traders',
];
const root = mkdtempSync(join(tmpdir(), 'tidemark-serve-damages-'));
const [whole, archive] = [join(root, 'whole'), join(root, 'archive')];
const below = seededNumbers(campaignSeed);
let key = '';
let truth = '';
after(() => rmSync(root, { recursive: true, force: true }));

type Server = Awaited<ReturnType<typeof startServer>>;
const open = (dir: string) => startServer(['--data', dir, '--now', 'data-end'], { TIDEMARK_LIMITS: 'off' });

async function stop({ child, ended }: Server): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

/** What the service answers now; differs while something is not there yet. */
async function answers({ address }: Server): Promise<string> {
  const read = async (path: string) => {
    const answer = await fetch(`${address}/api/public/v1/${path}`, { headers: { 'X-API-Key': key } });
    return `${path} ${answer.status} ${(await answer.text()).replaceAll(address, '')}`;
  };
  return (await Promise.all(paths.map(read))).join('\n');
}

/** Parts of the store that are not whole, by `/ready`. */
async function named({ address }: Server): Promise<string> {
  const { checks } = (await (await fetch(`${address}/ready`)).json()) as { checks: Record<string, unknown> };
  return [checks.store, checks.control].filter((check) => typeof check === 'string').join('. ');
}

/** Waits until the answers are those of the whole store. @returns whether they became so */
async function becomesWhole(server: Server, deadlineMs: number): Promise<boolean> {
  const isWhole = async () => (await answers(server)) === truth;
  return until('the answers of the whole store', isWhole, { deadlineMs, everyMs: 500 }).then(
    () => true,
    () => false,
  );
}

before(async () => {
  writeHourTree(archive, generateBlocks({ seed: campaignSeed, blocks: 120, wallets: 20, stepMs: 60_000 }));
  assert.equal((await runCommand(['import', archive, '--data', whole])).code, 0);
  key = (await runCommand(['keys', 'create', '--tier', 'enterprise', '--data', whole])).stdout
    .trim()
    .split('\n')
    .at(-1)!;
  const server = await open(whole);
  let last = '';
  const settled = async () => {
    const now = await answers(server);
    assert.doesNotMatch(now, / 40\d /);
    const isSame = now === last && !/ 503 /.test(now);
    last = now;
    return isSame;
  };
  await until('answers that stay as they are', settled, { deadlineMs: 300_000, everyMs: 3_000 });
  truth = last;
  await stop(server);
});

test('each damaged file changes no answer, or the start names it with a remedy, after which nothing is changed', async (t) => {
  const files = filesOf(whole);
  for (let n = 0; n < damages; n++) {
    const one = { path: files[below(files.length)]!, kind: damageKinds[below(damageKinds.length)]! };
    const what = `${one.kind} ${one.path}`;
    const dir = join(root, `damage${n}`);
    cpSync(whole, dir, { recursive: true, verbatimSymlinks: true });
    damage(dir, one, below);
    const server = await open(dir).catch((error: unknown) => String(error));
    if (typeof server === 'string') {
      t.diagnostic(`${what}: no start: ${server.slice(0, 300)}`);
      assert.match(server, /backup|restore/i, what);
    } else {
      let fault = await named(server);
      let isWhole = await becomesWhole(server, fault === '' ? settleMs : 5_000);
      if (!isWhole) {
        fault ||= await named(server);
        assert.notEqual(
          fault,
          '',
          `${what}: not equal, and nothing is named\n${server.written.stderr.slice(-2_000)}`,
        );
        if (/import .* again/.test(fault)) {
          const again = await runCommand(['import', archive, '--data', dir]);
          assert.equal(again.code, 0, `${what}: ${again.stderr}`);
          isWhole = await becomesWhole(server, settleMs);
          assert.ok(isWhole, `${what}: ${fault}: not equal after the import`);
        } else assert.match(fault, /backup|named directory/, what);
      }
      t.diagnostic(
        `${what}: ${isWhole ? 'equal' : 'from a backup'}; ${fault.slice(0, 200) || 'nothing named'}`,
      );
      await stop(server);
      if (isWhole) {
        const audited = await runCommand(['audit', '--data', dir]);
        assert.equal(audited.code, 0, `${what}: ${audited.stdout}`);
      }
    }
    rmSync(dir, { recursive: true, force: true });
  }
});
