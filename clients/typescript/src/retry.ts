import type { Clock } from './clock.ts';
import { ConnectionError, RateLimitError, ServiceError } from './problem.ts';

export interface RetryOptions {
  /** Requests that a call makes at most; 1 never repeats. */
  attempts: number;
  /** First delay if the service names none; doubles with each retry. */
  baseMs: number;
  /** Maximum delay: if the service asks for a longer one, the error is thrown at once. */
  maxWaitMs: number;
}

export const defaultRetry: RetryOptions = { attempts: 4, baseMs: 250, maxWaitMs: 60_000 };

/**
 * Delay of a Retry-After header, milliseconds: whole seconds or a date. Undefined if the value is neither.
 */
export function retryAfterMs(value: string | null, nowMs: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const dateMs = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

/**
 * Retries after 429, 5xx and lost connections: every call is a GET, which may be repeated.
 * @throws the last error; the signal's reason if it aborts
 */
export async function retrying<T>(
  attempt: () => Promise<T>,
  { attempts, baseMs, maxWaitMs }: RetryOptions,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let made = 1; ; made++) {
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      if (made >= attempts || !isPassing(error)) throw error;
      const backOffMs = Math.min(maxWaitMs, baseMs * 2 ** (made - 1));
      const askedMs = error instanceof ConnectionError ? undefined : error.retryAfterMs;
      if (askedMs !== undefined && askedMs > maxWaitMs) throw error;
      // Never before the service permits it; and not all clients at that very moment.
      await clock.wait(
        askedMs === undefined ? backOffMs * (0.5 + clock.random() / 2) : askedMs + clock.random() * backOffMs,
        signal,
      );
    }
  }
}

function isPassing(error: unknown): error is ConnectionError | RateLimitError | ServiceError {
  return error instanceof ConnectionError || error instanceof RateLimitError || error instanceof ServiceError;
}
