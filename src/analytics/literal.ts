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

/**
 * Text of a query with its placeholders filled for an engine without concurrent bound parameters:
 * chDB serialises `queryBind` over the whole process (one slow bound query would stop all others).
 *
 * Safe because no byte of a value is ever copied: numbers are re-rendered from a checked number,
 * every string goes through hex digits and `unhex('…')`. The engine folds both to constants, so
 * primary keys still prune.
 */
export function fillPlaceholders(sql: string, types: ParamTypes, values: Record<string, unknown>): string {
  return sql.replaceAll(/\{(\w+):([^}]+)\}/g, (_, name: string) => {
    const type = types[name];
    if (type === undefined || values[name] === undefined) throw new Error(`parameter ${name} has no value`);
    return literal(type, values[name] as never);
  });
}

function literal<T extends ParamType>(type: T, value: ParamValues[T]): string {
  switch (type) {
    case 'Wallet':
      return `toFixedString(unhex('${walletHex(value as string)}'), 20)`;
    case 'Array(Wallet)':
      return `arrayMap(hex -> toFixedString(unhex(hex), 20), ${arrayLiteral('String', boundedList(value as readonly string[]).map(walletHex))})`;
    case 'String':
      return `unhex('${textHex(boundedTexts([value as string])[0]!)}')`;
    case 'Array(String)':
      return `arrayMap(hex -> unhex(hex), ${arrayLiteral('String', boundedTexts(value as readonly string[]).map(textHex))})`;
    case 'UInt64':
      return `toUInt64(${unsignedDigits(value as number | bigint)})`;
    case 'Int64':
      return `toInt64(${signedDigits(value as number | bigint)})`;
    case 'Array(Int64)':
      return arrayLiteral('Int64', boundedList(value as readonly (number | bigint)[]).map(signedDigits));
    case 'TimeMs':
      return `fromUnixTimestamp64Milli(toInt64(${signedDigits(value as number)}), 'UTC')`;
    case 'Float64':
      return `toFloat64(${finite(value as number).toExponential()})`;
    case 'Date':
      return `toDate('${dateText(value as string)}')`;
    default:
      throw new Error(`no literal for type ${type satisfies never}`);
  }
}

// One literal, whatever its length: an expression per element would run into the limits of the parser.
// The cast gives an empty array its element type.
function arrayLiteral(element: 'Int64' | 'String', digits: readonly string[]): string {
  const quote = element === 'String' ? "'" : '';
  return `CAST([${digits.map((text) => quote + text + quote).join(',')}], 'Array(${element})')`;
}

function textHex(value: string): string {
  return Buffer.from(value, 'utf8').toString('hex');
}
