import { type Static, type TSchema, Type } from 'typebox';
import { integerDigitsLimit } from './decimal-text.ts';
import { priceLimit } from './fill.ts';

/** Marks a schema whose values are brought into one form when they are read (`projection.ts`). */
export type Leaf = 'decimal' | 'integer' | 'address' | 'text';

const nameLengthLimit = 64;
const textLengthLimit = 65_536;
const numberLimit = 10 ** integerDigitsLimit;

/**
 * A decimal as the exchange writes it; a JSON number is taken too and becomes its text. More decimals than a column
 * holds are no fault: what the exchange computes carries the noise of its floats.
 */
export const decimal = Type.Unsafe<string>({
  type: ['string', 'number'],
  pattern: `^-?\\d{1,${integerDigitsLimit}}(\\.\\d{1,40})?([eE]-\\d{1,2})?$`,
  exclusiveMinimum: -numberLimit,
  exclusiveMaximum: numberLimit,
  leaf: 'decimal' satisfies Leaf,
  description: `a decimal of at most ${integerDigitsLimit} integer digits such as "-113.20366"`,
});

/** A price, as narrow as the columns of fills and trades. */
export const price = Type.Unsafe<string>({
  type: ['string', 'number'],
  pattern: '^\\d{1,8}(\\.\\d{1,40})?([eE]-\\d{1,2})?$',
  minimum: 0,
  exclusiveMaximum: priceLimit,
  leaf: 'decimal' satisfies Leaf,
  description: `a decimal from 0 to below ${priceLimit} such as "0.65385"`,
});

export const size = Type.Unsafe<string>({
  type: ['string', 'number'],
  pattern: `^(?=[0.]*[1-9])\\d{1,${integerDigitsLimit}}(\\.\\d{1,40})?([eE]-\\d{1,2})?$`,
  exclusiveMinimum: 0,
  exclusiveMaximum: numberLimit,
  leaf: 'decimal' satisfies Leaf,
  description: 'a decimal above 0 such as "2014.3"',
});

/** An address in any case; read in lower case. */
export const address = Type.Unsafe<string>({
  type: 'string',
  pattern: '^0[xX][0-9a-fA-F]{40}$',
  leaf: 'address' satisfies Leaf,
  description: 'an address: 0x and 40 hex digits',
});

/** A coin, token, dex or kind: short and not empty. */
export const name = Type.Unsafe<string>({
  type: 'string',
  minLength: 1,
  maxLength: nameLengthLimit,
  leaf: 'text' satisfies Leaf,
  description: `a non-empty string of at most ${nameLengthLimit} characters`,
});

/** A name of a short list: other values are kept, and counted as drift. */
export function nameOf(...known: readonly string[]) {
  return Type.Unsafe<string>({ ...name, known });
}

/** A dex; the validator-run one is the empty string. */
export const dexName = Type.Unsafe<string>({
  type: 'string',
  maxLength: nameLengthLimit,
  leaf: 'text' satisfies Leaf,
  description: `a string of at most ${nameLengthLimit} characters`,
});

export const text = Type.Unsafe<string>({
  type: 'string',
  maxLength: textLengthLimit,
  leaf: 'text' satisfies Leaf,
  description: `a string of at most ${textLengthLimit} characters`,
});

/** Programs that keep the exchange's records write integers as text, too. Text is checked by its pattern, a number by its bounds. */
export const timeMs = Type.Unsafe<number>({
  type: ['integer', 'string'],
  minimum: Date.UTC(2022, 0, 1),
  maximum: Date.UTC(2100, 0, 1) - 1,
  // To the day at the lower end, to the hour at the upper one.
  pattern: '^(1(64[1-9]|6[5-9]\\d|[7-9]\\d\\d)\\d{9}|[23]\\d{12}|40\\d{11}|410[0-2]\\d{9})$',
  leaf: 'integer' satisfies Leaf,
  description: 'an integer of unix milliseconds from 2022 up to 2100',
});

/** An id or a count. */
export const id = Type.Unsafe<number>({
  type: ['integer', 'string'],
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  pattern: '^(\\d{1,15}|[0-8]\\d{15})$',
  leaf: 'integer' satisfies Leaf,
  description: 'an integer from 0 to 2^53-1',
});

export const hash = Type.Unsafe<string>({
  type: 'string',
  pattern: '^0x[0-9a-fA-F]{64}$',
  description: '0x and 64 hex digits',
});

export const side = Type.Unsafe<'B' | 'A'>({
  type: 'string',
  enum: ['B', 'A'],
  description: '"B" (buy) or "A" (sell)',
});

export const flag = Type.Boolean({ description: 'true or false' });

/** A value or null, where null means something. */
export function nullable<S extends TSchema>(schema: S) {
  return Type.Unsafe<Static<S> | null>({
    anyOf: [schema, Type.Null()],
    description: rightOf(schema, ' or null'),
  });
}

/** A field that may be missing; null counts as missing and is left out when it is read. */
export function optional<S extends TSchema>(schema: S) {
  const orNull = { anyOf: [schema, Type.Null()], description: rightOf(schema, '') };
  return Type.Optional(Type.Unsafe<Static<S>>(orNull));
}

function rightOf(schema: TSchema, suffix: string): string {
  return `${(schema as { description?: string }).description ?? 'a value of its schema'}${suffix}`;
}
