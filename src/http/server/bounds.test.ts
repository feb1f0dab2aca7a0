import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { startToys, type ToyServer, toyRun } from '../../../test/contract/toys.ts';

const board = '/api/public/v1/toy/board';

/** Sends bytes and reads until the server closes. */
async function exchange(toy: ToyServer, ...parts: string[]): Promise<string> {
  const socket = connect(toy.port, toy.host);
  let received = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  // A write fails once the server stops reading; only its answer matters.
  socket.on('error', () => {});
  for (const part of parts) socket.write(part);
  await once(socket, 'close');
  return received;
}

function requestText(target: string, ...headers: string[]): string {
  return [`GET ${target} HTTP/1.1`, 'Host: x', 'X-API-Key: key-free', ...headers, '', ''].join('\r\n');
}

test('a malformed or oversized request gets a problem with a request id, and the connection closes', async () => {
  const toy = await startToys();
  const long = 'x'.repeat(9_000);
  for (const [status, text] of [
    [400, 'NONSENSE\r\n\r\n'],
    [400, 'GET / HTTP/9.9\r\n\r\n'],
    [400, 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    [400, 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    [400, `GET ${board} HTTP/1.1\r\nX-API-Key: key-free\r\n\r\n`],
    [400, requestText(board, 'Host: y')],
    [400, requestText(board, 'hOsT: x')],
    [400, `GET ${board} HTTP/1.0\r\nHost: x\r\nHost: x\r\n\r\n`],
    [400, 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    [400, 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc'],
    [400, 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n'],
    [400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [400, 'GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, gzip\r\n\r\n'],
    [400, 'GET / HTTP/1.1\r\nHost: x\r\nA\u0000B: c\r\n\r\n'],
    [400, '\u0016\u0003\u0001\u0002\u0000\u0001'],
    [413, requestText(board, 'Content-Length: 65537')],
    [414, requestText(`${board}?${long}`)],
    [414, requestText(`${board}?${long}${long}${long}`)],
    [417, requestText(board, 'Expect: tea')],
    [431, requestText(board, `X-Long: ${long}${long}`)],
  ] as const) {
    const answer = await exchange(toy, text);
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), text.slice(0, 60));
    assert.match(answer, /X-Request-ID: \S+/);
    assert.match(answer, /Connection: close/i);
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
    assert.equal(body.status, status);
  }
  await toy.server.close(0);
});

test('what is no request behind one under way is answered behind its answer', async () => {
  const toy = await startToys();
  const answer = await exchange(toy, `${requestText(`${board}?limit=1`)}NONSENSE\r\n\r\n`);
  assert.deepEqual(
    [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
    ['200', '400'],
  );
  await toy.server.close(0);
});

test('a transfer coding, or an upgrade, that is not known leaves no request without an answer', async () => {
  const toy = await startToys();
  for (const headers of [
    ['Transfer-Encoding: gzip'],
    ['Connection: Upgrade', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQ'],
    ['Connection: Upgrade', 'Upgrade: websocket'],
  ]) {
    const closing = headers.length === 1 ? ['Connection: close'] : [];
    const socket = connect(toy.port, toy.host);
    socket.write(requestText(`${board}?limit=1`, ...headers, ...closing));
    const [answer] = await once(socket, 'data');
    assert.match(String(answer), /^HTTP\/1\.1 [245]\d\d /, headers[0]!);
    socket.destroy();
  }
  await toy.server.close(0);
});

test('a GET with a small body is answered, and the connection goes on', async () => {
  const toy = await startToys();
  const first = requestText(`${board}?limit=1`, 'Content-Length: 5');
  const second = requestText(`${board}?limit=2`, 'Connection: close');
  const answer = await exchange(toy, `${first}hello`, second);
  assert.equal(answer.match(/HTTP\/1\.1 200/g)?.length, 2);
  await toy.server.close(0);
});

test('a chunked body is not waited for', async () => {
  const toy = await startToys();
  const answer = await exchange(toy, requestText(board, 'Transfer-Encoding: chunked'), '5\r\nhello\r\n');
  assert.match(answer, /^HTTP\/1\.1 200 /);
  await toy.server.close(0);
});

test('pipelined requests are answered in order', async () => {
  const toy = await startToys();
  const texts = [3, 1, 2].map((limit) => requestText(`${board}?limit=${limit}`));
  const last = requestText(`${board}?limit=4`, 'Connection: close');
  const answer = await exchange(toy, texts.join('') + texts.join('') + last);
  assert.deepEqual(
    [...answer.matchAll(/"total":(\d)/g)].map((match) => Number(match[1])),
    [3, 1, 2, 3, 1, 2, 4],
  );
  await toy.server.close(0);
});

test('a client that does not finish its headers is cut off', async () => {
  const toy = await startToys([], { limits: { headersTimeoutMs: 100, requestTimeoutMs: 200 } });
  const answer = await exchange(toy, `GET ${board} HTTP/1.1\r\nHost: x\r\n`);
  assert.match(answer, /^HTTP\/1\.1 408 /);
  await toy.server.close(0);
});

/** A server with a pending request, which `end` completes. */
async function busy(): Promise<{ toy: ToyServer; socket: Socket; received: () => string; end: () => void }> {
  let end: () => void = () => {};
  let started: () => void = () => {};
  const isStarted = new Promise<void>((resolve) => {
    started = resolve;
  });
  const slow = toyRun('slow', () => {
    started();
    return new Promise((resolve) => {
      end = () => resolve({ body: 'done' });
    });
  });
  const toy = await startToys([slow]);
  const socket = connect(toy.port, toy.host);
  let received = '';
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
  });
  socket.write(requestText('/api/public/v1/toy/slow'));
  await isStarted;
  return { toy, socket, received: () => received, end: () => end() };
}

test('stopping lets a request under way end, closes its connection and takes no new one', async () => {
  const { toy, socket, received, end } = await busy();
  const closed = toy.server.close(5_000);
  await assert.rejects(fetch(`${toy.url}/health`));
  const socketClosed = once(socket, 'close');
  end();
  await closed;
  await socketClosed;
  assert.match(received(), /^HTTP\/1\.1 200 /);
  assert.match(received(), /Connection: close/i);
});

test('stopping cuts off what is left after the grace time', async () => {
  const { toy, socket, received } = await busy();
  const socketClosed = once(socket, 'close');
  await toy.server.close(50);
  await socketClosed;
  assert.equal(received(), '');
});

test('no answer lets a browser guess its type, whatever it is', async () => {
  const toy = await startToys();
  for (const path of [board, '/none', '/health', '/errors', '/openapi.json', `${board}?limit=x`]) {
    for (const key of ['free', null] as const) {
      const { headers } = await toy.get(path, key);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
    }
  }
  for (const [path, status] of [
    [board, 204],
    ['/api/public/v1/none', 404],
  ] as const) {
    const preflight = await fetch(toy.url + path, { method: 'OPTIONS' });
    assert.equal(preflight.status, status, 'a preflight opens no route that is not there');
    assert.equal(preflight.headers.get('x-content-type-options'), 'nosniff');
  }
  await toy.server.close(0);
});
