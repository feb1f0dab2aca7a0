/** A client resumes at its cursor after connection cuts and after kills, stops and starts of its server: each fill and gap exactly once. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { systemClock } from '../../src/kernel/clock.ts';
import { seedData } from '../data-template.ts';
import { freePort } from '../free-port.ts';
import { nodeDir } from '../ingest/follow-harness.ts';
import { blockLine, generateBlocks } from '../ingest/generated-fills.ts';
import { campaignSeed, sized } from '../size.ts';
import { seededNumbers } from '../source-fills.ts';
import { until } from '../until.ts';
import { runCommand, said, startCommand } from './command.ts';

const cuts = sized({ check: 3, campaign: 100 });
const linesBetween = 60;
const stepMs = 500;
const count = linesBetween * (cuts + 2);
const startMs = systemClock.nowMs() - count * stepMs;
const blocks = [...generateBlocks({ seed: campaignSeed, blocks: count, wallets: 40, startMs, stepMs })];
// Stretches that the node never writes, before and between cuts.
const missing = [blocks.slice(30, 40), blocks.slice(linesBetween + 25, linesBetween + 26)];
const written = blocks.filter((block) => !missing.flat().includes(block));
const lines = written.map((block) => ({ timeMs: block.timeMs, text: `${blockLine(block)}\n` }));

type Fill = Record<string, unknown>;
const named = ([wallet, { time, coin, oid, tid }]: readonly [string, Fill]) =>
  [wallet, time, coin, oid, tid].join(' ');
const expected = written.flatMap(({ events }) =>
  events.map(([wallet, fill]) => named([wallet, { ...fill }])),
);

const root = mkdtempSync(join(tmpdir(), 'tidemark-stream-cuts-'));
const data = seedData(join(root, 'data'));
const node = join(root, 'node');
mkdirSync(node);
let running: ChildProcess | undefined;
const clients: ReturnType<typeof followTrades>[] = [];
after(() => {
  for (const client of clients) client.close();
  running?.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

/** Differences between the names that a client has seen and the expected ones; at most five of each kind. */
function differences(seen: readonly string[]) {
  const [had, known] = [new Set(seen), new Set(expected)];
  const firstOf = (names: readonly string[]) => names.slice(0, 5);
  return {
    missing: firstOf(expected.filter((name) => !had.has(name))),
    doubled: firstOf(seen.filter((name, i) => seen.indexOf(name) !== i)),
    unknown: firstOf(seen.filter((name) => !known.has(name))),
  };
}

/** A client that holds the cursor of its last message, and comes again with it until it is closed. */
function followTrades(url: string, key: string, begin: object) {
  const seen: string[] = [];
  const gaps: { fromBlock?: number; toBlock?: number; state: string }[] = [];
  const refusals: unknown[] = [];
  let cursor: string | undefined;
  let socket: WebSocket | undefined;
  let isClosed = false;
  let subscriptions = 0;

  function connect(): void {
    if (isClosed) return;
    const line = new WebSocket(`${url}/api/public/v1/stream`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    socket = line;
    line.on('open', () => {
      const from = cursor === undefined ? begin : { cursor };
      line.send(JSON.stringify({ method: 'subscribe', subscription: { type: 'trades', ...from } }));
    });
    line.on('message', (text) => {
      const message = JSON.parse(String(text));
      if (message.channel === 'trades') {
        for (const element of message.data) seen.push(named(element));
        cursor = message.cursor;
      } else if (message.channel === 'gap') gaps.push(message.data);
      else if (message.channel === 'subscriptionResponse') subscriptions += 1;
      else if (message.channel === 'error') refusals.push(message);
    });
    // The close follows.
    line.on('error', () => undefined);
    // waits: a server that is not there refuses at once
    line.on('close', () => void delay(50).then(connect));
  }

  connect();
  return {
    seen,
    gaps,
    refusals,
    subscriptions: () => subscriptions,
    cut: () => socket?.terminate(),
    close() {
      isClosed = true;
      socket?.terminate();
    },
  };
}

test('each fill comes once, and each gap, whatever is cut', async () => {
  const dir = nodeDir(node);
  const below = seededNumbers(campaignSeed);
  const port = await freePort();
  const args = ['serve', '--source', 'node', '--node-dir', node, '--data', data, '--port', String(port)];
  const serve = async () => {
    const server = startCommand(args, { TIDEMARK_LOG_LEVEL: 'info' });
    running = server.child;
    // A store that was killed is made whole first.
    await Promise.race([until('it listens', () => /ready at/.test(server.written.stdout)), server.ended]);
    assert.match(server.written.stdout, /ready at/, server.written.stderr);
    return server;
  };
  let at = 0;
  async function write(untilLine: number): Promise<void> {
    while (at < untilLine) {
      const next = Math.min(untilLine, at + 1 + below(8));
      dir.write(lines.slice(at, next));
      at = next;
      // waits: the node has a pace of its own
      await delay(below(20)); // ends: every turn writes a line
    }
  }

  let server = await serve();
  const made = await runCommand(['keys', 'create', '--tier', 'pro', '--data', data]);
  assert.equal(made.code, 0, made.stderr);
  const key = made.stdout.trim();
  const url = `ws://127.0.0.1:${port}`;
  const live = followTrades(url, key, {});
  clients.push(live);
  await until('it follows', () => live.subscriptions() > 0);
  await write(linesBetween);
  await said(server, /following a node's files/);
  await until('it has fills', () => live.seen.length > 0);
  clients.push(followTrades(url, key, { from: new Date(startMs - 1).toISOString() }));

  for (let cut = 1; cut <= cuts; cut++) {
    const writing = write(linesBetween * (cut + 1));
    await delay(below(600)); // waits: the moment of the cut is what is tested
    const kind = cut === 1 ? 0 : below(4);
    if (kind < 2) {
      server.child.kill(kind === 0 ? 'SIGKILL' : 'SIGTERM');
      await server.ended;
      server = await serve();
    } else clients[below(2)]!.cut();
    await writing;
  }
  await write(lines.length);
  for (const client of clients) {
    const isWhole = () => client.seen.length >= expected.length && client.gaps.length > 0;
    await until('all fills have come', isWhole).catch(() => undefined);
    // What came twice shows by what comes last.
    assert.deepEqual(differences(client.seen), { missing: [], doubled: [], unknown: [] });
    assert.deepEqual(client.refusals, []);
    const open = client.gaps.filter(({ state }) => state === 'open');
    for (const [first, last] of missing.map((gone) => [gone[0]!.number, gone.at(-1)!.number] as const))
      assert.ok(
        open.some(({ fromBlock, toBlock }) => fromBlock === first && toBlock === last),
        `blocks ${first} to ${last} are named: ${JSON.stringify(client.gaps)}`,
      );
    client.close();
  }
  server.child.kill('SIGTERM');
  const { code, stderr } = await server.ended;
  assert.equal(code, 0, stderr);
});
