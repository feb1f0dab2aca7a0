import { bodySchema, optional } from '../schema.ts';
import { coinName, double, list, timeMs, untyped } from './fields.ts';

/** A value at a time; what it is, the list says. */
export const timestampValue = bodySchema('TimestampValue', {
  timestamp: timeMs('Time of the value'),
  value: double('The value.'),
});

/** A minute in which the mark price was away from the oracle's. */
export const markDislocation = bodySchema('MarkDislocation', {
  timestamp: timeMs('Start of the minute'),
  markPx: double('Mark price, USD.'),
  oraclePx: double('Oracle price, USD.'),
  basisPct: double('(mark − oracle) / oracle × 100: positive where the mark is above.'),
});

/** Open interest of an hour. */
export const openInterestPoint = bodySchema('OISnapshot', {
  timestamp: untyped('Start of the hour, unix milliseconds.', 'unix-ms'),
  coin: coinName(),
  openInterest: double('One side, USD at mark.'),
  markPx: optional(
    untyped('Mark price, USD; absent where it is not known, and for all coins together.', 'number'),
  ),
});

export const openInterestBody = bodySchema('OIHistoryBody', {
  history: list(openInterestPoint),
  latest: optional(openInterestPoint),
});
