/** Rounds numbers for sentences; the structured content has the exact values. */

export function usd(value: unknown): string {
  const number = Number(value);
  if (value === null || value === undefined || !Number.isFinite(number)) return 'unknown';
  const sign = number < 0 ? '−' : '';
  return `${sign}$${short(Math.abs(number))}`;
}

export function short(value: unknown): string {
  const number = Number(value);
  if (value === null || value === undefined || !Number.isFinite(number)) return 'unknown';
  const size = Math.abs(number);
  if (size >= 1e9) return `${trimmed(number / 1e9)}B`;
  if (size >= 1e6) return `${trimmed(number / 1e6)}M`;
  if (size >= 1e4) return `${trimmed(number / 1e3)}k`;
  return trimmed(number);
}

/** `1 row`, `20 rows`. @param one singular of a noun whose plural ends in s */
export function counted(value: unknown, one: string): string {
  return `${short(value)} ${one}${Number(value) === 1 ? '' : 's'}`;
}

/** @param value Already in percent. */
export function percent(value: unknown): string {
  const number = Number(value);
  return value === null || value === undefined || !Number.isFinite(number)
    ? 'unknown'
    : `${trimmed(number)} %`;
}

function trimmed(number: number): string {
  const digits = Math.abs(number) >= 100 ? 0 : Math.abs(number) >= 1 ? 2 : 4;
  return String(Number(number.toFixed(digits)));
}

/** Rows of a section: its body or a list in it; empty if the section failed. */
export function rowsIn(section: unknown, list?: string): Record<string, unknown>[] {
  const value = list === undefined ? section : Object(section)[list];
  return Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
}

/** Body of a section as an object; empty if the section failed. */
export function bodyIn(section: unknown): Record<string, unknown> {
  return typeof section === 'object' && section !== null ? (section as Record<string, unknown>) : {};
}

export function ranking<T>(rows: readonly T[], word: (row: T) => string, count = 5): string[] {
  return rows.slice(0, count).map((row, i) => `${i + 1}. ${word(row)}`);
}

/** 1 hour as `1 h`, 26 hours as `1.1 d`. */
export function span(ms: unknown): string {
  const number = Number(ms);
  if (!Number.isFinite(number)) return 'unknown';
  if (number >= 86_400_000) return `${trimmed(number / 86_400_000)} d`;
  if (number >= 3_600_000) return `${trimmed(number / 3_600_000)} h`;
  return `${trimmed(number / 60_000)} min`;
}
