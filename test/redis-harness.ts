import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { freePort } from './free-port.ts';

/** A Redis server of a test, which can be hung, killed and started again in its place. */
export interface RedisServer {
  readonly url: string;
  /** Lets it hang: connections stay open, nothing is answered. */
  hang(): void;
  /** Ends a hang. */
  resume(): void;
  /** Ends it as a crash does; everything in it is lost. */
  kill(): Promise<void>;
  /** Starts it again, empty, on the same port. */
  restart(): Promise<void>;
  /** Runs a command of Redis on a connection of its own. */
  command(...args: string[]): Promise<unknown>;
  stop(): Promise<void>;
}

/** For a link that must not take a busy machine for a Redis that is away, milliseconds. */
export const patientMs = 30_000;

/**
 * Starts Debian's redis-server on a free port of the loopback; nothing of it is written anywhere but below a
 * temporary directory.
 */
export async function startRedis(): Promise<RedisServer> {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-redis-'));
  const port = await freePort();
  let server = await launch(dir, port);
  const killAtExit = () => server.kill('SIGKILL');
  process.once('exit', killAtExit);

  async function kill(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }

  const url = `redis://127.0.0.1:${port}`;
  return {
    url,
    async command(...args) {
      const client = createClient({ url });
      await client.connect();
      const reply = await client.sendCommand(args);
      await client.close();
      return reply;
    },
    hang: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    kill,
    async restart() {
      server = await launch(dir, port);
    },
    async stop() {
      process.off('exit', killAtExit);
      await kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Resolves when the server takes connections; rejects with its last words where it ends before. */
async function launch(dir: string, port: number): Promise<ChildProcess> {
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    dir,
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  const server = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'inherit'] });
  let log = '';
  await new Promise<void>((ready, failed) => {
    server.stdout!.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4_000);
      if (log.includes('Ready to accept connections')) ready();
    });
    server.once('error', failed);
    server.once('exit', (code) => failed(new Error(`redis-server ended with code ${code}: ${log}`)));
  });
  return server;
}
