import { InvalidArgumentError } from 'commander';
import { systemClock } from '../kernel/clock.ts';
import { durationMs, instantMs } from '../kernel/instant.ts';

const forms = '30d, 12h, a date like 2030-01-31, or an instant like 2030-01-31T12:00:00Z';

/** Unix milliseconds of an instant, a date, or of so long from now. @throws InvalidArgumentError */
export function momentOption(text: string): number {
  const fromNowMs = durationMs(text);
  const timeMs = fromNowMs === undefined ? instantMs(text) : systemClock.nowMs() + fromNowMs;
  if (timeMs === undefined) throw new InvalidArgumentError(`It must be a moment: ${forms}.`);
  return timeMs;
}

/** As {@link momentOption}, of a moment to come. @throws InvalidArgumentError */
export function expiryOption(text: string): number {
  const isMoment = durationMs(text) !== undefined || instantMs(text) !== undefined;
  const expiresAtMs = isMoment ? momentOption(text) : 0;
  if (expiresAtMs > systemClock.nowMs()) return expiresAtMs;
  throw new InvalidArgumentError(`It must be a moment to come: ${forms}.`);
}

/** Milliseconds of a duration. @throws InvalidArgumentError */
export function durationOption(text: string): number {
  const lengthMs = durationMs(text);
  if (lengthMs === undefined)
    throw new InvalidArgumentError('It must be a duration like 90s, 30m, 24h or 7d.');
  return lengthMs;
}
