/** Times in descriptions of outcomes: `20260503-0600`, a date alone `20260503`; UTC. */

/** Unix milliseconds, of a date its first; undefined if it is none. */
export function outcomeTimeMs(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(?:-(\d\d)(\d\d))?$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = '00', minute = '00'] = match;
  const timeMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  // Date.parse rolls 30 February over to March.
  return Number.isNaN(timeMs) || new Date(timeMs).getUTCDate() !== Number(day) ? undefined : timeMs;
}

/** `2026-05-03 06:00 UTC`. */
export function minuteText(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A value as a minute, if it is one; else as it is. */
export function minuteTextOf(value: string): string {
  const timeMs = value.includes('-') ? outcomeTimeMs(value) : undefined;
  return timeMs === undefined ? value : minuteText(timeMs);
}

/** A value as a date, if it is one; else as it is. */
export function dayTextOf(value: string): string {
  const timeMs = outcomeTimeMs(value);
  return timeMs === undefined ? value : minuteText(timeMs).slice(0, 10);
}
