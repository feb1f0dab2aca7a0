import { Type } from 'typebox';
import { optional } from '../schema.ts';

/** Part of rows whose fields the contract demands as numbers and texts, whether or not they are known. */
export const unknownFieldNames = {
  unknownFields: optional(
    Type.Array(Type.String(), {
      description:
        'Names of the fields of this row that are not known: their 0 or empty text stands for nothing. Absent where all are known.',
    }),
  ),
};

/** @param values fields by name; undefined where they are not known */
export function unknownFields(values: Readonly<Record<string, unknown>>): { unknownFields?: string[] } {
  const names = Object.keys(values).filter((name) => values[name] === undefined);
  return names.length === 0 ? {} : { unknownFields: names };
}
