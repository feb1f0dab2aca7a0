import { Type } from 'typebox';
import { eachOf, payload, type Reader, type ValueOf } from './payload.ts';
import { decimal, id, name, timeMs } from './scalar.ts';

export const candleIntervals = '1m 3m 5m 15m 30m 1h 2h 4h 8h 12h 1d 3d 1w 1M'.split(' ');

/** One candle, in `candleSnapshot` and channel `candle`. The open one comes again and again. */
export const candle = payload(
  'candle',
  Type.Object({
    /** Opens. */
    t: timeMs,
    /** Closes, inclusive: the last millisecond. */
    T: timeMs,
    s: name,
    i: Type.Unsafe<string>({
      type: 'string',
      enum: candleIntervals,
      description: `one of ${candleIntervals.join(', ')}`,
    }),
    o: decimal,
    h: decimal,
    l: decimal,
    c: decimal,
    /** In coins. */
    v: decimal,
    /** Trades. */
    n: id,
  }),
);
export type WireCandle = ValueOf<typeof candle>;

const readCandles = eachOf(candle);

/** A message of channel `candle`: one candle as the SDK has it, a list as the docs do; both are read as a list. */
export const readCandleMessage: Reader<WireCandle[]> = (value) =>
  readCandles(Array.isArray(value) ? value : [value]);
