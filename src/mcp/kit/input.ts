import type { TObject } from 'typebox';
import type { FaultDetail } from '../../kernel/problem.ts';
import { createInputCheck } from '../../routes/input-check.ts';

export type ReadInput = (sent: unknown) => { input: Record<string, unknown>; faults: FaultDetail[] };

const otherNames: Readonly<Record<string, readonly string[]>> = {
  coin: ['symbol'],
  address: ['wallet'],
  addresses: ['wallets', 'address', 'wallet'],
  tier: ['cohort'],
};

interface Field {
  type?: string;
  enum?: readonly string[];
  items?: Field;
}

/**
 * Parses an agent's input leniently: drops nulls, resolves aliases, accepts numbers as text, a single value for a list, and enum values in
 * any case. Reports all other faults field by field.
 */
export function createInputReader(schema: TObject): ReadInput {
  const check = createInputCheck('input', schema);
  return (sent) => {
    const given = sent ?? {};
    if (typeof given !== 'object' || Array.isArray(given)) return { input: {}, faults: check(sent) };
    const present = Object.entries(given).filter(([, value]) => value !== null);
    const entries = present.map(([sentName, value]) => {
      const name = nameOf(schema, sentName, present);
      return [name, readField(fieldOf(schema, name), value)];
    });
    const input = Object.fromEntries(entries) as Record<string, unknown>;
    return { input, faults: check(input) };
  };
}

/** Resolves an alias; keeps it, as an unknown name, if the argument was sent as well. */
function nameOf(schema: TObject, sent: string, all: readonly [name: string, value: unknown][]): string {
  if (fieldOf(schema, sent) !== undefined) return sent;
  const meant = Object.keys(otherNames).find(
    (name) => otherNames[name]!.includes(sent) && fieldOf(schema, name) !== undefined,
  );
  const isSent = (name: string) =>
    all.some(([other]) => other !== sent && (other === name || otherNames[name]!.includes(other)));
  return meant === undefined || isSent(meant) ? sent : meant;
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
