import { rfc3339 } from '../kernel/clock.ts';

/**
 * What leaves the program for an operator: every instant in unix milliseconds (`createdAtMs`, `validFromMs`) becomes
 * one in RFC 3339 (`createdAt`, `validFrom`), at any depth. Durations keep their unit.
 */
export function readableTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readableTimes);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, field]) => {
    const instant = typeof field === 'number' && /(?:At|From|Until)Ms$/.test(name);
    return instant ? [name.slice(0, -2), rfc3339(field)] : [name, readableTimes(field)];
  });
  return Object.fromEntries(entries);
}
