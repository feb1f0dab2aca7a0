import { Type } from 'typebox';
import { instantMs } from '../../kernel/instant.ts';
import { type Param, ParamFault } from './param.ts';

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

const instantForm =
  'unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC';
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
      const timeMs = /^\d{1,15}$/.test(text) ? Number(text) : (instantMs(text) ?? Number.NaN);
      if (!(timeMs >= 0 && timeMs < instantLimitMs)) throw new ParamFault('form', `must be ${instantForm}`);
      return timeMs;
    },
  };
}

/** A moment of the past that every plan may name: what is asked for is no window of data. */
export function moment(description: string): Param<number | undefined> {
  const { history: _, ...param } = instant(description);
  return param;
}
