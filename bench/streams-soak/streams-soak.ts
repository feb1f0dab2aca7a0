/**
 * Clients of five kinds, and alerts, while the service is killed repeatedly: each gets exactly the events of its filter, in order, and no
 * client gets a gap.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { minuteMs, monotonicMs, systemClock } from '../../src/kernel/clock.ts';
import type { Operations } from '../../src/operate/operations.ts';
import { connectOperations } from '../../src/operate/own-or-connect.ts';
import { type Child, startChild } from '../child.ts';
import { seededRandom } from '../generate-fills.ts';
import type { BenchOptions } from '../parts.ts';
import type { Results } from '../results.ts';
import { tidemark } from '../service.ts';
import { type Chain, createChain, faultsOf } from './chain.ts';
import { type ClientKind, clientKinds, visits } from './clients.ts';
import { type AlertReceiver, startReceiver } from './receiver.ts';
import { mostOf, readTruth, type SoakFilter, soakFilters } from './truth.ts';

const part = 'streams-soak';
const [clients, alerts, accounts] = [50, 30, 5];
/** Milliseconds. */
const stays = { leastMs: 500, mostMs: 20_000 };
const killEveryMs = { leastMs: 15_000, mostMs: 40_000 };
/**
 * Behind the last fill a service on a loaded machine may take long, but something has to come in this time. A comparison takes seconds
 * in which no message is taken, so it waits for a shorter silence.
 */
const [silenceMs, quietMs] = [90_000, 10_000];

interface Soak {
  url: string;
  keys: readonly string[];
  filters: readonly SoakFilter[];
  chains: Chain[];
  faults: Set<string>;
}

export async function benchStreamsSoak(
  results: Results,
  workDir: string,
  quick: boolean,
  { minutes = quick ? 1 : 10, seed = 1, fillsPerSecond = 30 }: BenchOptions,
): Promise<object> {
  const random = seededRandom(seed);
  const nodeDir = join(workDir, 'soak-node');
  const hourly = join(nodeDir, 'node_fills_by_block/hourly');
  const exchange = startChild(tidemark, [
    'simulate-server',
    '--port',
    '0',
    '--node-info-port',
    '0',
    '--wallets',
    '200',
    '--coins',
    '10',
    '--history',
    '1m',
    '--fills-per-second',
    String(fillsPerSecond),
    '--node-dir',
    nodeDir,
  ]);
  const receiver = await startReceiver(seededRandom(seed + 1));
  let service: KilledService | undefined;
  try {
    await exchange.line(/ready at/);
    service = await startKilled(join(workDir, 'soak'), ['--source', 'node', '--node-dir', nodeDir]);
    await delay(5_000);
    const known = readTruth(hourly);
    const list = { name: 'soak', wallets: mostOf(known.map(({ wallet }) => wallet)).slice(0, 30) };
    const keys = await newKeys(service.operations, list);
    const filters = soakFilters(known, list);
    const made = await makeAlerts(service.operations, { receiver, filters });
    const soak: Soak = { url: service.url, keys, filters, chains: [], faults: new Set() };
    const endMs = monotonicMs() + minutes * minuteMs;
    const draining = new AbortController();
    const crowd = Array.from({ length: clients }, (_, n) =>
      attend(n, { soak, endMs, draining: draining.signal, random: seededRandom(seed * 1_000 + n) }),
    );
    const kills = await service.killUntil(endMs, random);
    await exchange.stop();
    const truth = readTruth(hourly);
    const count = () => soak.chains.reduce((sum, { got }) => sum + got.length, 0);
    const wrong = await drained(
      () => count() + receiver.messages(),
      () => {
        const ofClients = soak.chains.flatMap((chain) => faultsOf(chain, truth));
        const ofAlerts = made.flatMap(({ name, chain }) =>
          faultsOf({ ...chain, got: receiver.eventsOf(name) }, truth).map(
            (fault) => `alert ${name}: ${fault}`,
          ),
        );
        return [...ofClients, ...ofAlerts];
      },
    );
    draining.abort();
    await Promise.all(crowd);
    const faults = [...soak.faults, ...receiver.faults, ...wrong];
    results.measure(part, 'events of the exchange', '', [truth.length]);
    results.measure(part, 'events that came to clients', '', [count()]);
    results.measure(part, 'messages of alerts', '', [receiver.messages()]);
    results.measure(part, 'times that the service was killed', '', [kills]);
    results.hold(part, 'subscriptions without exactly their events', '', wrong.length, '≤', 0);
    results.hold(part, 'gaps and refusals', '', faults.length - wrong.length, '≤', 0);
    return { seed, kills, chains: soak.chains.length, faults: faults.slice(0, 200) };
  } finally {
    receiver.close();
    await service?.stop();
    await exchange.stop();
  }
}

/** Polls until no fault is left or nothing comes any more. @returns The faults that are left. */
async function drained(count: () => number, wrong: () => string[]): Promise<string[]> {
  for (let [before, sinceMs] = [-1, 0]; ; await delay(1_000)) {
    const now = count();
    if (now !== before) [before, sinceMs] = [now, monotonicMs()];
    const silentMs = monotonicMs() - sinceMs;
    if (silentMs < quietMs) continue;
    const faults = wrong();
    if (faults.length === 0 || silentMs > silenceMs) return faults;
    await delay(quietMs);
  }
}

async function newKeys(operations: Operations, list: { name: string; wallets: readonly string[] }) {
  const keys: string[] = [];
  for (let n = 0; n < accounts; n++) {
    const account = `soak-${n}`;
    keys.push((await operations.createKey({ account, tier: 'enterprise' })).key);
    await operations.setOverrides({ name: account, ratePerMinute: 1_000_000 });
    await operations.setList({ account, name: list.name, wallets: [...list.wallets] });
  }
  return keys;
}

async function makeAlerts(
  operations: Operations,
  { receiver, filters }: { receiver: AlertReceiver; filters: readonly SoakFilter[] },
) {
  const made: { name: string; chain: Chain }[] = [];
  for (let n = 0; n < alerts; n++) {
    const filter = filters[n % filters.length]!;
    const { type, users, ...params } = filter.subscription as { type: string; users?: string[] };
    const feed = users === undefined ? { feed: type } : { feed: 'trades', wallets: users };
    const name = `alert-${n}`;
    const url = `${receiver.url}/${name}`;
    await operations.createAlert({ account: `soak-${n % accounts}`, name, url, ...feed, ...params });
    const chain = createChain('alert', filter);
    made.push({ name, chain: { ...chain, joinedMs: systemClock.nowMs() + 1_000, isLast: true } });
  }
  return made;
}

/** A client that disconnects and returns, each time with its own cursor, an earlier cursor, or another filter. */
async function attend(
  n: number,
  {
    soak,
    endMs,
    draining,
    random,
  }: { soak: Soak; endMs: number; draining: AbortSignal; random: () => number },
): Promise<void> {
  const kind = clientKinds[n % clientKinds.length]!;
  const key = soak.keys[n % accounts]!;
  let chain = nextChain(soak, kind, random);
  const onFault = (fault: string) => soak.faults.add(`${kind}: ${fault}`);
  while (!draining.aborted) {
    const isLast = monotonicMs() >= endMs;
    chain.isLast = isLast;
    const stayMs = stays.leastMs + random() * (stays.mostMs - stays.leastMs);
    const leaving = AbortSignal.timeout(Math.round(isLast ? stayMs + stays.mostMs : stayMs));
    const signal = AbortSignal.any([leaving, draining]);
    await visits[kind]({ url: soak.url, key, chain, signal, random, onFault });
    if (draining.aborted) return;
    await delay(random() * (random() < 0.3 ? 8_000 : 500));
    if (monotonicMs() >= endMs) continue;
    const draw = random();
    if (draw < 0.1) chain = nextChain(soak, kind, random);
    else if (draw < 0.25) chain.goBack(random());
  }
}

function nextChain(soak: Soak, kind: ClientKind, random: () => number): Chain {
  const fits = ({ subscription: { coins, wallets, side } }: SoakFilter) => {
    if (kind === 'plain websocket') return coins === undefined && wallets === undefined && side === undefined;
    return kind !== 'agent' || ((coins as string[] | undefined)?.length ?? 0) < 2;
  };
  const isPlain = ({ subscription: { type, list } }: SoakFilter) =>
    type !== 'lifecycles' && list === undefined;
  const fitting = soak.filters.filter(
    (filter) => fits(filter) && (kind !== 'plain websocket' || isPlain(filter)),
  );
  const filter = fitting[Math.floor(random() * fitting.length)]!;
  const isOfPast = random() < 0.2 && kind !== 'plain websocket' && kind !== 'agent';
  const chain = createChain(
    kind,
    filter,
    isOfPast ? systemClock.nowMs() - Math.floor(random() * 20_000) : undefined,
  );
  soak.chains.push(chain);
  return chain;
}

interface KilledService {
  url: string;
  operations: Operations;
  /** @returns how often it was killed */
  killUntil(endMs: number, random: () => number): Promise<number>;
  stop(): Promise<void>;
}

/** A service that comes back at its address. */
async function startKilled(dataDir: string, flags: readonly string[]): Promise<KilledService> {
  const env = { TIDEMARK_ALERT_ADDRESSES: 'any' };
  const start = (port: string): Child =>
    startChild(tidemark, ['serve', '--port', port, '--data', dataDir, ...flags], { env });
  let child = start('0');
  const [, url] = await child.line(/ready at (http:\S+)/);
  const { port } = new URL(url!);
  return {
    url: url!,
    operations: (await connectOperations(dataDir))!,
    async killUntil(endMs, random) {
      let kills = 0;
      for (;;) {
        const waitMs = killEveryMs.leastMs + random() * (killEveryMs.mostMs - killEveryMs.leastMs);
        if (monotonicMs() + waitMs > endMs) {
          await delay(Math.max(0, endMs - monotonicMs()));
          return kills;
        }
        await delay(waitMs);
        if (random() < 0.7) process.kill(child.pid, 'SIGKILL');
        await child.stop();
        kills += 1;
        child = start(port);
        await child.line(/ready at/);
      }
    },
    stop: () => child.stop(),
  };
}
