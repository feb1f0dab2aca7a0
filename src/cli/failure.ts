import { CommanderError } from 'commander';
import { ConfigError } from '../config/config.ts';
import { Exit, type TextOutput, UnwrittenKey } from './context.ts';

export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** Says on stderr what went wrong and returns the exit code that stands for it. */
export function reportFailure(fault: unknown, stderr: TextOutput): number {
  if (fault instanceof Exit) return fault.code;
  if (fault instanceof CommanderError) return fault.exitCode === 0 ? exitCodes.done : exitCodes.usage; // commander has said it
  if (fault instanceof ConfigError) {
    for (const { location, message } of fault.faults) stderr.write(`tidemark: ${location} ${message}\n`);
    return exitCodes.usage;
  }
  stderr.write(`tidemark: ${failureText(fault)}\n`);
  return exitCodes.failed;
}

/** One line for what an operator can mend; the stack for what only a developer can. */
function failureText(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  const { code, address, port } = fault as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code === 'EADDRINUSE') {
    return `port ${port} on ${address} is in use; stop what listens there, or choose another with --port`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `not allowed to listen on port ${port}; choose one above 1023 with --port`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `cannot listen: ${fault.message}; name an address of this machine with --host`;
  }
  if (fault instanceof UnwrittenKey) return fault.message;
  // Threads tell of it by their message alone.
  if (/ENOSPC|EDQUOT|no space left|NOT_ENOUGH_SPACE|disk quota exceeded/i.test(fault.message)) {
    return `no space left on the disk${placeIn(fault)}; free some, then start again: nothing that was stored is lost`;
  }
  if (/EROFS|read-only file system/i.test(fault.message)) {
    return `the disk can only be read${placeIn(fault)}: mount it to be written, then start again; nothing that was stored is lost`;
  }
  const defect = fault instanceof TypeError || fault instanceof ReferenceError || fault instanceof RangeError;
  return defect ? (fault.stack ?? fault.message) : fault.message;
}

/** Where it happened, as far as the fault tells. */
function placeIn({ path, message }: NodeJS.ErrnoException): string {
  const place = path ?? /(?:'|path: |file:? )(\/[^'",\s)]+)/.exec(message)?.[1];
  return place === undefined ? '' : ` (${place})`;
}
