import { monotonicMs } from './clock.ts';

export interface LoopDelay {
  /** Mean delay since the last call, in milliseconds; 0 without a sample. */
  takeMs(): number;
  close(): void;
}

const probeMs = 50;

/**
 * Starts measuring with a timer that records its own delay. (`monitorEventLoopDelay` of node:perf_hooks drops its first sample after each
 * reset, which is the stall if there was one.)
 */
export function measureLoopDelay(): LoopDelay {
  let dueMs = monotonicMs() + probeMs;
  let sumMs = 0;
  let probes = 0;
  const timer = setInterval(() => {
    const nowMs = monotonicMs();
    sumMs += Math.max(0, nowMs - dueMs);
    probes += 1;
    dueMs = nowMs + probeMs;
  }, probeMs).unref();
  return {
    takeMs() {
      const meanMs = probes === 0 ? 0 : sumMs / probes;
      sumMs = 0;
      probes = 0;
      return meanMs;
    },
    close: () => clearInterval(timer),
  };
}
