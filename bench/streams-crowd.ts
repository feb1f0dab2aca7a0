/** Stream clients that connect and disconnect for an hour: memory that they leave behind. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { hourMs, minuteMs, monotonicMs } from '../src/kernel/clock.ts';
import { memoryMib, startChild } from './child.ts';
import { seededRandom } from './generate-fills.ts';
import { followWrites } from './node-lag.ts';
import type { Results } from './results.ts';
import { type Service, startService, tidemark } from './service.ts';

const part = 'streams-crowd';
const fillsPerSecond = 20;
const crowd = 100;
const clientsOfKey = 25;
/** Range of a client's stay. */
const stays = { leastMs: 1_000, mostMs: 60_000 };
const lookMs = 10_000;
/** Maximum growth relative to the second third; the first third includes the start. */
const mostGrowth = 1.1;

interface Look {
  residentMib: number;
  heapMib: number;
}

/** Checks that memory is flat with a hundred clients of every kind, none of which stays longer than a minute. */
export async function benchStreamsCrowd(results: Results, workDir: string, quick: boolean): Promise<object> {
  const lastsMs = quick ? minuteMs : hourMs;
  const nodeDir = join(workDir, 'crowd-node');
  const exchange = startChild(tidemark, [
    'simulate-server',
    '--port',
    '0',
    '--wallets',
    '500',
    '--coins',
    '20',
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
    service = await startService(join(workDir, 'crowd'), ['--source', 'node', '--node-dir', nodeDir]);
    const writes = followWrites(join(nodeDir, 'node_fills_by_block/hourly'));
    await delay(10_000);
    const wallets = writes.wallets();
    writes.stop();
    return report(results, await watchCrowd(service, { wallets, lastsMs }));
  } finally {
    await service?.stop();
    await exchange.stop();
  }
}

interface Watched {
  looks: Look[];
  clients: number;
  messages: number;
  /** Why a client was refused, the first of each. */
  refused: Set<string>;
}

async function watchCrowd(
  service: Service,
  { wallets, lastsMs }: { wallets: readonly string[]; lastsMs: number },
): Promise<Watched> {
  const keys = await service.newKeys(Math.ceil(crowd / clientsOfKey));
  const endMs = monotonicMs() + lastsMs;
  const watched: Watched = { looks: [], clients: 0, messages: 0, refused: new Set() };
  async function place(n: number): Promise<void> {
    const random = seededRandom(n + 1);
    while (monotonicMs() < endMs) {
      const client = openClient(service.url, keys[Math.floor(n / clientsOfKey)]!, {
        subscription: subscriptionOf(random(), wallets),
        isReading: random() > 0.1,
        refused: (reason) => watched.refused.add(reason),
      });
      watched.clients += 1;
      await delay(stays.leastMs + random() * (stays.mostMs - stays.leastMs));
      watched.messages += client.leave(random() > 0.5);
    }
  }
  async function look(): Promise<void> {
    while (monotonicMs() < endMs) {
      await delay(lookMs);
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      const [, heapBytes = '0'] = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics) ?? [];
      const residentMib = memoryMib(service.child.pid)?.now ?? 0;
      watched.looks.push({ residentMib, heapMib: Number(heapBytes) / 2 ** 20 });
    }
  }
  await Promise.all([look(), ...Array.from({ length: crowd }, (_, n) => place(n))]);
  return watched;
}

/** Subscriptions of every kind: all events, those of a wallet or a filter, states, and a replay of the newest hour. */
function subscriptionOf(random: number, wallets: readonly string[]): object {
  const wallet = wallets[Math.floor(random * 1_000) % wallets.length];
  const kinds = [
    { type: 'trades' },
    { type: 'tradesByUser', user: wallet },
    { type: 'trades', wallets: wallets.slice(0, 100), minNotionalUsd: 100 },
    { type: 'allCandles', interval: '1m', source: 'trade' },
    { type: 'trades', from: String(Date.now() - hourMs) },
  ];
  return kinds[Math.floor(random * kinds.length)]!;
}

interface ClientAsked {
  subscription: object;
  isReading: boolean;
  refused(reason: string): void;
}

function openClient(url: string, key: string, { subscription, isReading, refused }: ClientAsked) {
  const headers = { authorization: `Bearer ${key}` };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/public/v1/stream`, { headers });
  let messages = 0;
  let isLeaving = false;
  socket.on('error', ({ message }) => isLeaving || refused(message));
  socket.on('open', () => {
    socket.send(JSON.stringify({ method: 'subscribe', subscription }));
    if (!isReading) socket.pause();
  });
  socket.on('message', (data) => {
    messages += 1;
    const { channel, data: reason } = JSON.parse(String(data));
    if (channel === 'error') refused(JSON.stringify(reason));
  });
  return {
    /** @param goodbye else the line is cut @returns messages that came */
    leave(goodbye: boolean): number {
      isLeaving = true;
      if (goodbye && isReading) socket.close();
      else socket.terminate();
      return messages;
    },
  };
}

function report(results: Results, { looks, clients, messages, refused }: Watched): object {
  const third = Math.floor(looks.length / 3);
  const least = (name: keyof Look, from: number) =>
    Math.min(...looks.slice(from, from + third).map((look) => look[name]));
  results.measure(part, 'clients that came and went', '', [clients]);
  results.measure(part, 'messages that came to them', '', [messages]);
  results.hold(part, 'reasons for which clients were refused', '', refused.size, '≤', 0);
  for (const [name, title] of [
    ['heapMib', 'heap'],
    ['residentMib', 'resident memory'],
  ] as const) {
    const [before, after] = [least(name, third), least(name, 2 * third)];
    results.measure(part, `${title}, the least of the second third`, 'MiB', [before]);
    results.measure(part, `${title}, the least of the last third`, 'MiB', [after]);
    results.hold(part, `${title}, the last third to the second`, '', after / before, '≤', mostGrowth);
  }
  return { clients, messages, refused: [...refused], looks };
}
