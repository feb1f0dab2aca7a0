import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { monotonicMs } from '../src/kernel/clock.ts';
import { cpuSeconds, memoryMib, startChild } from './child.ts';
import { type AllWrites, followWrites } from './node-lag.ts';
import type { Results } from './results.ts';
import { type Service, startService, tidemark } from './service.ts';

const part = 'streams';
const fillsPerSecond = 2_000;
const barMs = 500;
/** Seconds of the past in one, while live clients are served. */
const replaySpeed = 20;
/** Maximum clients of an account. */
const clientsOfKey = 50;

interface Client {
  socket: WebSocket;
  subscription: object;
  /** Trade and side of each fill that came. */
  fills: string[];
  /** Times of the first and the last of them, unix milliseconds. */
  fromMs: number;
  toMs: number;
}

/** Delay of a node's writes in streams with a thousand clients, and whether each gets all events exactly once. */
export async function benchStreams(results: Results, workDir: string, quick: boolean): Promise<object> {
  const [seconds, clients] = quick ? [4, 20] : [60, 1_000];
  const nodeDir = join(workDir, 'streams-node');
  const exchange = startChild(tidemark, [
    'simulate-server',
    '--port',
    '0',
    '--wallets',
    '5000',
    '--coins',
    '60',
    '--history',
    '1m',
    '--fills-per-second',
    String(fillsPerSecond),
    '--node-dir',
    nodeDir,
  ]);
  let service: Service | undefined;
  try {
    await exchange.line(/ready at/);
    service = await startService(join(workDir, 'streams'), ['--source', 'node', '--node-dir', nodeDir]);
    const writes = followWrites(join(nodeDir, 'node_fills_by_block/hourly'));
    await delay(10_000);
    return await measure(results, { service, writes, seconds, clients });
  } finally {
    await service?.stop();
    await exchange.stop();
  }
}

async function measure(
  results: Results,
  params: { service: Service; writes: AllWrites; seconds: number; clients: number },
): Promise<object> {
  const { service, writes, seconds, clients: count } = params;
  const keys = await service.newKeys(Math.ceil((count + 1) / clientsOfKey));
  const wallets = writes.wallets();
  const coins = await coinsOf(service);
  const memoryBefore = memoryMib(service.child.pid)?.now ?? 0;
  const lags: number[] = [];
  const clients: Client[] = [];
  for (let i = 0; i < count; i++) {
    const subscription = subscriptionOf(i, { count, wallets, coins });
    clients.push(
      await openClient(service, keys[Math.floor(i / clientsOfKey)]!, subscription, { writes, lags }),
    );
  }
  const stalled = await openClient(service, keys.at(-1)!, { type: 'trades' }, { writes, lags });
  stalled.socket.pause();
  const before = cpuSeconds(service.child.pid) ?? 0;
  lags.length = 0;
  await delay(seconds * 1_000);
  const lagsOfLive = lags.length;
  const cores = ((cpuSeconds(service.child.pid) ?? 0) - before) / seconds;
  const grownMib = (memoryMib(service.child.pid)?.now ?? 0) - memoryBefore;
  const past = await replayed(service, keys.at(-1)!, clients[0]!);
  const measured = lags.splice(0, lagsOfLive).sort((a, b) => a - b);
  writes.stop();
  const faults = faultsOf(clients.filter(({ subscription }) => !('user' in subscription)));
  for (const { socket } of [...clients, stalled]) socket.terminate();
  const at = (share: number) => measured[Math.min(measured.length - 1, Math.floor(measured.length * share))]!;
  results.measure(part, 'from a written block to a client, p50', 'ms', [at(0.5)]);
  results.measure(part, 'processors used by the service', '', [cores]);
  results.measure(part, 'memory that came with the clients', 'MiB', [grownMib]);
  results.hold(part, 'from a written block to a client, p99', 'ms', at(0.99), '≤', barMs);
  results.hold(part, 'fills that a client lacks, or has twice', '', faults, '≤', 0);
  results.hold(
    part,
    'seconds of the past replayed in one, beside live clients',
    '',
    past.speed,
    '≥',
    replaySpeed,
  );
  results.hold(part, 'fills that the replay lacks, or has twice', '', past.faults, '≤', 0);
  return {
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: measured.at(-1),
    messages: measured.length,
    cores,
    grownMib,
    replay: past,
  };
}

/** Every hundredth client has all trades; half of the others a coin, half a wallet. */
function subscriptionOf(
  i: number,
  { count, wallets, coins }: { count: number; wallets: readonly string[]; coins: readonly string[] },
): object {
  if (i < count / 100) return { type: 'trades' };
  if (i % 2 === 0) return { type: 'tradesByCoin', coin: coins[(i / 2) % coins.length] };
  return { type: 'tradesByUser', user: wallets[((i - 1) / 2) % wallets.length] };
}

async function coinsOf({ url, key }: Service): Promise<string[]> {
  const answer = await fetch(`${url}/api/public/v1/pulse/most-traded?limit=20`, {
    headers: { 'x-api-key': key },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`most traded: ${answer.status} ${text}`);
  return [...text.matchAll(/"coin":"([^"]+)"/g)].map(([, coin]) => coin!);
}

async function openClient(
  { url }: Service,
  key: string,
  subscription: object,
  { writes, lags }: { writes: AllWrites; lags: number[] },
): Promise<Client> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const client: Client = { socket, subscription, fills: [], fromMs: Number.POSITIVE_INFINITY, toMs: 0 };
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.on('open', () => socket.send(JSON.stringify({ method: 'subscribe', subscription })));
    socket.on('message', (data) => {
      const nowMs = monotonicMs();
      const message = JSON.parse(String(data));
      if (message.channel === 'error') reject(new Error(message.data));
      if (message.channel === 'subscriptionResponse') resolve();
      if (!String(message.channel).startsWith('trades')) return;
      const seenMs = writes.seenMs(message.data.at(-1)[1].time);
      if (seenMs !== undefined) lags.push(Math.max(0, nowMs - seenMs));
      for (const [wallet, { tid, coin, time }] of message.data) {
        client.fills.push(`${coin} ${tid} ${wallet}`);
        client.fromMs = Math.min(client.fromMs, time);
        client.toMs = Math.max(client.toMs, time);
      }
    });
  });
  return client;
}

/** Replays the events of a client of all trades, at full speed. */
async function replayed({ url }: Service, key: string, { fills, fromMs, toMs }: Client) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/public/v1/stream`, {
    headers: { authorization: `Bearer ${key}` },
  });
  // The client receives further events meanwhile.
  const wanted = new Set(fills);
  const got: string[] = [];
  const subscription = { type: 'trades', from: fromMs, to: toMs };
  const startMs = await new Promise<number>((resolve, reject) => {
    let sentMs = 0;
    socket.once('error', reject);
    socket.on('open', () => {
      sentMs = monotonicMs();
      socket.send(JSON.stringify({ method: 'subscribe', subscription }));
    });
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      if (message.channel === 'error') reject(new Error(message.data));
      if (message.channel === 'caughtUp') resolve(sentMs);
      if (message.channel !== 'trades') return;
      for (const [wallet, { tid, coin }] of message.data) got.push(`${coin} ${tid} ${wallet}`);
    });
  });
  const seconds = (monotonicMs() - startMs) / 1_000;
  socket.terminate();
  const known = new Set(got);
  const lacking = [...wanted].filter((fill) => !known.has(fill)).length;
  return {
    fills: got.length,
    seconds,
    speed: (toMs - fromMs) / 1_000 / seconds,
    faults: lacking + got.length - known.size,
  };
}

/** Clients start and stop within two seconds: events in between must reach all clients of the same subscription, once. */
function faultsOf(clients: readonly Client[]): number {
  const edge = 2 * fillsPerSecond;
  let faults = 0;
  const everything = clients[0]!.fills;
  for (const same of Map.groupBy(clients, ({ subscription }) => JSON.stringify(subscription)).values()) {
    const sets = same.map(({ fills }) => new Set(fills));
    for (const [i, { fills }] of same.entries()) {
      faults += fills.length - sets[i]!.size;
      const middle = fills.slice(edge, -edge);
      for (const other of [...sets, ...(i === 0 ? [new Set(everything)] : [])])
        faults += middle.filter((fill) => !other.has(fill)).length;
    }
  }
  return faults;
}
