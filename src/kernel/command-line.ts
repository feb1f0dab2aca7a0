/** Output of a command: results go to stdout, messages for people to stderr. */
export interface TextOutput {
  write(text: string): unknown;
  /** Resolves when the text is written; rejects if writing fails. Default: `write`. */
  deliver?(text: string): Promise<void>;
  isTTY?: boolean;
  columns?: number;
}

export interface CommandOutput {
  stdout: TextOutput;
  stderr: TextOutput;
}

/** Exit codes of a command. A command stopped by signal n exits with 128 + n. */
export const exitCodes = { done: 0, failed: 1, usage: 2, incomplete: 3 } as const;

/** A command that finished and reports a result by its exit code. */
export class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/** The message names the mistake and the correct form. */
export class UsageError extends Error {}

/** A new key was issued, but could not be written to the output. */
export class UnwrittenKey extends Error {}

/** One line for faults that an operator can fix; the stack for all others. */
export function failureText(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  const { code, address, port } = fault as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code === 'EADDRINUSE') {
    return `port ${port} on ${address} is in use; stop the program on it, or choose another with --port`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `not allowed to listen on port ${port}; choose one above 1023 with --port`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `cannot listen: ${fault.message}; name an address of this machine with --host`;
  }
  if (fault instanceof UnwrittenKey) return fault.message;
  // Worker threads report a full disk by message only, without a code.
  if (/ENOSPC|EDQUOT|no space left|NOT_ENOUGH_SPACE|disk quota exceeded/i.test(fault.message)) {
    return `no space left on the disk${placeIn(fault)}; free some, then restart: stored data is not lost`;
  }
  if (/EROFS|read-only file system/i.test(fault.message)) {
    return `the disk is read-only${placeIn(fault)}: mount it writable, then restart; stored data is not lost`;
  }
  const defect = fault instanceof TypeError || fault instanceof ReferenceError || fault instanceof RangeError;
  return defect ? (fault.stack ?? fault.message) : fault.message;
}

function placeIn({ path, message }: NodeJS.ErrnoException): string {
  const place = path ?? /(?:'|path: |file:? )(\/[^'",\s)]+)/.exec(message)?.[1];
  return place === undefined ? '' : ` (${place})`;
}
