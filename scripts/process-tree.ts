/** Ends a process with all that it has started: a killed test file otherwise leaves its servers and browsers running. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Delay between SIGTERM and SIGKILL: a process may have its own servers to stop. */
const graceMs = 5_000;

/** Ids of a process's descendants, children before grandchildren; empty if the system has no /proc. */
function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of existsSync('/proc') ? readdirSync('/proc') : []) {
    const parent = /^\d+$/.test(name) ? parentOf(name) : undefined;
    if (parent !== undefined) parents.set(Number(name), parent);
  }
  const found = [pid];
  for (const id of found) for (const [child, parent] of parents) if (parent === id) found.push(child);
  return found.slice(1);
}

function parentOf(pid: string): number | undefined {
  try {
    // The name in brackets may hold blanks; the state and the parent follow it.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]);
  } catch {
    return undefined; // It ended in between.
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Sends SIGTERM to a process; when it has ended, or after five seconds, SIGKILL to it and to its descendants. */
export async function endTree(process: ChildProcess): Promise<void> {
  const { pid } = process;
  if (pid === undefined || process.exitCode !== null || process.signalCode !== null) return;
  // The tree is read first: a child that outlives its parent gets another one.
  const descendants = descendantsOf(pid);
  const { promise, resolve } = Promise.withResolvers<void>();
  process.once('exit', resolve);
  const timer = setTimeout(resolve, graceMs);
  process.kill('SIGTERM');
  await promise;
  clearTimeout(timer);
  for (const id of new Set([...descendants, ...descendantsOf(pid)])) kill(id);
  process.kill('SIGKILL');
}
