/** Work with one run at a time: callers share the run under way. */
export interface SingleFlight<T> {
  /** The run under way, else a new one. Rejects as the work does, for every caller of that run. */
  run(): Promise<T>;
  /** A run that begins after this call, for changes that a run under way may have missed. */
  runNext(): Promise<T>;
  /** Resolves when the run under way has ended, successfully or not; at once if none runs. */
  ended(): Promise<void>;
  readonly isRunning: boolean;
}

export function singleFlight<T>(work: () => Promise<T>): SingleFlight<T> {
  let running: Promise<T> | undefined;

  function run(): Promise<T> {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  }

  const ended = async () => void (await running?.catch(() => undefined));
  return {
    run,
    async runNext() {
      await ended();
      return run();
    },
    ended,
    get isRunning() {
      return running !== undefined;
    },
  };
}

export interface KeyedFlights<T> {
  /** The run of the key under way, else a new one. Rejects as the work does, for every caller of that run. */
  run(key: string, work: () => Promise<T>): Promise<T>;
  /** The run of the key under way; undefined if none. */
  get(key: string): Promise<T> | undefined;
  readonly size: number;
}

export function keyedFlights<T>(): KeyedFlights<T> {
  const running = new Map<string, Promise<T>>();
  return {
    run(key, work) {
      const known = running.get(key);
      if (known !== undefined) return known;
      const started = work().finally(() => running.delete(key));
      running.set(key, started);
      return started;
    },
    get: (key) => running.get(key),
    get size() {
      return running.size;
    },
  };
}
