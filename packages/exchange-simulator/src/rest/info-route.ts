import { type Static, type TSchema, Type } from 'typebox';
import { payload } from '../../../../src/wire/payload.ts';
import { optional } from '../../../../src/wire/scalar.ts';
import type { ExchangeRecord } from '../record/exchange-record.ts';

/** Answer as JSON, and the number of its elements that count towards the weight. */
export interface InfoAnswer {
  json: string;
  elements: number;
}

/** Handler of a type of `POST /info`. */
export interface InfoRoute {
  /** Weight of the request itself (docs/exchange.md#request-limits). */
  weight: number;
  /** Answer elements per further unit of weight, rounded up. */
  elementsPerWeight: number;
  /**
   * @param skewMs offset of the exchange's clock, for answers with a `time`: books and accounts
   * @returns `malformed` if fields are missing or wrong, `unknown` for an unknown coin or dex
   */
  answer(record: ExchangeRecord, request: unknown, skewMs: number): InfoAnswer | 'malformed' | 'unknown';
}

interface RouteOptions<S extends TSchema, A> {
  weight: number;
  elementsPerWeight?: number;
  /** Fields other than `type`. */
  params: S;
  /** @returns undefined if the coin or dex is unknown */
  answer(record: ExchangeRecord, params: Static<S>): A | undefined;
}

/** A route whose answer is a value. */
export function route<S extends TSchema>(options: RouteOptions<S, unknown>): InfoRoute {
  return made(options, (value, skewMs) => ({
    json: JSON.stringify(skewMs === 0 ? value : skewed(value, skewMs)),
    elements: Array.isArray(value) ? value.length : 0,
  }));
}

function skewed(value: unknown, skewMs: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { time } = value as { time?: unknown };
  return typeof time === 'number' ? { ...value, time: time + skewMs } : value;
}

/** A route whose answer is a list of elements that are JSON already. */
export function textRoute<S extends TSchema>(options: RouteOptions<S, readonly string[]>): InfoRoute {
  return made(options, (texts) => ({ json: `[${texts.join(',')}]`, elements: texts.length }));
}

function made<S extends TSchema, A>(
  { weight, elementsPerWeight = Number.POSITIVE_INFINITY, params, answer }: RouteOptions<S, A>,
  finish: (answer: A, skewMs: number) => InfoAnswer,
): InfoRoute {
  // The reader lower-cases addresses and treats null as missing. The type was read before, and a request is no record of the exchange.
  const { read } = payload('request', params, true);
  return {
    weight,
    elementsPerWeight,
    answer(record, request, skewMs) {
      const reading = read(request);
      if ('fault' in reading || reading.odd !== undefined) return 'malformed';
      const found = answer(record, reading.data);
      return found === undefined ? 'unknown' : finish(found, skewMs);
    },
  };
}

/** A field of milliseconds, from 1970: the start of everything is a usual thing to ask from. */
export const momentMs = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Both ends are inclusive; a missing end is open. */
export const timeRange = { startTime: momentMs, endTime: optional(momentMs) };

export function rangeOf(params: { startTime: number; endTime?: number }) {
  return { fromMs: params.startTime, toMs: params.endTime ?? Number.MAX_SAFE_INTEGER };
}
