import { Type } from 'typebox';
import { instantMs } from '../../kernel/instant.ts';
import { type Param, ParamFault } from './param.ts';

const dateForm = 'a calendar date, YYYY-MM-DD';

/** A calendar date (UTC); 400 for other texts. */
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

/** A point in time; the value is unix milliseconds. */
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

/** A past time that every plan may name: it is not a window of data, so no history cap applies. */
export function moment(description: string): Param<number | undefined> {
  const { history: _, ...param } = instant(description);
  return param;
}
