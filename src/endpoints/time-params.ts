import { Type } from 'typebox';
import { dayMs, hourMs, minuteMs } from '../kernel/clock.ts';
import { Problem, unacceptable } from '../kernel/problem.ts';
import { type Param, ParamFault, type ParseContext } from './param.ts';
import { int } from './params.ts';
import type { Window } from './window.ts';

const unitMs: Record<string, number> = { m: minuteMs, h: hourMs, d: dayMs };
const sinceForm = 'digits then m, h or d, e.g. 90m, 24h, 7d';

/** A look-back window that ends now. */
export interface Since {
  windowMs: number;
  /** As sent, or as shrunk to the tier: `24h`. */
  text: string;
}

/** The cap of the account, in words (interface.md, Historical-window caps). */
function reach({ tier, windowDays }: ParseContext): string {
  return `the ${tier} tier reaches back at most ${windowDays} days`;
}

function checkCap(windowMs: number, context: ParseContext): void {
  if (windowMs > context.windowDays * dayMs) {
    throw new ParamFault('window', `${reach(context)} (${context.windowDays}d)`);
  }
}

function readSince(text: string, context: ParseContext): Since {
  const match = /^(\d{1,20})([mhd])$/.exec(text);
  if (match === null) throw new ParamFault('form', `must be ${sinceForm}`);
  const windowMs = Number(match[1]) * unitMs[match[2]!]!;
  if (windowMs === 0) throw new ParamFault('form', `must be longer than zero: ${sinceForm}`);
  checkCap(windowMs, context);
  return { windowMs, text };
}

/** A default that is longer than the tier allows shrinks to it (settled details §4). */
function shrunk<T>(value: () => T, cap: (capDays: number) => T, { windowDays }: ParseContext): T {
  try {
    return value();
  } catch (error) {
    if (error instanceof ParamFault && error.kind === 'window') return cap(windowDays);
    throw error;
  }
}

/**
 * How far back to look, ending now.
 *
 * @param defaultText e.g. `24h`; shrinks to the caller's tier where it is longer
 */
export function since(defaultText: string): Param<Since> {
  return {
    // No pattern in the schema: a bad form is a 400 by the contract, and a published pattern would promise a 422.
    schema: { ...Type.String(), default: defaultText },
    description: `How far back to look: ${sinceForm}. At most the tier's history window.`,
    required: false,
    history: 'since',
    example: defaultText,
    fallback: (context) =>
      shrunk(
        () => readSince(defaultText, context),
        (days) => ({ windowMs: days * dayMs, text: `${days}d` }),
        context,
      ),
    read: readSince,
  };
}

function span(
  name: 'hours' | 'days',
  oneMs: number,
  options: { min: number; max: number; default: number },
): Param<number> {
  const description = `Look-back window in ${name}. At most the tier's history window.`;
  const base = int({ ...options, bits: 64, description });
  const capped = (value: number, context: ParseContext) => {
    checkCap(value * oneMs, context);
    return value;
  };
  return {
    ...base,
    history: name,
    fallback: (context) =>
      shrunk(
        () => capped(options.default, context),
        (days) => (days * dayMs) / oneMs,
        context,
      ),
    read: (text, context) => capped(base.read(text, context), context),
  };
}

/** A window in whole hours, capped by the tier. */
export function hours(options: { min: number; max: number; default: number }): Param<number> {
  return span('hours', hourMs, options);
}

/** A window in whole days, capped by the tier. */
export function days(options: { min: number; max: number; default: number }): Param<number> {
  return span('days', dayMs, options);
}

const dateForm = 'a calendar date, YYYY-MM-DD';

/** A calendar date (UTC); what is none is a 400. */
export function date(description = 'UTC day, YYYY-MM-DD.'): Param<string> {
  return {
    schema: Type.String(),
    description,
    required: true,
    example: '2026-01-15',
    fallback: () => '',
    read: (text) => {
      const startMs = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
      // Date.parse rolls 30 February over to March.
      if (Number.isNaN(startMs) || new Date(startMs).toISOString().slice(0, 10) !== text) {
        throw new ParamFault('form', `must be ${dateForm}`);
      }
      return text;
    },
  };
}

const instantForm = 'unix milliseconds, or RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z';
const instantLimitMs = Date.parse('2200-01-01T00:00:00Z');

/** A moment; the value is unix milliseconds. */
export function instant(description: string): Param<number | undefined> {
  return {
    schema: Type.String(),
    description: `${description} ${instantForm[0]!.toUpperCase()}${instantForm.slice(1)}.`,
    required: false,
    history: 'instant',
    example: '2026-01-15T00:00:00Z',
    fallback: () => undefined,
    read: (text) => {
      const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i;
      const timeMs = /^\d{1,15}$/.test(text)
        ? Number(text)
        : rfc3339.test(text)
          ? Date.parse(text)
          : Number.NaN;
      if (!(timeMs >= 0 && timeMs < instantLimitMs)) throw new ParamFault('form', `must be ${instantForm}`);
      return timeMs;
    },
  };
}

/** 400 in the legacy shape: a window longer than the tier allows (settled details §2). */
export function windowTooLong(location: string, message: string): Problem {
  return new Problem({
    status: 400,
    code: 'WINDOW_TOO_LONG',
    title: 'History Window Too Long',
    detail: `${location}: ${message}`,
    reason: 'invalid_parameters',
    legacy: true,
    legacyFields: { hint: `${message}. A higher tier reaches further back: see upgrade_url.` },
  });
}

/** The values of `since`, `startTime` and `endTime`, as declared with {@link since} and {@link instant}. */
export interface RangeValues {
  since: Since;
  startTime: number | undefined;
  endTime: number | undefined;
}

/** The span that `since`, `startTime` and `endTime` ask for: startTime overrides since, endTime defaults to now. */
export function rangeOf(values: RangeValues, nowMs: number): Window {
  const toMs = values.endTime ?? nowMs;
  return { fromMs: values.startTime ?? toMs - values.since.windowMs, toMs };
}

/**
 * The `check` of an endpoint with a time range.
 *
 * @throws Problem 400 where startTime lies after endTime, or the span is longer than the tier allows
 */
export function checkRange(values: RangeValues, context: ParseContext): void {
  const { windowDays, nowMs } = context;
  const { fromMs, toMs } = rangeOf(values, nowMs);
  if (fromMs > toMs) {
    const end = values.endTime === undefined ? 'now' : 'endTime';
    throw unacceptable([
      { location: 'query.startTime', message: `must not lie after ${end}`, value: values.startTime },
    ]);
  }
  // A cap on history, so it is measured from now: an old, short span reaches just as far back.
  const reachMs = Math.max(toMs - fromMs, nowMs - fromMs);
  // One minute of grace: a client computes its startTime before we read the clock.
  if (reachMs > windowDays * dayMs + minuteMs) {
    throw windowTooLong('query.startTime', reach(context));
  }
}
