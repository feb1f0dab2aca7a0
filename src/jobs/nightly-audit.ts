import type { AnalyticsStore } from '../analytics/store.ts';
import { type Clock, hourMs, monotonicMs } from '../kernel/clock.ts';
import { type AuditProgress, type AuditReport, auditSlices } from './audit.ts';
import type { Job } from './schedule.ts';
import type { InTurn } from './settled.ts';
import { newestAudit, recordAudit } from './stored-audits.ts';

/** UTC hours: an audit starts at or after the first and before the second. */
const night = { fromHour: 1, toHour: 6 };
const leastApartMs = 20 * hourMs;
/** Time of every minute for the audit; other jobs and queries get the rest. */
const minuteShareMs = 15_000;
const sliceFills = 2_000_000;

/**
 * Audits the store once a night, a few slices every minute, and records the result. An unfinished audit is lost with its process; the
 * next one starts over.
 */
export function nightlyAudit(parts: {
  analytics: AnalyticsStore;
  clock: Clock;
  inTurn?: InTurn | undefined;
}): Job['run'] {
  const { analytics, clock, inTurn } = parts;
  let running: { slices: AsyncGenerator<AuditProgress, AuditReport>; stop: AbortController } | undefined;

  async function isDue(): Promise<boolean> {
    const nowMs = clock.nowMs();
    const hour = new Date(nowMs).getUTCHours();
    if (hour < night.fromHour || hour >= night.toHour) return false;
    const last = await newestAudit(analytics);
    // A finish time in the future comes from a clock that was ahead.
    return last === undefined || Math.abs(nowMs - last.finishedMs) >= leastApartMs;
  }

  async function advance(signal: AbortSignal): Promise<void> {
    const untilMs = monotonicMs() + minuteShareMs;
    while (running !== undefined && monotonicMs() < untilMs) {
      signal.throwIfAborted();
      const { done, value } = await running.slices.next();
      if (done !== true) continue;
      running = undefined;
      await recordAudit(analytics, value, clock.nowMs());
    }
  }

  return async ({ signal }) => {
    if (running === undefined && (await isDue())) {
      const stop = new AbortController();
      running = { stop, slices: auditSlices(analytics, stop.signal, { inTurn, sliceFills }) };
    }
    const abort = () => running?.stop.abort();
    signal.addEventListener('abort', abort, { once: true });
    try {
      await advance(signal);
    } catch (error) {
      running = undefined;
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };
}
