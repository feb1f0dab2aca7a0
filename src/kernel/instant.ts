import { dayMs, hourMs, minuteMs } from './clock.ts';

/** Unix milliseconds of an RFC 3339 instant or a date (00:00 UTC); undefined for anything else, 30 February included. */
export function instantMs(text: string): number | undefined {
  const form = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/i.exec(text);
  const timeMs = Date.parse(text.toUpperCase());
  if (form === null || Number.isNaN(timeMs)) return undefined;
  const day = new Date(`${form[1]}T00:00:00Z`); // Date.parse lets 30 February through as 2 March
  return day.toISOString().startsWith(form[1]!) ? timeMs : undefined;
}

const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: minuteMs, h: hourMs, d: dayMs };

/** Milliseconds of a duration as a person types it: `90s`, `30m`, `24h`, `7d`; undefined for anything else. */
export function durationMs(text: string): number | undefined {
  const form = /^(\d{1,6})([smhd])$/.exec(text);
  return form === null ? undefined : Number(form[1]) * unitsMs[form[2]!]!;
}
