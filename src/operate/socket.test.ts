import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { notingOperations, toyOperations } from '../../test/fixtures/contender.ts';
import { ControlError } from '../control/control-error.ts';
import type { ImportInput, ImportProgress } from './operations/import-paths.ts';
import type { Operations } from './operations.ts';
import { connectOperations } from './own-or-connect.ts';
import { findSocket } from './socket-path.ts';
import { serveOperations } from './socket-server.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-socket-'));
const closes: (() => void)[] = [];
after(() => {
  for (const close of closes) close();
  rmSync(root, { recursive: true, force: true });
});
let made = 0;

function newDir(name = `d${++made}`): string {
  const dir = join(root, name);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return dir;
}

async function open(dataDir = newDir()) {
  const ended: string[] = [];
  const socket = await serveOperations({ dataDir, operations: toyOperations((line) => ended.push(line)) });
  const operations = (await connectOperations(dataDir))!;
  return { dataDir, socket, operations, ended };
}
const never = new AbortController().signal;
const idle = { onProgress: () => undefined, signal: never };

test('a missing listener is no error', async () => {
  assert.equal(await connectOperations(join(root, 'nowhere')), undefined);
});

test('every operation answers over the socket as it does in the process', async () => {
  const { socket, operations } = await open();
  const local = toyOperations();
  const seen: ImportProgress[] = [];
  const request = { paths: ['/quick'] };
  assert.deepEqual(
    await operations.importPaths(request, { onProgress: (progress) => seen.push(progress), signal: never }),
    await local.importPaths(request, idle),
  );
  assert.equal(seen[0]?.fills, 7);
  assert.deepEqual(await operations.audit({}, idle), await local.audit({}, idle));
  assert.deepEqual(await operations.createKey({ tier: 'pro' }), await local.createKey({ tier: 'pro' }));
  assert.deepEqual(await operations.listKeys(), await local.listKeys());
  assert.deepEqual(await operations.revokeKey({ id: 'key_1' }), await local.revokeKey({ id: 'key_1' }));
  assert.deepEqual(await operations.rotateKey({ id: 'key_1' }), await local.rotateKey({ id: 'key_1' }));
  assert.deepEqual(await operations.listGaps({ feed: 'trades' }), await local.listGaps({ feed: 'trades' }));
  assert.deepEqual(
    await operations.listQuarantined({ source: 'b' }),
    await local.listQuarantined({ source: 'b' }),
  );
  assert.deepEqual(await operations.migrate(), await local.migrate());
  assert.deepEqual(await operations.status(), await local.status());
  assert.deepEqual(await operations.listAccounts(), await local.listAccounts());
  const odd = { name: 'a b/ü' };
  assert.deepEqual(await operations.findAccount(odd), await local.findAccount(odd));
  const dots = { name: '..' };
  assert.deepEqual(await operations.createAccount(dots), await local.createAccount(dots));
  const grant = { name: 'acme', tier: 'pro' } as const;
  assert.deepEqual(await operations.grantTier(grant), await local.grantTier(grant));
  assert.deepEqual(await operations.endEntitlement({ id: 'e' }), await local.endEntitlement({ id: 'e' }));
  const overrides = { name: 'acme', keys: null, windowDays: 5 };
  assert.deepEqual(await operations.setOverrides(overrides), await local.setOverrides(overrides));
  const wallet = { address: `0x${'a1'.repeat(20)}` };
  assert.deepEqual(await operations.readPnlOfWallet(wallet), await local.readPnlOfWallet(wallet));
  assert.deepEqual(await operations.listTaxRows(wallet), await local.listTaxRows(wallet));
  await socket.close();
});

test('the options of an operation reach the owner', async () => {
  const requests: unknown[] = [];
  const dataDir = newDir();
  const socket = await serveOperations({ dataDir, operations: notingOperations(requests) });
  const remote = (await connectOperations(dataDir))!;
  await remote.createKey({ account: 'acme', name: 'bot', mode: 'test', expiresAtMs: 5 });
  await remote.listKeys({ account: 'acme', limit: 3 });
  await remote.rotateKey({ id: 'key_1', overlapMs: 7 });
  await remote.listAccounts({ nameContains: '50% &', limit: 2 });
  await remote.grantTier({ name: 'acme', tier: 'pro', validFromMs: 1, validUntilMs: 2 });
  await remote.setOverrides({ name: 'acme', ratePerMinute: 9 });
  await remote.clearOverrides({ name: 'acme' });
  await remote.changeOverrides({ name: 'acme', keys: null, windowDays: 'tier' });
  assert.deepEqual(requests, [
    { account: 'acme', name: 'bot', mode: 'test', expiresAtMs: 5 },
    { account: 'acme', limit: 3 },
    { id: 'key_1', overlapMs: 7 },
    { nameContains: '50% &', limit: 2 },
    { name: 'acme', tier: 'pro', validFromMs: 1, validUntilMs: 2 },
    { name: 'acme', ratePerMinute: 9 },
    { name: 'acme' },
    { name: 'acme', keys: null, windowDays: 'tier' },
  ]);
  await socket.close();
});

test('a failed operation fails at the client with the same message, and as the same fault', async () => {
  const dataDir = newDir();
  const refused = new ControlError('key_limit', 'the account has its one key');
  const operations = { ...toyOperations(), createKey: async () => Promise.reject(refused) };
  const socket = await serveOperations({ dataDir, operations });
  const remote = (await connectOperations(dataDir))!;
  const missing = remote.importPaths({ paths: ['/missing'] }, idle);
  await assert.rejects(missing, { message: 'no such file: /missing' });
  await assert.rejects(remote.createKey(), refused);
  await assert.rejects(remote.findAccount({ name: '' }), {
    fault: 'invalid_input',
    message: 'the name must not be empty',
  });
  await socket.close();
});

test('aborting ends a remote import after its batch and still brings the summary', async () => {
  const { socket, operations, ended } = await open();
  const abort = new AbortController();
  const summary = await operations.importPaths(
    { paths: ['/long'] },
    { onProgress: () => abort.abort(), signal: abort.signal },
  );
  assert.equal(summary.interrupted, true);
  assert.deepEqual(ended, ['aborted']);
  await socket.close();
});

test('a client that disappears cancels what it asked for', async () => {
  const { dataDir, socket, ended } = await open();
  const request = httpRequest({
    socketPath: findSocket(dataDir),
    path: '/admin/v1/jobs/import',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  request.on('error', () => {});
  request.end('{"paths":["/long"]}');
  const [response] = await once(request, 'response');
  await once(response, 'data');
  response.on('error', () => {});
  request.destroy();
  await socket.drain(); // returns only once the import has ended
  assert.deepEqual(ended, ['aborted']);
  await socket.close();
});

test('an audit that is aborted ends as one in the process does', async () => {
  const dataDir = newDir();
  const audit: Operations['audit'] = (_, { onProgress, signal }) => {
    onProgress({ table: 'fills', tablesDone: 0, tables: 1 });
    return once(signal, 'abort').then(() => Promise.reject(signal.reason));
  };
  const socket = await serveOperations({ dataDir, operations: { ...toyOperations(), audit } });
  const remote = (await connectOperations(dataDir))!;
  const abort = new AbortController();
  await assert.rejects(remote.audit({}, { onProgress: () => abort.abort(), signal: abort.signal }), {
    name: 'AbortError',
  });
  const stopped = remote.audit({}, { onProgress: () => void socket.close(), signal: never });
  await assert.rejects(stopped, { message: 'The job was stopped before it had a result.' });
  await socket.close();
});

test('draining lets what was asked for end, takes nothing new and answers all of it', async () => {
  const { dataDir, socket, operations, ended } = await open();
  const abort = new AbortController();
  let drained: Promise<void> | undefined;
  const importing = operations.importPaths(
    { paths: ['/long'] },
    {
      onProgress() {
        drained ??= socket.drain();
      },
      signal: abort.signal,
    },
  );
  await assert.rejects(
    async () => {
      while (drained === undefined) await operations.status();
      await operations.status();
    },
    { message: 'This process is stopping.' },
  );
  assert.equal(await connectOperations(dataDir), undefined);
  assert.deepEqual(ended, []);
  abort.abort();
  assert.equal((await importing).interrupted, true);
  await drained;
  await socket.close();
});

test('of seventeen jobs at once the last is refused, and one that ends makes room', async () => {
  const { socket, operations } = await open();
  const aborts = Array.from({ length: 16 }, () => new AbortController());
  const begun: Promise<unknown>[] = [];
  const running = aborts.map(({ signal }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    begun.push(promise);
    return operations.importPaths({ paths: ['/long'] }, { onProgress: () => resolve(), signal });
  });
  await Promise.all(begun);
  const quick = () => operations.importPaths({ paths: ['/quick'] }, idle);
  await assert.rejects(quick(), { code: 'TOO_MANY_JOBS', message: /^16 jobs are running already/ });
  aborts[0]!.abort();
  assert.equal((await running[0]!).interrupted, true);
  assert.equal((await quick()).interrupted, false);
  await socket.close();
  await Promise.all(running);
});

test('closing aborts what is under way, waits for its answer and removes the socket', async () => {
  const { dataDir, socket, operations } = await open();
  let closed: Promise<void> | undefined;
  const summary = await operations.importPaths(
    { paths: ['/long'] },
    {
      onProgress() {
        closed = socket.close();
      },
      signal: never,
    },
  );
  assert.equal(summary.interrupted, true);
  await closed;
  assert.equal(existsSync(join(dataDir, 'tidemark.sock')), false);
  assert.equal(await connectOperations(dataDir), undefined);
});

test('a client of a killed owner gets an error instead of waiting', async () => {
  const dir = newDir();
  const contender = fileURLToPath(new URL('../../test/fixtures/contender.ts', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, contender, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const operations = (await connectOperations(dir))!;
  await assert.rejects(
    operations.importPaths(
      { paths: ['/long'] },
      { onProgress: () => void child.kill('SIGKILL'), signal: never },
    ),
    /ended before it answered/,
  );
});

test('the socket is private', async () => {
  const { socket } = await open();
  assert.equal(statSync(socket.path).mode & 0o777, 0o600);
  await socket.close();
});

test('a data directory with a path too long for a socket works all the same', async () => {
  const { dataDir, socket, operations } = await open(newDir('long-'.repeat(30)));
  assert.ok(Buffer.byteLength(socket.path) <= 100);
  assert.equal((await operations.status()).pid, process.pid);
  await socket.close();
  assert.equal(existsSync(dirname(socket.path)), false);
  assert.equal(await connectOperations(dataDir), undefined);
});

/** A listener in place of an owner of this version. */
async function openOther(headers: Record<string, string>, status = 404): Promise<string> {
  const dataDir = newDir();
  const other = createServer((_, res) => res.writeHead(status, headers).end('no operation'));
  other.listen(join(dataDir, 'tidemark.sock'));
  await once(other, 'listening');
  closes.push(() => other.close());
  return dataDir;
}

test('an owner of another version is named as that, whatever it answers', async () => {
  const older = await openOther({});
  await assert.rejects(
    connectOperations(older),
    /has another version; restart it with the version of this command/,
  );
  const newer = await openOther({ 'Tidemark-Admin': '2' }, 200);
  await assert.rejects(connectOperations(newer), /runs another version of tidemark; this command is \d/);
  const garbled = await openOther({ 'Tidemark-Admin': '1' }, 200);
  await assert.rejects(connectOperations(garbled), /runs another version of tidemark/);
});

test('an import takes absolute paths, and with a wallet exactly one', async () => {
  const { socket, operations } = await open();
  const refused = async (request: ImportInput) => {
    const fault = await operations.importPaths(request, idle).catch((error: Error) => error);
    return (fault as Error).message;
  };
  assert.match(
    await refused({ paths: ['a'] }),
    /body\.paths: must be a list of 1 to 500000, each an absolute path/,
  );
  assert.match(await refused({ paths: [] }), /body\.paths/);
  assert.match(await refused({ wallet: '0x1', paths: ['/a'] }), /body\.wallet: must be a wallet address/);
  await socket.close();
});
