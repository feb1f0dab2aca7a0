/** The program on its simulated exchange, as `npm start` runs it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { simulationModel } from '../../packages/exchange-simulator/src/live/live-plan.ts';
import { dayMs, hourMs, minuteMs, monotonicMs } from '../../src/kernel/clock.ts';
import { writeDataMark } from '../../src/operate/data-mark.ts';
import { seedData } from '../data-template.ts';
import { sized } from '../size.ts';
import { until } from '../until.ts';
import { runCommand, startCommand, startServer } from './command.ts';
import { type Page, pages } from './simulated-pages.ts';
import { everyToolAnswers } from './simulated-tools.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-simulated-'));
/** Ended with the tests, also where one of them failed. */
const running: Server[] = [];
after(() => {
  for (const { child } of running) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const data = join(root, 'data');
// A shorter past than a first start makes by itself: enough for a full page of almost everything.
const liveFromMs = Math.floor(Date.now() / hourMs) * hourMs;
const startMs = liveFromMs - sized({ check: 11, campaign: 35 }) * dayMs;
seedData(data);
writeDataMark(data, { source: 'simulated', model: simulationModel, seed: '1', startMs, liveFromMs });
const settings = { TIDEMARK_SOURCE: 'simulated', TIDEMARK_LOG_LEVEL: 'warn', TIDEMARK_LIMITS: 'off' };
const fixture = new URL('../fixtures/fills/node_fills_by_block.jsonl', import.meta.url).pathname;

type Server = Awaited<ReturnType<typeof startServer>>;

async function startSimulated(): Promise<Server> {
  const server = await startServer(['--data', data], settings);
  running.push(server);
  return server;
}

async function get(server: Server, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(`${server.address}${path}`, { headers });
}

async function untilReady(server: Server): Promise<void> {
  let said = '';
  async function isReady(): Promise<boolean> {
    const answer = await get(server, '/ready');
    said = await answer.text();
    return answer.status === 200;
  }
  await until('the server is ready', isReady, { deadlineMs: patienceMs, everyMs: 200 }).catch((fault) => {
    throw new Error(`/ready said ${said}`, { cause: fault });
  });
}

/** What follows a first start at its own pace, the hourly histories and the newest editions, takes a minute; more on a busy machine. */
const patienceMs = 4 * minuteMs;

/** What the log of a slow machine says, with reason: trades that were not seen, data that were late, requests refused. */
const slowness =
  /^.*"msg":"(?:live data (?:have gaps that the exchange cannot fill|were interrupted)|data of the exchange come \d+ s after their time: [^"]*|overload: requests that need a run are refused with 503|the load has gone: these requests are taken again)"\}\n/gm;

async function stop(server: Server): Promise<void> {
  server.child.kill('SIGTERM');
  const { code, stderr } = await server.ended;
  const reported = stderr.replace(slowness, '');
  assert.deepEqual([code, reported], [0, 'SIGTERM: stopping; repeat to end at once\n']);
}

/** What a page has not got that it should. */
async function lackOf(server: Server, { path, rows }: Page): Promise<string | undefined> {
  const answer = await get(server, path, { 'X-API-Key': key });
  const text = await answer.text();
  if (answer.status !== 200) return `${answer.status} ${text}`;
  assert.equal(answer.headers.get('x-data-source'), 'simulated', path);
  const body = JSON.parse(text) as object;
  const list = Array.isArray(body) ? body : Object.values(body).find(Array.isArray);
  return list === undefined || list.length >= rows ? undefined : `${list.length} rows of ${rows}`;
}

/** What a socket answers to bytes that are no request. */
async function answerTo(server: Server, bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.address);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  let text = '';
  socket.on('data', (piece: string) => (text += piece));
  socket.end(bytes);
  await once(socket, 'close');
  return text;
}

let key = '';
/** Figures of the days that are over by now: they must never change again. */
let past: unknown;
const today = new Date().toISOString().slice(0, 10);
let wallet = '';

async function ask<T>(server: Server, path: string): Promise<T> {
  let answer = await get(server, path, { 'X-API-Key': key });
  const deadlineMs = monotonicMs() + minuteMs;
  while (answer.status === 503 && monotonicMs() < deadlineMs) {
    await delay(200); // waits: an overload is polled, by status only
    answer = await get(server, path, { 'X-API-Key': key });
  }
  const text = await answer.text();
  assert.equal(answer.status, 200, `${path}: ${text}`);
  assert.equal(answer.headers.get('x-data-source'), 'simulated', path);
  return JSON.parse(text) as T;
}

/** The days of one wallet that were over when this began; another one may be before it ends. */
async function pastOf(server: Server, wallet: string): Promise<unknown> {
  const days = await ask<{ date: string }[]>(server, `/api/public/v1/pulse/trader/${wallet}/daily`);
  return days.filter(({ date }) => date < today);
}

test('a first start that is killed while it stores its history is completed by the next, with a full page of every endpoint', async () => {
  const killed = startCommand(['serve', '--port', '0', '--data', data], settings);
  const journal = join(data, 'ingest');
  await until('it stores its history', () => existsSync(journal) && readdirSync(journal).length > 0, {
    deadlineMs: patienceMs,
  });
  killed.child.kill('SIGKILL');
  assert.equal((await killed.ended).stdout, '', 'it was killed before it was ready');

  const server = await startSimulated();
  assert.match(server.written.stdout, /\(SIMULATED data, seed 1, in .*\)/);
  key = (await runCommand(['keys', 'create', '--tier', 'enterprise', '--data', data])).stdout.trim();
  const { made, values } = await pages((path) => ask(server, `/api/public/v1/${path}`));
  const lacking: string[] = [];
  const deadlineMs = monotonicMs() + patienceMs;
  const left = made.values();
  async function askThose(): Promise<void> {
    for (const page of left) {
      let lack = await lackOf(server, page);
      // What follows fills at its own pace, or is read of the exchange, is there within this time.
      for (; lack !== undefined && monotonicMs() < deadlineMs; lack = await lackOf(server, page)) {
        await delay(1_000); // waits: answers alone show it, and asking more often slows what is waited for
      }
      if (lack !== undefined) lacking.push(`${page.path}: ${lack}`);
    }
  }
  // Several at a time: as long as it lives, the exchange takes its share of the machine.
  await Promise.all(Array.from({ length: 4 }, askThose));
  await everyToolAnswers(server.address, key, values);
  assert.deepEqual(lacking, []);
  wallet = values.get('address')!;
  past = await pastOf(server, wallet);
  await everyAnswerIsMarked(server);
  await importsAreRefused();
  await stop(server);
});
/** Answers of every other kind than a page made just now. */
async function everyAnswerIsMarked(server: Server): Promise<void> {
  const board = '/api/public/v1/pulse/leaderboard';
  const page = await get(server, board, { 'X-API-Key': key });
  const etag = page.headers.get('etag')!;
  const requests: [number, string, Record<string, string>?][] = [
    [200, board, { 'X-API-Key': key }],
    [200, board, { 'X-API-Key': key, Origin: 'https://page.test' }],
    [304, board, { 'X-API-Key': key, 'If-None-Match': etag }],
    [401, board],
    [422, `${board}?limit=x`, { 'X-API-Key': key }],
    [404, '/nowhere'],
    [400, '/%zz'],
    [200, '/health'],
    [200, '/metrics'],
    [200, '/openapi.json'],
    [200, '/errors/NOT_FOUND'],
  ];
  for (const [status, path, headers] of requests) {
    const answer = await get(server, path, headers);
    assert.equal(answer.headers.get('x-data-source'), 'simulated', path);
    if (status !== 304) assert.equal(answer.status, status, path);
  }
  const preflight = await fetch(`${server.address}${board}`, { method: 'OPTIONS' });
  assert.equal(preflight.headers.get('x-data-source'), 'simulated');
  assert.match(await answerTo(server, 'no request\r\n\r\n'), /\r\nX-Data-Source: simulated\r\n/);
}

async function importsAreRefused(): Promise<void> {
  const { code, stdout, stderr } = await runCommand(['import', fixture, '--data', data]);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /holds simulated data \(seed 1\), which imported data must not be mixed with/);
}

test('a restart goes on with the same exchange: what was is as it was, more comes, and nothing is doubled', async () => {
  const server = await startSimulated();
  const before = await ask<{ totalTrades: number }>(server, '/api/public/v1/pulse/stats');
  await untilReady(server);
  const hasMore = async () =>
    (await ask<{ totalTrades: number }>(server, '/api/public/v1/pulse/stats')).totalTrades !==
    before.totalTrades;
  await until('further trades', hasMore, { deadlineMs: patienceMs, everyMs: 200 });
  assert.deepEqual(await pastOf(server, wallet), past);
  assert.match(
    await (await get(server, '/metrics')).text(),
    /tidemark_live_feed_age_seconds\{feed="trades"\} /,
  );
  await stop(server);
  const { code, stdout } = await runCommand(['audit', '--data', data]);
  assert.deepEqual([code, stdout], [0, '']);
});

test('simulated and real data are not mixed in one directory, whichever came first', async () => {
  const refused: [string[], Record<string, string>, RegExp][] = [
    [['--source', 'hyperliquid', '--data', data], {}, /holds simulated data \(seed 1\)/],
    [['--seed', '2', '--data', data], settings, /the simulated data of seed 1, not 2/],
  ];
  const real = seedData(join(root, 'real'));
  const imported = await runCommand(['import', fixture, '--data', real]);
  assert.equal(imported.code, 0, imported.stderr);
  refused.push([['--data', real], settings, /holds real data, which simulated data must not be mixed with/]);
  for (const [args, given, message] of refused) {
    const { code, stdout, stderr } = await runCommand(['serve', '--port', '0', ...args], given);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, message);
  }
});
