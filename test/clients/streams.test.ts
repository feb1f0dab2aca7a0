/** Streams of both clients on the real service, through cut connections and server restarts: exactly the events of the ledger. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as tidemark from '../../clients/typescript/src/index.ts';
import { cohortMembers } from '../../src/boards/trader-cohorts.ts';
import { loadConfig } from '../../src/config/config.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { createStreamHub } from '../../src/streams/hub.ts';
import { streamLimitsOf } from '../../src/streams/stream-limits.ts';
import { startToys } from '../contract/toys.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';
import { seededNumbers } from '../source-fills.ts';
import { draft, nowMs } from '../streams/stream-world.ts';
import { until } from '../until.ts';

const seed = 7;
const clock = fixedClock(nowMs);
let engine: EndpointHarness;
let served: Awaited<ReturnType<typeof serve>>;
let way: Awaited<ReturnType<typeof openWay>>;

/** A server process over the store. */
async function serve() {
  const hub = createStreamHub({
    feed: engine.feed,
    store: engine.store,
    clock,
    cohorts: (...params) => cohortMembers(engine.sources.boards, ...params),
    onError: (error) => console.error(error),
  });
  const streams = { hub, limits: streamLimitsOf(loadConfig({}, {})) };
  const toy = await startToys([], { sources: engine.sources, clock, streams });
  return {
    port: Number(toy.port),
    async close() {
      await toy.server.close(0);
      await hub.close();
    },
  };
}

/** A way to the server that is cut as it likes. */
async function openWay(port: () => number) {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const behind = connect(port(), '127.0.0.1');
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      open.add(one);
      one
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => open.size,
    cut() {
      for (const socket of open) socket.destroy();
    },
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

before(async () => {
  engine = await openEndpointHarness({ given: { fills: [draft(1, -60_000)] }, nowMs });
  served = await serve();
  way = await openWay(() => served.port);
});
after(async () => {
  way?.close();
  await served?.close();
  await engine?.close();
});

/** Waits that are a hundredth of the usual. */
const quickly: tidemark.Clock = {
  nowMs: Date.now,
  random: Math.random,
  async wait(durationMs, signal) {
    signal?.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, durationMs / 100)); // waits: the back-off of the client itself, shortened
  },
};

type Data = [string, { tid: number }][];

/** Stores fills one by one, and cuts the connection or replaces the server in between. @returns the ids of the stored fills */
async function storeWithCuts(count: number, got: () => number): Promise<number[]> {
  const below = seededNumbers(seed);
  const tids: number[] = [];
  for (let i = 0; i < count; i++) {
    const one = draft(i, i * 10);
    tids.push(Number(one.tid));
    await engine.add([one]);
    await engine.feed.lookAtFills();
    const chance = below(4);
    if (chance === 0) way.cut();
    else if (chance === 1 && i % 3 === 0) {
      await served.close();
      way.cut();
      served = await serve();
    } else if (chance === 2) await until('what was stored', () => got() > i / 2, { everyMs: 5 });
  }
  return tids;
}

/** Waits for the first message. A stream covers events stored after its acknowledgement, and the message proves that it was sent. */
async function firstOf(got: () => number): Promise<void> {
  await until(
    'the first message',
    async () => {
      await engine.add([draft(900, -10_000)]);
      await engine.feed.lookAtFills();
      return got() > 0;
    },
    { everyMs: 20 },
  );
}

test('TypeScript: through cuts and restarts every event comes once, in its order', async () => {
  const client = tidemark.createClient({ baseUrl: way.url, apiKey: 'key-pro-ts', clock: quickly });
  const stop = new AbortController();
  const tids: number[] = [];
  let [reconnects, cursor] = [0, ''];
  const stream = client.stream(
    { type: 'trades' },
    {
      signal: stop.signal,
      onReconnect() {
        reconnects += 1;
      },
    },
  );
  const reading = (async () => {
    for await (const message of stream) {
      tids.push(...(message.data as Data).map(([, { tid }]) => tid));
      cursor = message.cursor!;
    }
  })();
  reading.catch(() => undefined);
  await firstOf(() => tids.length);
  const before = tids.length;
  const stored = await storeWithCuts(14, () => tids.length - before);
  await until('all of it', () => tids.at(-1) === stored.at(-1), { everyMs: 5 });
  assert.deepEqual(tids.slice(-stored.length), stored);
  assert.equal(new Set(tids).size, tids.length);
  assert.ok(reconnects > 2);
  stop.abort(new Error('enough'));
  await assert.rejects(reading, /enough/);
  await engine.add([draft(999, 5_000)]);
  await engine.feed.lookAtFills();
  for await (const { data } of client.stream({ type: 'trades' }, { cursor })) {
    assert.equal((data as Data).length, 1);
    break;
  }
  const refused = client.stream({ type: 'trades', coin: 'BTC' }).next();
  await assert.rejects(refused, (error) => {
    return error instanceof tidemark.StreamRefusedError && error.refusal === 'unknown argument coin';
  });
  const unknown = tidemark.createClient({ baseUrl: way.url, apiKey: 'nonsense', clock: quickly });
  await assert.rejects(unknown.stream({ type: 'trades' }).next(), /invalid or missing bearer token/);
});

/** A program of the Python client, which ends with its input. */
function inPython(module: string, ...args: string[]) {
  const cwd = fileURLToPath(new URL('../../clients/python/', import.meta.url));
  const of = ['-W', 'error', '-m', `tests.service.${module}`, way.url, ...args];
  return spawn('/usr/bin/python3', of, { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
}

test('of figures the state comes first again after a cut, in both clients', async () => {
  await engine.add([draft(1, -20_000)]);
  const client = tidemark.createClient({ baseUrl: way.url, apiKey: 'key-pro-tf', clock: quickly });
  const stop = new AbortController();
  const kinds: [string[], string[]] = [[], []];
  const reading = (async () => {
    for await (const { data, cursor } of client.stream({ type: 'leaderboard' }, { signal: stop.signal }))
      kinds[0].push(`${(data as { kind: string }).kind} ${cursor}`);
  })();
  reading.catch(() => undefined);
  const child = inPython('figures_follower', 'key-pro-pf', 'leaderboard');
  const ended = once(child, 'close');
  createInterface(child.stdout).on('line', (line) => void kinds[1].push(line));
  for (const count of [1, 2]) {
    await until('a state for both', () => kinds.every(({ length }) => length >= count), { everyMs: 5 });
    way.cut();
  }
  await until('a third for both', () => kinds.every(({ length }) => length === 3), { everyMs: 5 });
  assert.deepEqual(kinds, [Array(3).fill('state undefined'), Array(3).fill('state None')]);
  child.stdin.end();
  stop.abort(new Error('enough'));
  await assert.rejects(reading, /enough/);
  assert.deepEqual(await ended, [0, null]);
});

test('Python, awaited: the same', async () => {
  const child = inPython('follower', 'key-pro-py');
  const ended = once(child, 'close');
  const tids: number[] = [];
  createInterface(child.stdout).on('line', (line) => void tids.push(...(JSON.parse(line) as number[])));
  await firstOf(() => tids.length);
  const before = tids.length;
  const stored = await storeWithCuts(14, () => tids.length - before);
  await until('all of it', () => tids.at(-1) === stored.at(-1), { everyMs: 5 });
  assert.deepEqual(tids.slice(-stored.length), stored);
  assert.equal(new Set(tids).size, tids.length);
  child.stdin.end();
  assert.deepEqual(await ended, [0, null]);
});
