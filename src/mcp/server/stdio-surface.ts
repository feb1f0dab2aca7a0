import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Ask } from '../../endpoints/ask.ts';
import type { Log } from '../../kernel/log.ts';
import type { NewServer } from './mcp-server.ts';

/** Maximum message size, the same as over HTTP. */
const bufferLimitBytes = 64 * 1_024;

export interface StdioStreams {
  stdin: Readable;
  stdout: Writable;
}

/** Serves one client on a pair of streams until the input ends or the signal aborts. */
export async function answerOverStdio(
  newServer: NewServer,
  ask: Ask,
  { stdin, stdout }: StdioStreams,
  { signal, log }: { signal: AbortSignal; log: Log },
): Promise<void> {
  const ended = once(stdin, 'close', { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: bufferLimitBytes });
  const serving = serveStdio(() => newServer(ask), {
    transport,
    onerror: (err) => log.debug({ err }, 'message of an agent'),
  });
  await ended;
  await serving.close();
}
