import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { claimDataDir, DataDirInUse, readOwner } from './data-dir.ts';
import { connectOperations, ownAlone, ownOrConnect } from './own-or-connect.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-data-dir-'));
const contender = fileURLToPath(new URL('../../test/fixtures/contender.ts', import.meta.url));
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

function start(dir: string): { child: ChildProcess; firstLine: Promise<string> } {
  const child = spawn(process.execPath, [...process.execArgv, contender, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const firstLine = once(createInterface({ input: child.stdout! }), 'line').then(([line]) => String(line));
  return { child, firstLine };
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

test('of processes that start at once exactly one owns the directory, the others become its clients', async () => {
  const dir = join(root, 'race');
  const starts = Array.from({ length: 6 }, () => start(dir));
  const lines = await Promise.all(starts.map((one) => one.firstLine));
  const owners = lines.filter((line) => line.startsWith('owner '));
  assert.equal(owners.length, 1, lines.join(', '));
  const pid = owners[0]!.slice('owner '.length);
  assert.deepEqual(
    lines.filter((line) => line !== owners[0]),
    Array.from({ length: 5 }, () => `client of ${pid}`),
  );
});

test('an owner killed with SIGKILL leaves the directory to the next, its stale socket included', async () => {
  const dir = join(root, 'killed');
  for (let round = 0; round < 3; round++) {
    const { child, firstLine } = start(dir);
    assert.equal(await firstLine, `owner ${child.pid}`);
    assert.equal((await (await connectOperations(dir))?.status())?.pid, child.pid);
    await killHard(child);
    assert.equal(await connectOperations(dir), undefined);
  }
});

test('a claimed directory refuses a second claim with the name and pid of its owner', async () => {
  const dir = join(root, 'refused');
  const { child, firstLine } = start(dir);
  await firstLine;
  assert.throws(
    () => claimDataDir(dir, { pid: 1, command: 'import' }),
    (fault) =>
      fault instanceof DataDirInUse && fault.message.includes(`in use by tidemark serve (pid ${child.pid})`),
  );
});

test('a server waits for a command that has the directory, and reports it; another server is refused at once', async () => {
  const dir = join(root, 'waits');
  const command = claimDataDir(dir, { pid: process.pid, command: 'keys' });
  const reported = Promise.withResolvers<string>();
  const server = ownAlone({ dataDir: dir, command: 'serve', onWait: reported.resolve });
  assert.equal(
    await reported.promise,
    `waiting for tidemark keys (pid ${process.pid}), which holds the data directory ${dir}`,
  );
  command.release();
  const claim = await server;
  assert.equal(readOwner(dir)?.command, 'serve');
  await assert.rejects(ownAlone({ dataDir: dir, command: 'serve' }), DataDirInUse);
  const silent = Promise.withResolvers<string>();
  const client = ownOrConnect({ dataDir: dir, command: 'keys', onWait: silent.resolve });
  assert.match(await silent.promise, /^waiting for tidemark serve/);
  claim.release();
  const access = await client;
  assert.ok(access.as === 'owner');
  access.claim.release();
});

test('a stop signal ends the wait for a directory, a bound does too', async () => {
  const dir = join(root, 'stopped');
  const claim = claimDataDir(dir, { pid: process.pid, command: 'import' });
  const stop = new AbortController();
  const waiting = ownAlone({ dataDir: dir, command: 'serve', signal: stop.signal });
  stop.abort();
  await assert.rejects(waiting, (fault) => fault === stop.signal.reason);
  await assert.rejects(ownAlone({ dataDir: dir, command: 'serve', waitMs: 0 }), DataDirInUse);
  claim.release();
});

test('a released directory can be claimed again by the same process', () => {
  const dir = join(root, 'again');
  const first = claimDataDir(dir, { pid: process.pid, command: 'import' });
  assert.throws(() => claimDataDir(dir, { pid: process.pid, command: 'audit' }), DataDirInUse);
  first.release();
  first.release();
  assert.equal(readOwner(dir), undefined);
  claimDataDir(dir, { pid: process.pid, command: 'audit' }).release();
});

test('a claimed directory is private, also one that was open to others before', () => {
  const dir = join(root, 'open');
  mkdirSync(dir, { mode: 0o755 });
  claimDataDir(dir, { pid: process.pid, command: 'serve' }).release();
  assert.equal(statSync(dir).mode & 0o777, 0o700);
});

test('a data directory that is a file is refused by name', () => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  assert.throws(
    () => claimDataDir(file, { pid: 1, command: 'serve' }),
    /cannot create data directory .*\/file: /,
  );
});
