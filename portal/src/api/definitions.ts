import type { Schemas } from './calls.ts';

/** Names a field of an answer: `GlobalStatsBody.totalVolume`. */
export type FieldName = {
  [Schema in keyof Schemas & string]: `${Schema}.${keyof NonNullable<Schemas[Schema]> & string}`;
}[keyof Schemas & string];

let loading: Promise<Readonly<Record<string, string>>> | undefined;

/** Definition of a field, from docs/methodology/fields.md. */
export async function definitionOf(field: FieldName): Promise<string> {
  loading ??= import('virtual:definitions').then((module) => module.default);
  const found = await loading;
  return found[field] ?? '';
}
