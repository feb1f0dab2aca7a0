import type { TObject } from 'typebox';
import type { FaultDetail } from '../../kernel/problem.ts';
import { createInputCheck } from '../../routes/input-check.ts';

export type ReadInput = (sent: unknown) => { input: Record<string, unknown>; faults: FaultDetail[] };

interface Field {
  type?: string;
  enum?: readonly string[];
  items?: Field;
}

/**
 * Reads what an agent sent: null means absent, a number may come as text, one value where a list is taken is a list of it, and words
 * of a list may come in any case. What is wrong beyond that is reported field by field.
 */
export function createInputReader(schema: TObject): ReadInput {
  const check = createInputCheck('input', schema);
  return (sent) => {
    const given = sent ?? {};
    if (typeof given !== 'object' || Array.isArray(given)) return { input: {}, faults: check(sent) };
    const entries = Object.entries(given)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, readField(fieldOf(schema, name), value)]);
    const input = Object.fromEntries(entries) as Record<string, unknown>;
    return { input, faults: check(input) };
  };
}

function fieldOf({ properties }: TObject, name: string): Field | undefined {
  return Object.hasOwn(properties, name) ? (properties[name] as Field) : undefined;
}

function readField(field: Field | undefined, value: unknown): unknown {
  if (field === undefined) return value;
  if (field.type === 'array') return [value].flat().map((item) => readField(field.items, item));
  if (typeof value !== 'string') return value;
  if (field.type === 'integer' || field.type === 'number') {
    return /^-?\d{1,15}(\.\d{1,15})?$/.test(value.trim()) ? Number(value) : value;
  }
  if (field.type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  if (field.enum !== undefined)
    return field.enum.find((known) => known.toLowerCase() === value.trim().toLowerCase()) ?? value;
  return value.trim();
}
