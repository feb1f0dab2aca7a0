import {
  boundedList,
  boundedTexts,
  dateText,
  finite,
  signedDigits,
  unsignedDigits,
  walletHex,
} from './param-value.ts';
import type { ParamType, ParamTypes, ParamValues } from './query.ts';

export interface BoundQuery {
  /** The query with its placeholders in the server's own types. */
  sql: string;
  /** Values the client sends separately from the query text; strings of digits if a number would lose precision. */
  queryParams: Record<string, string | number | readonly string[]>;
}

/**
 * Turns the port's placeholders into the server's bound parameters. The embedded adapter's
 * counterpart is `literal.ts`.
 */
export function bindPlaceholders(
  sql: string,
  types: ParamTypes,
  values: Record<string, unknown>,
): BoundQuery {
  const queryParams: BoundQuery['queryParams'] = {};
  const bound = sql.replaceAll(/\{(\w+):([^}]+)\}/g, (_, name: string) => {
    const type = types[name];
    if (type === undefined || values[name] === undefined) throw new Error(`parameter ${name} has no value`);
    queryParams[name] = nativeValue(type, values[name] as never);
    return nativePlaceholder(type, name);
  });
  return { sql: bound, queryParams };
}

function nativePlaceholder(type: ParamType, name: string): string {
  switch (type) {
    // FixedString is no text: the address travels as hex digits.
    case 'Wallet':
      return `toFixedString(unhex({${name}:String}), 20)`;
    case 'Array(Wallet)':
      return `arrayMap(hex -> toFixedString(unhex(hex), 20), {${name}:Array(String)})`;
    case 'TimeMs':
      return `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`;
    default:
      return `{${name}:${type}}`;
  }
}

function nativeValue<T extends ParamType>(type: T, value: ParamValues[T]): BoundQuery['queryParams'][string] {
  switch (type) {
    case 'Wallet':
      return walletHex(value as string);
    case 'Array(Wallet)':
      return boundedList(value as readonly string[]).map(walletHex);
    case 'UInt64':
      return unsignedDigits(value as number | bigint);
    case 'Int64':
    case 'TimeMs':
      return signedDigits(value as number | bigint);
    case 'Array(Int64)':
      return `[${boundedList(value as readonly (number | bigint)[])
        .map(signedDigits)
        .join(',')}]`;
    case 'Float64':
      return finite(value as number);
    case 'Date':
      return dateText(value as string);
    case 'String':
      return boundedTexts([value as string])[0]!;
    case 'Array(String)':
      return boundedTexts(value as readonly string[]);
    default:
      throw new Error(`no binding for type ${type satisfies never}`);
  }
}
