import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const client = fileURLToPath(new URL('../../clients/python/', import.meta.url));

/** Result of a call by the Python client. */
export interface PythonAnswer {
  /** The method that the operation has, such as `pulse.trader_daily`; absent without one. */
  method?: string;
  status: number;
  body: unknown;
  /** True if the second call was answered by the cache. */
  unchanged?: boolean;
  /** Data frames that its lists made. */
  frames?: number;
  /** A list with pages: whether its first rows, page by page, are those of the body. */
  rowsAreThose?: boolean;
}

/** A process with the Python client; makes the calls that it receives, in sequence. */
export interface PythonCaller {
  call(operation: string, parameters: Readonly<Record<string, string>>): Promise<PythonAnswer>;
  close(): Promise<void>;
}

export function startPythonCaller(url: string, key: string): PythonCaller {
  const args = ['-W', 'error', '-m', 'tests.service.caller', url, key];
  const child = spawn('/usr/bin/python3', args, { cwd: client, stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async call(operation, parameters) {
      child.stdin.write(`${JSON.stringify({ operation, parameters })}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`${operation}: the Python client ended`);
      return JSON.parse(value) as PythonAnswer;
    },
    async close() {
      child.stdin.end();
      await closed;
    },
  };
}

/** Purchase of the Python client, or the reason why it failed. */
export interface PythonPurchase {
  data?: unknown;
  payment?: object;
  refused?: string;
}

/** Buys the answer of `/plan` in a process with the Python client. @param key of the wallet that pays, as hex */
export async function pythonPays(url: string, key: string, maxAmount: number): Promise<PythonPurchase> {
  const args = ['-W', 'error', '-m', 'tests.service.payer', url, key, String(maxAmount)];
  const { stdout } = await promisify(execFile)('/usr/bin/python3', args, { cwd: client });
  return JSON.parse(stdout);
}
