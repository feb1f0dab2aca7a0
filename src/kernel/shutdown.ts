import { withTimeout } from './with-timeout.ts';

export interface CloseFault {
  name: string;
  message: string;
}

/** The open resources, closed in reverse order, because a later resource may depend on an earlier one. */
export interface Shutdown {
  /**
   * Registers the close function of a resource; called by the code that opens it.
   * @param timeoutMs maximum time of this close before the next one starts; default: that of the shutdown
   * @throws Error if the shutdown has begun
   */
  register(name: string, close: () => unknown, timeoutMs?: number): void;
  /** Closes everything once; later calls get the same promise. Never rejects: resolves with the faults. */
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

/** The exit code that a shell reports for a process ended by `signal`. */
export function exitCodeOf(signal: StopSignal): number {
  return 128 + signalNumbers[signal];
}

/**
 * Listens for stop signals: the first one is passed on, the second ends the process at once.
 * @returns stops listening; the signals have their default effect again
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
