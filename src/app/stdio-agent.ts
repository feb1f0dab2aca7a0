import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { App } from '../cli/context.ts';
import type { Config } from '../config/config.ts';
import type { Ask } from '../endpoints/ask.ts';
import { createLog } from '../kernel/log.ts';
import { readyInTime } from '../kernel/ready-in-time.ts';
import { withAbort } from '../kernel/with-abort.ts';
import { createRemoteAsk } from '../mcp/server/remote-ask.ts';
import { answerOverStdio } from '../mcp/server/stdio-surface.ts';
import { version } from '../version.ts';
import { localCaller, openMcp } from './agents.ts';

/** Where a process finds what the client writes, if it is not on its stdin. */
const agentInputFd = 3;

/** What a client writes, from the descriptor that {@link runAside} hands over. */
function agentInput(fd: number): Readable {
  const kind = fstatSync(fd);
  return kind.isFIFO() || kind.isSocket()
    ? new Socket({ fd, writable: false })
    : createReadStream('', { fd });
}

/**
 * Runs this same command once more, with nothing on its stdin and the client's words on descriptor 3: the embedded engine takes what
 * is on stdin for data of its own statements.
 *
 * @returns its exit code
 */
async function runAside(signal: AbortSignal): Promise<number> {
  const [program = '', ...args] = process.argv.slice(1);
  const child = spawn(
    process.execPath,
    [...process.execArgv, program, ...args, '--input-fd', String(agentInputFd)],
    {
      stdio: ['ignore', 'inherit', 'inherit', 0],
    },
  );
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Half of what clients commonly wait for an answer. */
const startPatienceMs = 30_000;

/** Answers an agent over stdio; the stores are loaded only where this process opens them. */
export const answerAgent: App['answerAgent'] = async (config, { signal, inputFd }) => {
  const { mcpUrl: url, apiKey: key, clickhouseUrl } = config;
  const { stdin, stdout } = process;
  const log = createLog({ level: config.logLevel });
  if (url !== undefined && key !== undefined) {
    const ask = createRemoteAsk({ url, key, version });
    await answerOverStdio(openMcp(log), ask, { stdin, stdout }, { signal, log });
    return 0;
  }
  if (clickhouseUrl === undefined && inputFd === undefined) return runAside(signal);
  const stop = new AbortController();
  const until = AbortSignal.any([signal, stop.signal]);
  const opening = openService(config, until);
  // Without its service it ends, whatever the client is about.
  opening.catch((fault: unknown) => stop.abort(fault));
  const ask: Ask = async (target, gone) => {
    const running = await withAbort(
      readyInTime(opening, 'What this service answers from', startPatienceMs),
      gone,
    );
    return running.ask(target, gone);
  };
  try {
    const streams = { stdin: inputFd === undefined ? stdin : agentInput(inputFd), stdout };
    await answerOverStdio(openMcp(log), ask, streams, { signal: until, log });
    stop.signal.throwIfAborted();
  } finally {
    stop.abort();
    const running = await opening.catch(() => undefined);
    await running?.stop();
  }
  return 0;
};

/**
 * Opens the stores beside the conversation: a client that waits for its first answer gives up after some seconds, and a start
 * may take longer. The one who starts it owns the data: no limit holds, and a busy process serves late rather than not at all.
 * Other clients find it on a port of this machine, with a key.
 */
async function openService(config: Config, signal: AbortSignal) {
  const { serve: open } = await import('./app.ts');
  const own = {
    limits: 'off',
    host: '127.0.0.1',
    port: 0,
    maxLoopDelayMs: Number.POSITIVE_INFINITY,
  } as const;
  const running = await open({ ...config, ...own }, { signal });
  return { ...running, ask: running.askingFor(localCaller, { ip: '', userAgent: 'tidemark mcp' }) };
}
