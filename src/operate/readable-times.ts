import type { TObject, TSchema } from 'typebox';
import { rfc3339 } from '../kernel/clock.ts';
import { instantMs } from '../kernel/instant.ts';

/**
 * Converts output for operators: every instant in unix milliseconds (`createdAtMs`, `validFromMs`) becomes RFC 3339 (`createdAt`,
 * `validFrom`). Also converts `atMs`, `fromMs` and `toMs`, at any depth. Durations keep their unit.
 */
export function readableTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readableTimes);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, field]) => {
    const instant = typeof field === 'number' && /(?:At|From|Until|^at|^from|^to)Ms$/.test(name);
    return instant ? [name.slice(0, -2), rfc3339(field)] : [name, readableTimes(field)];
  });
  return Object.fromEntries(entries);
}

/** The inverse: every instant of the schema (`createdAt`) becomes unix milliseconds (`createdAtMs`). */
export function exactTimes(schema: TSchema, value: unknown): unknown {
  const { properties, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => exactTimes(items, item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, field]) => {
    const known = properties?.[name] as (TSchema & { format?: string }) | undefined;
    if (known === undefined) return [name, field];
    return known.format === 'date-time' ? [`${name}Ms`, instantMs(field)] : [name, exactTimes(known, field)];
  });
  return Object.fromEntries(entries);
}

/** The JSON form of an input: instants (`expiresAtMs`) in RFC 3339, under the schema's name (`expiresAt`). */
export function writtenTimes({ properties }: TObject, input: object): Record<string, unknown> {
  const given = input as Readonly<Record<string, unknown>>;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const timeMs = given[`${name}Ms`];
    const isInstant = (schema as { format?: string }).format === 'date-time' && typeof timeMs === 'number';
    return [name, isInstant ? rfc3339(timeMs) : given[name]] as const;
  });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
