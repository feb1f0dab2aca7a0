import { type TSchema, Type } from 'typebox';
import { nullable, optional } from '../schema.ts';

/** For rows with fields that the contract requires as numbers and texts even if unknown. */
export const unknownFieldNames = {
  unknownFields: optional(
    Type.Array(Type.String(), {
      description:
        'Names of the fields of this row that are not known: ignore their 0 or empty text. Absent if all are known.',
    }),
  ),
};

/** @param values fields by name; undefined if unknown */
export function unknownFields(values: Readonly<Record<string, unknown>>): { unknownFields?: string[] } {
  const names = Object.keys(values).filter((name) => values[name] === undefined);
  return names.length === 0 ? {} : { unknownFields: names };
}

/**
 * Winning fills per fill in percent, 0 to 100 (docs/methodology.md#sums).
 *
 * @param wins fills with a closed PnL above 0
 * @param trades all fills; 0 gives 0
 */
export function winRatePercent(wins: number, trades: number): number {
  return trades === 0 ? 0 : (wins * 100) / trades;
}

/** A number as the contract's `double`: USD, percent, price or size; the description says which. */
export const double = (description: string) => Type.Number({ format: 'double', description });

/** A count or an id as the contract's `int64`. */
export const int64 = (description: string) => Type.Integer({ format: 'int64', description });

/** A small count as the contract's `int32`. */
export const int32 = (description: string) => Type.Integer({ format: 'int32', description });

export const text = (description: string) => Type.String({ description });

export const oneOf = <const T extends string>(words: readonly T[], description: string) =>
  Type.Unsafe<T>({ ...Type.String({ description }), enum: [...words] });

export const flag = (description: string) => Type.Boolean({ description });

/** Form of a value beyond its JSON type; the clients make typed columns from it. */
export type ValueForm = 'decimal' | 'integer' | 'number' | 'text' | 'unix-ms' | 'utc-day';

/** Kept out of published schemas, because strict readers reject unknown keywords. {@link valueFormsOf} */
const formKeyword = '~form';

const valued = (description: string, form: ValueForm) => ({ description, [formKeyword]: form });

/** Form of each field of a body that has one, by field name. */
export function valueFormsOf({ properties }: TSchema & { properties?: object }): Record<string, ValueForm> {
  const forms = Object.entries(properties ?? {}).flatMap(([field, schema]: [string, FormedSchema]) => {
    const formed = [schema, ...(schema.anyOf ?? [])].find((one) => formKeyword in one);
    return formed === undefined ? [] : [[field, formed[formKeyword]]];
  });
  return Object.fromEntries(forms);
}

interface FormedSchema {
  [formKeyword]?: ValueForm;
  anyOf?: readonly FormedSchema[];
}

/** A field without a type in the contract. @param form its actual form; default: any JSON */
export const untyped = (description: string, form?: ValueForm) =>
  Type.Unknown(form === undefined ? { description } : valued(description, form));

/** An exact decimal as text; the description gives its unit, and when it is empty. */
export const decimal = (description: string) => Type.String(valued(description, 'decimal'));

/** A list as the contract has it: null is allowed, and never sent. */
export const list = <T extends TSchema>(item: T) => nullable(Type.Array(item));

/** Unix milliseconds. */
export const timeMs = (description: string) =>
  Type.Integer({ format: 'int64', ...valued(`${description}, unix milliseconds.`, 'unix-ms') });

/** RFC 3339 in UTC with milliseconds. */
export const dateTime = (description: string) => Type.String({ format: 'date-time', description });

/** `YYYY-MM-DD`. */
export const utcDay = (description: string) =>
  Type.String(valued(`${description} (UTC, YYYY-MM-DD)`, 'utc-day'));

export const coinName = () => Type.String({ description: "The exchange's own spelling." });

export const walletAddress = () => Type.String({ description: 'Wallet address, lower case.' });

export const deprecated = <T extends TSchema>(field: T): T => ({ ...field, deprecated: true });
