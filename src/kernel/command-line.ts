/** Where a command writes: stdout takes results only, everything said to a person goes to stderr. */
export interface TextOutput {
  write(text: string): unknown;
  /** Writes and resolves once it is written. @throws Error where it cannot be; `write` where absent */
  deliver?(text: string): Promise<void>;
  isTTY?: boolean;
  columns?: number;
}

/** What a command writes to. */
export interface CommandOutput {
  stdout: TextOutput;
  stderr: TextOutput;
}

/** Exit codes of a command; one that a signal n stopped ends with 128 + n. */
export const exitCodes = { done: 0, failed: 1, usage: 2, incomplete: 3 } as const;

/** A command that did its work and has something to report by its exit code. */
export class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/** A command line that is wrong: the message says with what, and what would be right. */
export class UsageError extends Error {}

/** A key that was issued could not be written. */
export class UnwrittenKey extends Error {}

/** One line for what an operator can mend; the stack for what only a developer can. */
export function failureText(fault: unknown): string {
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
  // Threads report it by their message alone.
  if (/ENOSPC|EDQUOT|no space left|NOT_ENOUGH_SPACE|disk quota exceeded/i.test(fault.message)) {
    return `no space left on the disk${placeIn(fault)}; free some, then start again: nothing that was stored is lost`;
  }
  if (/EROFS|read-only file system/i.test(fault.message)) {
    return `the disk can only be read${placeIn(fault)}: mount it to be written, then start again; nothing that was stored is lost`;
  }
  const defect = fault instanceof TypeError || fault instanceof ReferenceError || fault instanceof RangeError;
  return defect ? (fault.stack ?? fault.message) : fault.message;
}

/** Where it happened, as far as the fault says. */
function placeIn({ path, message }: NodeJS.ErrnoException): string {
  const place = path ?? /(?:'|path: |file:? )(\/[^'",\s)]+)/.exec(message)?.[1];
  return place === undefined ? '' : ` (${place})`;
}
