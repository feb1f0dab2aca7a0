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

/** Descriptor of the client's input, if that is not stdin. */
const agentInputFd = 3;

/** The client's input, from the descriptor that {@link runAside} passes. */
function agentInput(fd: number): Readable {
  const kind = fstatSync(fd);
  return kind.isFIFO() || kind.isSocket()
    ? new Socket({ fd, writable: false })
    : createReadStream('', { fd });
}

/**
 * Runs the same command again with an empty stdin and the client's input on descriptor 3, because the embedded engine reads stdin as data
 * of its own statements.
 *
 * @returns exit code of the command
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

/** Half of a client's common answer timeout. */
const startPatienceMs = 30_000;

/** Answers an agent over stdio; the stores load only if this process opens them. */
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
  // A service that fails to open ends the process, even during a call.
  opening.catch((fault: unknown) => stop.abort(fault));
  const ask: Ask = async (target, gone) => {
    const running = await withAbort(readyInTime(opening, 'Data of this service', startPatienceMs), gone);
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
 * Opens the stores in parallel with the conversation: a client gives up on its first answer after some seconds, and a start may take
 * longer. The local user owns the data: no rate limits apply, and a busy process answers late instead of refusing. Other clients reach
 * the service on a local port, with a key.
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
