import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../kernel/log.ts';

/** A start is mostly over by then; later from time to time. */
const firstMs = 30_000;
const everyMs = 2 * 60_000;

/**
 * Gives back to the system what the embedded engine has freed. It allocates from the C library, which keeps freed memory that lies
 * between pieces in use: after an import or a fold of everything 100 to 200 MB (docs/adr/storage.md#memory). Takes some tens of milliseconds on
 * a thread of the pool.
 *
 * @returns false where the C library has no call for it: only that of GNU has
 */
export async function giveBackFreed(): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  // Loaded where it is needed, like the engine itself.
  const { DataType, load, open } = await import('ffi-rs');
  open({ library: 'program', path: '' });
  try {
    await load({
      library: 'program',
      funcName: 'malloc_trim',
      retType: DataType.I32,
      // How much to keep at the end of the heap.
      paramsType: [DataType.U64],
      paramsValue: [0],
      runInNewThread: true,
    });
    return true;
  } catch {
    return false;
  }
}

/** Until the signal aborts. Never rejects. */
export async function keepGivingBack(log: Log, signal: AbortSignal): Promise<void> {
  try {
    for (let restMs = firstMs; ; restMs = everyMs) {
      await delay(restMs, undefined, { signal, ref: false });
      if (!(await giveBackFreed())) return;
    }
  } catch (err) {
    if (!signal.aborted) log.warn({ err }, 'freed memory cannot be returned to the system');
  }
}
