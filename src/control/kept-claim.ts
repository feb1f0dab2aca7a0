import { monotonicMs } from '../kernel/clock.ts';
import type { JobClaim, JobRuns } from './job-runs.ts';

/**
 * Renews a claim as long as the work runs.
 *
 * @param ttlMs the claim was taken for this, and is renewed for as long again
 * @param work gets a signal that aborts where `stop` does, or the claim is lost
 */
export async function keepingClaim<T>(
  runs: JobRuns,
  claim: JobClaim,
  { ttlMs, stop }: { ttlMs: number; stop: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  let goodUntilMs = monotonicMs() + ttlMs;
  const renewal = setInterval(async () => {
    const sentMs = monotonicMs();
    const renewed = await runs.renew(claim, ttlMs).catch(() => undefined);
    if (renewed === true) goodUntilMs = sentMs + ttlMs;
    else if (renewed === false || monotonicMs() >= goodUntilMs) {
      lost.abort(new Error('the claim on the job was lost'));
    }
  }, ttlMs / 3);
  try {
    return await work(AbortSignal.any([stop, lost.signal]));
  } finally {
    clearInterval(renewal);
  }
}
