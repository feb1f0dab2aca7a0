import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
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
  /** Starts it again where it stood, after a kill. */
  restart(): Promise<void>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

const startDeadlineMs = 60_000;
const startAttempts = 3;

/**
 * A real ClickHouse server of this test process's own, on a free port of 127.0.0.1. It ends with the
 * process, however that ends.
 * @throws Error with the engine's own words when it cannot start.
 */
export async function startClickHouse(): Promise<ClickHouseServer> {
  let failure: unknown;
  // A port that was free a moment ago may be taken by the time the engine asks for it.
  for (let attempt = 0; attempt < startAttempts; attempt++) {
    const directory = await mkdtemp(join(tmpdir(), 'tidemark-clickhouse-'));
    const port = await freePort();
    let child = startChild(directory, port);
    const kill = () => killChild(child.process);
    const stop = async () => {
      await kill();
      await rm(directory, { recursive: true, force: true });
    };
    const restart = async () => {
      child = startChild(directory, port);
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

interface Child {
  process: ChildProcess;
  /** The end of what the engine wrote to stderr. */
  lastWords(): string;
}

function startChild(directory: string, port: number): Child {
  const script = fileURLToPath(new URL('./clickhouse-child.ts', import.meta.url));
  const flags = ['--disable-warning=ExperimentalWarning', script, directory, String(port)];
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
    if (child.process.exitCode !== null || child.process.signalCode !== null) {
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

async function killChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
