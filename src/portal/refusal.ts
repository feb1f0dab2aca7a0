import { type Problem, refused } from '../kernel/problem.ts';

/** @param waitMs until the next attempt may pass */
export function tooMany(message: string, waitMs: number): Problem {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return refused(429, 'TOO_MANY', `${message} Try again in ${span(retryAfterSeconds)}.`, {
    retryAfterSeconds,
  });
}

export const badRequest = (message: string) => refused(400, 'BAD_REQUEST', message);
export const notSignedIn = () => refused(401, 'SIGNED_OUT', 'Sign in first.');
/** 404, also for what belongs to another account, so that the answer does not say that it exists. */
export const unknown = (what: string) => refused(404, 'UNKNOWN', `There is no such ${what}.`);

function span(seconds: number): string {
  if (seconds < 120) return `${seconds} second${seconds === 1 ? '' : 's'}`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
