import { withTimeout } from './with-timeout.ts';

/** A resource that did not close as it should. */
export interface CloseFault {
  name: string;
  message: string;
}

/** The resources that are open, closed in reverse order: what was opened later rests on what was opened before. */
export interface Shutdown {
  /**
   * The code that opens a resource registers its close.
   * @param timeoutMs how long this close may take before the next one starts; the default of the shutdown where absent
   * @throws Error where the shutdown has begun: nothing may open any more
   */
  register(name: string, close: () => unknown, timeoutMs?: number): void;
  /** Closes everything once; later calls get the same promise. Never rejects: faults are its result. */
  close(): Promise<CloseFault[]>;
}

export function createShutdown(options: { closeTimeoutMs: number }): Shutdown {
  const resources: { name: string; close: () => unknown; timeoutMs: number }[] = [];
  let closing: Promise<CloseFault[]> | undefined;
  const closeAll = async (): Promise<CloseFault[]> => {
    const faults: CloseFault[] = [];
    for (let next = resources.pop(); next !== undefined; next = resources.pop()) {
      const message = await closeWithin(next.close, next.timeoutMs);
      if (message !== undefined) faults.push({ name: next.name, message });
    }
    return faults;
  };
  return {
    register(name, close, timeoutMs = options.closeTimeoutMs) {
      if (closing !== undefined) throw new Error(`${name} was opened after the shutdown had begun`);
      resources.push({ name, close, timeoutMs });
    },
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}

async function closeWithin(close: () => unknown, timeoutMs: number): Promise<string | undefined> {
  try {
    const closed = Promise.resolve(close()).then(() => undefined);
    return await withTimeout(closed, timeoutMs, () => `did not close within ${timeoutMs} ms`);
  } catch (fault) {
    return fault instanceof Error ? fault.message : String(fault);
  }
}

export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

const signalNumbers: Record<StopSignal, number> = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };

/** The exit code a shell gives a process ended by `signal`. */
export function exitCodeOf(signal: StopSignal): number {
  return 128 + signalNumbers[signal];
}

/**
 * Hears the signals that ask a process to stop: the first one is passed on, the second ends the process at once.
 * @returns stops hearing them; the signals then have their usual effect again
 */
export function onStopSignal(stop: (signal: StopSignal) => void): () => void {
  let first = true;
  const hear = (signal: NodeJS.Signals): void => {
    if (!first) process.exit(exitCodeOf(signal as StopSignal));
    first = false;
    stop(signal as StopSignal);
  };
  const signals = Object.keys(signalNumbers) as StopSignal[];
  for (const signal of signals) process.on(signal, hear);
  return () => {
    for (const signal of signals) process.off(signal, hear);
  };
}
