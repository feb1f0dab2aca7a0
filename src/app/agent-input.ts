import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** Where a process finds what the client writes, if it is not on its stdin. */
export const agentInputFd = 3;

/** What a client writes, from the descriptor that {@link runAside} hands over. */
export function agentInput(fd: number): Readable {
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
export async function runAside(signal: AbortSignal): Promise<number> {
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
