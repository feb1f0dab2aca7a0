import { type TSchema, Type } from 'typebox';
import { type Param, ParamFault } from './param.ts';

const digitsLimit = 16;
const numberLengthLimit = 64;
const int32Limit = 2 ** 31;
/** Bounds every text parameter, because query values repeat in cache keys and logs. */
const textLengthLimit = 256;

export interface Bounds {
  min?: number;
  max?: number;
}

export interface Documented {
  description: string;
  example?: string;
}

/** Builds a parameter; required without a default. */
export function param<T>(
  schema: TSchema,
  documented: Documented,
  fallback: T | undefined,
  read: (text: string) => T,
): Param<T> {
  const published = fallback === undefined ? schema : { ...schema, default: fallback };
  return {
    schema: published,
    ...documented,
    required: fallback === undefined,
    fallback: () => fallback as T,
    read,
  };
}

function boundsText(bounds: Bounds): string {
  const { min, max } = bounds;
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return `, at least ${min}`;
  return max === undefined ? '' : `, at most ${max}`;
}

function checkBounds(value: number, bounds: Bounds, kind: string): number {
  const tooLow = bounds.min !== undefined && value < bounds.min;
  const tooHigh = bounds.max !== undefined && value > bounds.max;
  if (tooLow || tooHigh) throw new ParamFault('schema', `must be ${kind}${boundsText(bounds)}`);
  return value === 0 ? 0 : value;
}

/**
 * A whole number in decimal digits; rejects `1e2`, `5.0`, ` 5` and `0x5`.
 *
 * @param options without `default` the parameter is required; `bits` 64 allows up to 2^53 − 1, the largest integer JSON readers keep exact
 */
export function int(options: Bounds & Documented & { default?: number; bits?: 32 | 64 }): Param<number> {
  const bits = options.bits ?? 32;
  const { description, example } = options;
  const published: Bounds = {};
  if (options.min !== undefined) published.min = options.min;
  if (options.max !== undefined) published.max = options.max;
  const bounds: Bounds = {
    min: options.min ?? (bits === 32 ? -int32Limit : Number.MIN_SAFE_INTEGER),
    max: options.max ?? (bits === 32 ? int32Limit - 1 : Number.MAX_SAFE_INTEGER),
  };
  const schema = Type.Integer({
    format: `int${bits}`,
    ...(published.min !== undefined && { minimum: published.min }),
    ...(published.max !== undefined && { maximum: published.max }),
  });
  return param(schema, { description, ...(example && { example }) }, options.default, (text) => {
    if (!/^-?\d+$/.test(text)) {
      throw new ParamFault('schema', `must be an integer in decimal digits${boundsText(published)}`);
    }
    const digits = text.replace(/^(-?)0+(?=\d)/, '$1');
    // More digits than any bound has: out of range regardless of rounding.
    const value =
      digits.length > digitsLimit + 1 ? (text.startsWith('-') ? -Infinity : Infinity) : Number(digits);
    return checkBounds(value, bounds, 'an integer');
  });
}

/** A finite decimal number, with or without exponent. */
export function number(options: Bounds & Documented & { default?: number }): Param<number> {
  const { min, max, description, example } = options;
  const bounds: Bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  const schema = Type.Number({
    format: 'double',
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
  });
  return param(schema, { description, ...(example && { example }) }, options.default, (text) => {
    const decimal = text.length <= numberLengthLimit && /^-?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text);
    if (!decimal || !Number.isFinite(Number(text))) {
      throw new ParamFault('schema', `must be a finite decimal number${boundsText(bounds)}`);
    }
    return checkBounds(Number(text), bounds, 'a number');
  });
}

/**
 * One of a few exact words.
 *
 * @param options `aliases` maps further accepted words to one of them; `plain` publishes text without a list of words,
 * because the contract has none: other words are still a 422
 */
export function enumeration<const T extends string>(
  values: readonly T[],
  options: Documented & {
    default?: NoInfer<T>;
    aliases?: Readonly<Record<string, NoInfer<T>>>;
    plain?: boolean;
  },
): Param<T> {
  const aliases = new Map(Object.entries(options.aliases ?? {}));
  const accepted = [...values, ...aliases.keys()];
  const { description, example } = options;
  const schema = { ...Type.String(), ...(options.plain !== true && { enum: accepted }) } as TSchema;
  return param<T>(schema, { description, ...(example && { example }) }, options.default, (text) => {
    const value = (values as readonly string[]).includes(text) ? (text as T) : aliases.get(text);
    if (value === undefined) throw new ParamFault('schema', `must be one of ${accepted.join(', ')}`);
    return value;
  });
}

export function boolean(options: Documented & { default?: boolean }): Param<boolean> {
  const { description } = options;
  return param(Type.Boolean(), { description }, options.default, (text) => {
    if (text !== 'true' && text !== 'false') throw new ParamFault('schema', 'must be true or false');
    return text === 'true';
  });
}

/** Free text of 1 to `maxLength` characters. */
export function text(options: Documented & { default?: string; maxLength?: number }): Param<string> {
  const maxLength = options.maxLength ?? textLengthLimit;
  const { description, example } = options;
  const schema = Type.String({ minLength: 1, maxLength });
  return param(schema, { description, ...(example && { example }) }, options.default, (value) => {
    if (value.length < 1 || value.length > maxLength) {
      throw new ParamFault('schema', `must be text of 1 to ${maxLength} characters`);
    }
    return value;
  });
}

/** The same number; undefined at the value that switches a filter off. */
export function offAt(off: number, number: Param<number>): Param<number | undefined> {
  const switched = (value: number) => (value === off ? undefined : value);
  return {
    ...number,
    fallback: (context) => switched(number.fallback(context)),
    read: (text, context) => switched(number.read(text, context)),
  };
}

/** Several distinct words of a list, comma separated; default none. */
export function several<const T extends string>(
  words: readonly T[],
  documented: Documented,
): Param<readonly T[]> {
  return {
    schema: Type.String(),
    ...documented,
    required: false,
    fallback: () => [],
    read(text) {
      const parts = text
        .slice(0, textLengthLimit)
        .split(',')
        .map((part) => part.trim());
      const found = words.filter((word) => parts.includes(word));
      if (found.length !== parts.length)
        throw new ParamFault('form', `must be different ones of ${words.join(', ')}, comma separated`);
      return found;
    },
  };
}
