import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { after, test } from 'node:test';
import { adminCaller, adminToken as token } from '../../test/admin-harness.ts';
import { toyOperations } from '../../test/fixtures/contender.ts';
import { createLog } from '../kernel/log.ts';
import { serveAdmin } from './admin/server.ts';
import type { Operations } from './operations.ts';
import { connectAdmin } from './remote-admin.ts';

const closes: (() => unknown)[] = [];
after(async () => {
  for (const close of closes) await close();
});
const never = new AbortController().signal;
const idle = { onProgress: () => undefined, signal: never };

async function open(more: Partial<Operations> = {}) {
  const operations = { ...toyOperations(), ...more };
  const log = createLog({ level: 'silent' });
  const server = await serveAdmin({ operations, log, token, host: '127.0.0.1', port: 0 });
  closes.push(() => server.close(0));
  return server;
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closes.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('what the CLI asks of a server elsewhere is answered as it is in the process', async () => {
  const { url } = await open();
  const remote = connectAdmin(url, token);
  const local = toyOperations();
  assert.deepEqual(await remote.status(), await local.status());
  assert.deepEqual(await remote.createKey({ tier: 'pro' }), await local.createKey({ tier: 'pro' }));
  assert.deepEqual(await remote.findAccount({ name: 'acme' }), await local.findAccount({ name: 'acme' }));
  assert.deepEqual(await remote.audit({}, idle), await local.audit({}, idle));
  const differing = await remote.auditPositions({}, idle);
  assert.deepEqual(differing, await local.auditPositions({}, idle));
  assert.deepEqual(await remote.forget({ source: '/a' }), { fills: 4, contexts: 0, ledger: 0 });
  assert.deepEqual(await remote.forget({ wallet: `0x${'a'.repeat(40)}` }), {
    fills: 5,
    contexts: 0,
    ledger: 0,
  });
  assert.deepEqual(await remote.listJobs(), await local.listJobs());
  assert.deepEqual(await remote.doctor(), await local.doctor());
  assert.deepEqual(await remote.migrate(), await local.migrate());
});

test('an audit over the port brings its progress, and ends when its caller ends it', async () => {
  const { url } = await open({
    audit(_, { onProgress, signal }) {
      onProgress({ table: 'fills', tablesDone: 0, tables: 9 });
      return once(signal, 'abort').then(() => Promise.reject(signal.reason));
    },
  });
  const abort = new AbortController();
  const seen: unknown[] = [];
  const audit = connectAdmin(url, token).audit(
    {},
    {
      onProgress(step) {
        seen.push(step);
        abort.abort();
      },
      signal: abort.signal,
    },
  );
  await assert.rejects(audit, { name: 'AbortError' });
  assert.deepEqual(seen, [{ table: 'fills', tablesDone: 0, tables: 9 }]);
});

test('closing the port ends what runs, and its caller gets an error', async () => {
  const server = await open({
    audit(_, { onProgress, signal }) {
      onProgress({ table: 'fills', tablesDone: 0, tables: 9 });
      return once(signal, 'abort').then(() => Promise.reject(signal.reason));
    },
  });
  let closed: Promise<void> | undefined;
  const audit = connectAdmin(server.url, token).audit(
    {},
    {
      onProgress() {
        closed = server.close(10_000);
      },
      signal: never,
    },
  );
  await assert.rejects(audit, { message: 'The job was stopped before it had a result.' });
  await closed;
});

test('an import is refused over the port: by the client before it sends a path, by the server whatever is sent', async () => {
  const { url } = await open();
  const importing = connectAdmin(url, token).importPaths({ paths: ['/etc/passwd'] }, idle);
  await assert.rejects(importing, /reads files of the machine that holds the data, .* with --data/);
  for (const body of [{ paths: ['/etc/passwd'] }, {}]) {
    const answer = await adminCaller(url)('POST /admin/v1/jobs/import', { body });
    assert.deepEqual([answer.status, answer.body.code], [403, 'ON_MACHINE_ONLY']);
  }
});

test('a job that does not run cannot be ended', async () => {
  const { url } = await open();
  const { status, body } = await adminCaller(url)('DELETE /admin/v1/jobs/0123');
  assert.deepEqual([status, body.code], [404, 'UNKNOWN_JOB']);
});

test('whatever keeps a server from answering is reported with what to look at', async () => {
  const failure = async (url: string, sent = token): Promise<string> => {
    const fault = await connectAdmin(url, sent)
      .listKeys()
      .catch((error: Error) => error);
    return (fault as Error).message;
  };
  const answering = (answer: RequestListener) => listen(createServer(answer));
  const { url } = await open();
  assert.match(
    await failure(url, 'x'.repeat(32)),
    /^the server at http:.* refuses this TIDEMARK_ADMIN_TOKEN/,
  );
  assert.match(
    await failure(url.replace('127.0.0.1', '127.0.0.1.').replace('http', 'https')),
    /^no answer from https:.*: (the port does not use TLS|unknown host)/,
  );
  const gone = await open();
  await gone.close(0);
  assert.match(
    await failure(gone.url),
    /nothing listens there; is tidemark serve running, with TIDEMARK_ADMIN_PORT/,
  );
  const page = await answering((_, res) => res.end('<html>'));
  assert.match(
    await failure(page),
    /is not the admin surface of tidemark; TIDEMARK_ADMIN_URL must name .* \(HTTP 200\)/,
  );
  const moved = await answering((_, res) => res.writeHead(302, { location: url }).end());
  assert.match(await failure(moved), /not the admin surface .* \(HTTP 302\)/);
  const newer = await answering((_, res) => res.setHeader('Tidemark-Admin', '2').end('{}'));
  assert.match(await failure(newer), /runs another version of tidemark; this command is \d/);
  const garbled = await answering((_, res) => res.setHeader('Tidemark-Admin', '1').end('{"keys":[{}]}'));
  assert.match(await failure(garbled), /runs another version of tidemark/);
  const older = await answering((_, res) =>
    res
      .setHeader('Tidemark-Admin', '1')
      .writeHead(404)
      .end('{"status":404,"code":"NOT_FOUND","detail":"no"}'),
  );
  assert.match(await failure(older), /runs another version of tidemark/);
  const breaking = await answering((req) => req.socket.destroy());
  assert.match(await failure(breaking), /the connection broke .*; the operation may or may not be done/);
  const foreign = await listen(createTcpServer((socket) => socket.end('220 mail.example ESMTP\r\n')));
  assert.match(await failure(foreign), /the port does not use HTTP|the connection broke/);
});

test('the surface describes itself', async () => {
  const { url } = await open();
  const { status, body } = await adminCaller(url)('GET /admin/v1/openapi.json');
  assert.deepEqual([status, body.openapi], [200, '3.1.0']);
  assert.ok(body.paths['/admin/v1/openapi.json'].get);
});

test('a path before the surface, as a proxy has it, is kept', async () => {
  const requests: unknown[] = [];
  const proxy = await listen(
    createServer((req, res) => {
      requests.push(req.url);
      res.setHeader('Tidemark-Admin', '1').end('{"keys":[]}');
    }),
  );
  assert.deepEqual(await connectAdmin(`${proxy}/tide/`, token).listKeys({ account: 'a&b' }), []);
  assert.deepEqual(requests, ['/tide/admin/v1/keys?account=a%26b']);
});
