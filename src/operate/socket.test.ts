import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { notingOperations, toyOperations } from '../../test/fixtures/contender.ts';
import type { ImportProgress } from './operations.ts';
import { protocolVersion } from './protocol.ts';
import { connectOperations } from './socket-client.ts';
import { findSocket } from './socket-path.ts';
import { serveOperations } from './socket-server.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-socket-'));
after(() => rmSync(root, { recursive: true, force: true }));
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

test('nobody listening is no error', async () => {
  assert.equal(await connectOperations(join(root, 'nowhere')), undefined);
});

test('every operation answers over the socket as it does in the process', async () => {
  const { socket, operations } = await open();
  const local = toyOperations();
  const seen: ImportProgress[] = [];
  const request = { paths: ['/quick'] };
  assert.deepEqual(
    await operations.importPaths(request, (progress) => seen.push(progress), never),
    await local.importPaths(request, () => {}, never),
  );
  assert.equal(seen[0]?.fills, 7);
  assert.deepEqual(await operations.audit(() => {}, never), await local.audit(() => {}, never));
  assert.deepEqual(await operations.createKey({ tier: 'pro' }), await local.createKey({ tier: 'pro' }));
  assert.deepEqual(await operations.listKeys(), await local.listKeys());
  assert.deepEqual(await operations.revokeKey('key_1'), await local.revokeKey('key_1'));
  assert.deepEqual(await operations.rotateKey('key_1'), await local.rotateKey('key_1'));
  assert.deepEqual(await operations.migrate(), await local.migrate());
  assert.deepEqual(await operations.status(), await local.status());
  await socket.close();
});

test('the options of a key operation reach the owner', async () => {
  const asked: unknown[] = [];
  const dataDir = newDir();
  const socket = await serveOperations({ dataDir, operations: notingOperations(asked) });
  const remote = (await connectOperations(dataDir))!;
  await remote.createKey({ name: 'bot', mode: 'test', expiresAtMs: 5 });
  await remote.listKeys({ accountName: 'acme', limit: 3 });
  await remote.rotateKey('key_1', { overlapMs: 7 });
  assert.deepEqual(asked, [
    { name: 'bot', mode: 'test', expiresAtMs: 5 },
    { accountName: 'acme', limit: 3 },
    { id: 'key_1', overlapMs: 7 },
  ]);
  await socket.close();
});

test('a failed operation fails at the client with the same name and message', async () => {
  const { socket, operations } = await open();
  await assert.rejects(
    operations.importPaths({ paths: ['/missing'] }, () => {}, never),
    {
      name: 'TypeError',
      message: 'no such file: /missing',
    },
  );
  await socket.close();
});

test('aborting ends a remote import after its batch and still brings the summary', async () => {
  const { socket, operations, ended } = await open();
  const abort = new AbortController();
  const summary = await operations.importPaths({ paths: ['/long'] }, () => abort.abort(), abort.signal);
  assert.equal(summary.interrupted, true);
  assert.deepEqual(ended, ['aborted']);
  await socket.close();
});

test('a client that disappears cancels what it asked for', async () => {
  const { dataDir, socket, ended } = await open();
  const request = httpRequest({
    socketPath: findSocket(dataDir),
    path: '/operations/importPaths',
    method: 'POST',
    headers: { 'x-tidemark-protocol': protocolVersion },
  });
  request.on('error', () => {});
  request.write('{"paths":["/long"]}\n');
  const [response] = await once(request, 'response');
  await once(response, 'data');
  response.on('error', () => {});
  request.destroy();
  await socket.drain(); // returns only once the import has ended
  assert.deepEqual(ended, ['aborted']);
  await socket.close();
});

test('closing aborts what is under way, waits for its answer and removes the socket', async () => {
  const { dataDir, socket, operations } = await open();
  let closed: Promise<void> | undefined;
  const summary = await operations.importPaths({ paths: ['/long'] }, () => (closed = socket.close()), never);
  assert.equal(summary.interrupted, true);
  await closed;
  assert.equal(existsSync(join(dataDir, 'tidemark.sock')), false);
  assert.equal(await connectOperations(dataDir), undefined);
});

test('a client of a killed owner is told so instead of waiting', async () => {
  const dir = newDir();
  const contender = fileURLToPath(new URL('../../test/fixtures/contender.ts', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, contender, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const operations = (await connectOperations(dir))!;
  await assert.rejects(
    operations.importPaths({ paths: ['/long'] }, () => child.kill('SIGKILL'), never),
    /went away before it answered/,
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

test('an argument that is wrong, an unknown operation and another version are refused by name', async () => {
  const { dataDir, socket } = await open();
  const ask = async (path: string, body: string, version = protocolVersion): Promise<string> => {
    const request = httpRequest({
      socketPath: findSocket(dataDir),
      path,
      method: 'POST',
      headers: { 'x-tidemark-protocol': version },
    });
    request.end(body);
    const [response] = await once(request, 'response');
    return Buffer.concat(await response.toArray()).toString();
  };
  assert.match(await ask('/operations/createKey', '{"tier":"gold"}\n'), /argument of createKey\/tier/);
  assert.match(await ask('/operations/importPaths', '{"paths":[]}\n'), /argument of importPaths/);
  assert.match(await ask('/operations/createKey', 'no json\n'), /JSON/);
  assert.match(await ask('/operations/createKey', ''), /no argument/);
  assert.match(await ask('/operations/toString', '{}\n'), /no operation POST \/operations\/toString/);
  assert.match(await ask('/operations/status', '{}\n', '9'), /speaks version 2 .*, not 9/);
  await socket.close();
});
