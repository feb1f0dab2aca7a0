import type { TObject } from 'typebox';
import { lateCheck } from '../kernel/late-check.ts';
import { nearestTo } from '../kernel/nearest.ts';
import type { FaultDetail } from '../kernel/problem.ts';
import { echo } from './echo.ts';
import { unfitValue } from './input-values.ts';

export type InputOrigin = 'path' | 'query' | 'body' | 'input';

/** Returns every fault of an input; empty if it matches the schema. */
export type InputCheck = (sent: unknown) => FaultDetail[];

/** Unknown names reported at once: a body can have thousands. */
const unknownLimit = 8;

/**
 * Checks an object field by field, so that every fault is reported: the validator itself stops at the eighth fault, and
 * reports a union's fault once per branch.
 */
export function createInputCheck(origin: InputOrigin, schema: TObject): InputCheck {
  const required = new Set<string>(schema.required);
  const fields = Object.entries(schema.properties).map(([name, field]) => ({
    name,
    expected: expectationOf(field as FieldSchema),
    accepts: lateCheck(field),
  }));
  const names = fields.map(({ name }) => name);
  return (sent) => {
    const unfit = unfitValue(origin, sent);
    if (unfit !== undefined) return [unfit];
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
      return [{ location: origin, message: 'must be a JSON object' }];
    }
    const faults = Object.keys(sent)
      .filter((name) => !names.includes(name))
      .slice(0, unknownLimit)
      .map((name) => unknownField(origin, name, names));
    for (const { name, expected, accepts } of fields) {
      const location = `${origin}.${name}`;
      if (!Object.hasOwn(sent, name)) {
        if (required.has(name)) faults.push({ location, message: `is required: ${expected}` });
        continue;
      }
      const value = (sent as Record<string, unknown>)[name];
      if (!accepts.Check(value)) faults.push({ location, message: `must be ${expected}`, ...shown(value) });
    }
    return faults;
  };
}

/** The parts of a JSON Schema that input schemas use. */
interface FieldSchema {
  type?: string;
  enum?: readonly string[];
  anyOf?: readonly FieldSchema[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  /** The description explains the pattern in words. */
  pattern?: string;
  description?: string;
  items?: FieldSchema;
  minItems?: number;
  maxItems?: number;
}

function expectationOf(field: FieldSchema): string {
  if (field.anyOf !== undefined) return field.anyOf.map(expectationOf).join(', or ');
  if (field.enum !== undefined) return `one of ${field.enum.join(', ')}`;
  if (field.format === 'date-time') return 'an instant of RFC 3339 like 2030-01-31T12:00:00Z';
  if (field.pattern !== undefined) return field.description ?? `a text of the form ${field.pattern}`;
  if (field.type === 'array') {
    return `a list of ${field.minItems} to ${field.maxItems}, each ${expectationOf(field.items!)}`;
  }
  if (field.type === 'integer') return `a whole number from ${field.minimum} to ${field.maximum}`;
  if (field.type === 'number') return `a number from ${field.minimum} to ${field.maximum}`;
  if (field.type === 'string') {
    if (field.maxLength === undefined) return 'a text';
    return `a text of ${field.minLength ?? 0} to ${field.maxLength} characters`;
  }
  if (field.type === 'object') return 'a JSON object';
  return String(field.type);
}

/** Converts the texts of a query: whole numbers become numbers where the schema has an integer. */
export function readQuery(schema: TObject, sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(sent).map(([name, value]) => {
    const field = Object.hasOwn(schema.properties, name)
      ? (schema.properties[name] as FieldSchema)
      : undefined;
    const whole = field?.type === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value);
    return [name, whole ? Number(value) : value];
  });
  return Object.fromEntries(entries);
}

function unknownField(origin: InputOrigin, name: string, names: readonly string[]): FaultDetail {
  const nearest = nearestTo(name, names);
  const known = names.length === 0 ? 'nothing is taken here' : `known: ${names.join(', ')}`;
  const remedy = nearest === undefined ? known : `did you mean ${nearest}?`;
  return { location: `${origin}.${echo(name)}`, message: `is unknown; ${remedy}` };
}

function shown(value: unknown): { value?: unknown } {
  if (typeof value === 'string') return { value: echo(value) };
  return typeof value === 'object' && value !== null ? {} : { value };
}
