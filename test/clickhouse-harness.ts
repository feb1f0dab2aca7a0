import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { monotonicMs } from '../src/kernel/clock.ts';
import { freePort } from './free-port.ts';

export interface ClickHouseServer {
  url: string;
  /** Holds its data until it ends. */
  directory: string;
  /** SIGKILL; its data stay. */
  kill(): Promise<void>;
  /** Restarts it on its data after a kill. */
  restart(): Promise<void>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

const startDeadlineMs = 60_000;
const startAttempts = 3;

/**
 * A real ClickHouse server of this test process, on a free port of 127.0.0.1. It ends with the process, however the process ends.
 * @param configFile additional settings
 * @throws Error with the engine's own message if it cannot start
 */
export async function startClickHouse(configFile?: string): Promise<ClickHouseServer> {
  let failure: unknown;
  // A port that was free a moment ago may be taken by the time the engine asks for it.
  for (let attempt = 0; attempt < startAttempts; attempt++) {
    const directory = await mkdtemp(join(tmpdir(), 'tidemark-clickhouse-'));
    const port = await freePort();
    const given = configFile === undefined ? [] : [String(await freePort()), configFile];
    let child = startChild(directory, port, given);
    const kill = () => killChild(child.process);
    const stop = async () => {
      await kill();
      await rm(directory, { recursive: true, force: true });
    };
    const restart = async () => {
      child = startChild(directory, port, given);
      await answering(child, port);
    };
    try {
      await answering(child, port);
      return { url: `http://127.0.0.1:${port}`, directory, kill, restart, stop };
    } catch (error) {
      failure = error;
      await stop();
    }
  }
  throw new Error(`no ClickHouse server for the tests: ${String(failure)}`);
}

export interface ClickHouseCluster {
  /** Addresses of the servers, in the order of the shards. */
  urls: string[];
  /** Name of the cluster. */
  cluster: string;
  /** Name of a cluster with the same servers as replicas of a single shard; without Keeper they replicate nothing. */
  replicas: string;
  /** Kills a server; its data stay. @param shard from 0 */
  kill(shard: number): Promise<void>;
  /** Restarts a killed server at its address and on its data. @param shard from 0 */
  start(shard: number): Promise<void>;
  /**
   * Starts all that are not running. The engine out of the library, on a busy machine, at times dies of the kill of its peer
   * ("shutting down due to a fatal error"), within seconds.
   * @returns last words of those that ended by themselves
   */
  revive(): Promise<string[]>;
  stop(): Promise<void>;
}

const cluster = 'tide';
const replicas = 'twins';

/**
 * Real ClickHouse servers as a cluster, each a shard without replicas.
 * @throws Error with the engine's own message if a server cannot start
 */
export async function startClickHouseCluster(shards = 2): Promise<ClickHouseCluster> {
  const directory = await mkdtemp(join(tmpdir(), 'tidemark-cluster-'));
  const configFile = join(directory, 'cluster.xml');
  const places: { http: number; native: number; dir: string }[] = [];
  for (let i = 0; i < shards; i++) {
    places.push({
      http: await freePort(),
      native: await freePort(),
      dir: await mkdtemp(join(directory, 'shard-')),
    });
  }
  const replicaText = ({ native }: { native: number }) =>
    `<replica><host>127.0.0.1</host><port>${native}</port></replica>`;
  const shardText = (inside: string) =>
    `<shard><internal_replication>true</internal_replication>${inside}</shard>`;
  const texts = places.map(replicaText);
  const clusters = [
    `<${cluster}>${texts.map(shardText).join('')}</${cluster}>`,
    `<${replicas}>${shardText(texts.join(''))}</${replicas}>`,
  ];
  await writeFile(
    configFile,
    `<clickhouse><remote_servers>${clusters.join('')}</remote_servers></clickhouse>`,
  );
  const children: (Child | undefined)[] = [];
  const start = async (shard: number) => {
    const { http, native, dir } = places[shard]!;
    const child = startChild(dir, http, [String(native), configFile]);
    children[shard] = child;
    await answering(child, http);
  };
  const kill = async (shard: number) => {
    const child = children[shard];
    children[shard] = undefined;
    if (child !== undefined) await killChild(child.process);
  };
  const revive = async () => {
    const words: string[] = [];
    for (const shard of places.keys()) {
      const child = children[shard];
      if (child !== undefined && !hasEnded(child.process)) continue;
      if (child !== undefined) words.push(`shard ${shard + 1}: ${child.lastWords()}`);
      await start(shard);
    }
    return words;
  };
  const stop = async () => {
    for (const shard of places.keys()) await kill(shard);
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await Promise.all(places.map((_, shard) => start(shard)));
  } catch (error) {
    await stop();
    throw error;
  }
  const urls = places.map(({ http }) => `http://127.0.0.1:${http}`);
  return { urls, cluster, replicas, kill, start, revive, stop };
}

interface Child {
  process: ChildProcess;
  /** End of the engine's stderr. */
  lastWords(): string;
}

/** @param given a port for other servers, and the path of the settings file */
function startChild(directory: string, port: number, given: string[] = []): Child {
  const script = fileURLToPath(new URL('./clickhouse-child.ts', import.meta.url));
  const flags = ['--disable-warning=ExperimentalWarning', script, directory, String(port), ...given];
  // stdin is the life line: the child kills itself when it closes.
  const child = spawn(process.execPath, flags, { cwd: directory, stdio: ['pipe', 'ignore', 'pipe'] });
  let words = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-2_000);
  });
  // A test that forgot to stop its server must not hang for it.
  for (const held of [child, child.stdin, child.stderr]) (held as { unref?(): void } | null)?.unref?.();
  return { process: child, lastWords: () => words.trim() };
}

async function answering(child: Child, port: number): Promise<void> {
  const startedMs = monotonicMs();
  while (monotonicMs() - startedMs < startDeadlineMs) {
    if (hasEnded(child.process)) {
      const how = child.process.exitCode ?? child.process.signalCode;
      throw new Error(`the engine ended at start (${how}): ${child.lastWords()}`);
    }
    const answer = await fetch(`http://127.0.0.1:${port}/ping`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => undefined,
    );
    if (answer?.ok) return;
    await delay(50);
  }
  throw new Error(`no answer on port ${port} within ${startDeadlineMs} ms: ${child.lastWords()}`);
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function killChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.ref();
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
