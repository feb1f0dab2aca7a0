import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, before, test } from 'node:test';
import { fixedClock } from '../../kernel/clock.ts';
import { createHeadText, headerLines } from './head-text.ts';

const keepAliveTimeoutMs = 7_000;
const headText = createHeadText({ keepAliveTimeoutMs, clock: fixedClock(Date.UTC(2026, 4, 1)) });
const body = '{"a":1}';
const fixed = ['Content-Type', 'application/json', 'Content-Length', String(body.length), 'ETag', '"x"'];
const rest = ['X-RateLimit-Remaining', '7', 'RateLimit', '"minute";r=7;t=2'];
const closers: (() => unknown)[] = [];
after(() => Promise.all(closers.map((close) => close())));

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, listener);
  closers.push(() => server.close(() => undefined).closeAllConnections());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** All that comes back for bytes sent at once, until as many answers have ended. */
function bytesOf(port: number, sent: string, answers: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let got = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    const enough = () => got.split('HTTP/1.1 ').length > answers && /\r\n\r\n(?:\{"a":1\})?$/.test(got);
    socket.on('data', (piece) => {
      got += piece;
      if (enough()) socket.destroy();
    });
    socket.on('close', () => resolve(got));
    socket.on('error', reject);
  });
}

const get = (more = '') => `GET / HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const sameDate = (text: string) => text.replace(/Date: [^\r]*/g, 'Date: D');

const status = (path: string | undefined) => (path === '/304' ? 304 : 200);
let asText: Awaited<ReturnType<typeof serve>>;
let byNode: Awaited<ReturnType<typeof serve>>;
before(async () => {
  asText = await serve((req, res) => {
    const shared = status(req.url) === 304 ? fixed.slice(4) : fixed;
    if (!headText.send({ req, res }, status(req.url), headerLines(shared), rest, body))
      res.writeHead(501).end();
  });
  byNode = await serve((req, res) => {
    const shared = status(req.url) === 304 ? fixed.slice(4) : fixed;
    res.writeHead(status(req.url), [...shared, ...rest]);
    res.end(status(req.url) === 304 ? undefined : body);
  });
});

test('the bytes are those that Node writes for the same headers, also for pipelined requests and a 304', async () => {
  for (const sent of [get(), get() + get() + get(), get().replace('/ ', '/304 ')]) {
    const answers = sent.split('GET').length - 1;
    const [own, node] = await Promise.all([bytesOf(asText, sent, answers), bytesOf(byNode, sent, answers)]);
    assert.equal(sameDate(own), sameDate(node));
  }
  assert.match(await bytesOf(asText, get(), 1), /\r\nDate: Fri, 01 May 2026 00:00:00 GMT\r\n/);
});

test('what needs another head is left to Node: HEAD, the older protocol, a connection that closes', async () => {
  for (const sent of [
    get().replace('GET', 'HEAD'),
    get().replace('1.1', '1.0'),
    get('Connection: close\r\n'),
  ]) {
    assert.match(await bytesOf(asText, sent, 1), /^HTTP\/1.1 501 /);
  }
});

test('a name or a value that could end a header is refused when it is made', () => {
  for (const headers of [
    ['X-A', 'a\r\nX-B: b'],
    ['X-A\r\n', 'a'],
    ['X A', 'a'],
    ['X-A', 'ä'],
    ['', 'a'],
  ]) {
    assert.throws(() => headerLines(headers), /is no header/);
  }
});
