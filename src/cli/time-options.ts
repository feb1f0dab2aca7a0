import { InvalidArgumentError } from 'commander';
import { systemClock } from '../kernel/clock.ts';
import { durationMs, instantMs } from '../kernel/instant.ts';

/** Unix milliseconds of a moment to come: an instant, a date, or how long from now. @throws InvalidArgumentError */
export function expiryOption(text: string): number {
  const nowMs = systemClock.nowMs();
  const lifeMs = durationMs(text);
  const expiresAtMs = lifeMs === undefined ? instantMs(text) : nowMs + lifeMs;
  if (expiresAtMs === undefined || expiresAtMs <= nowMs) {
    throw new InvalidArgumentError(
      'It must be a moment to come: 30d, 12h, a date like 2030-01-31, or an instant like 2030-01-31T12:00:00Z.',
    );
  }
  return expiresAtMs;
}

/** Milliseconds of a duration. @throws InvalidArgumentError */
export function durationOption(text: string): number {
  const lengthMs = durationMs(text);
  if (lengthMs === undefined)
    throw new InvalidArgumentError('It must be a duration like 90s, 30m, 24h or 7d.');
  return lengthMs;
}
