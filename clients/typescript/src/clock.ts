/** Time and chance, as the client uses them; a test hands in its own. */
export interface Clock {
  /** Unix milliseconds. */
  nowMs(): number;
  /** From 0 to less than 1. */
  random(): number;
  /** @throws the signal's reason, as soon as it aborts */
  wait(durationMs: number, signal: AbortSignal | undefined): Promise<void>;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  random: () => Math.random(),
  wait(durationMs, signal) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const aborted = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', aborted);
        resolve();
      }, durationMs);
      signal?.addEventListener('abort', aborted, { once: true });
    });
  },
};
