import { Type } from 'typebox';
import { parseAddress } from '../../domain/address.ts';
import { type Param, ParamFault } from './param.ts';
import { type Documented, param } from './scalars.ts';

const addressForm = '0x and 40 hex digits, any case';
const addressLength = 42;
const exampleAddress = '0x1f8a3f2d4b6c7e9012345678abcdef0123456789';

/** A wallet address in any case; the value is lower-case. What is none is a 400 (docs/contract.md#errors). */
export function address(options: Partial<Documented> = {}): Param<string> {
  const documented = { description: `Wallet address: ${addressForm}.`, example: exampleAddress, ...options };
  return param(Type.String(), documented, undefined, (text) => {
    const value = parseAddress(text);
    if (value === undefined) throw new ParamFault('form', `must be ${addressForm}`);
    return value;
  });
}

/** The address under which a builder takes its fees. */
export function builder(): Param<string> {
  return address({ description: `Builder address: ${addressForm}.` });
}

/** Several different addresses, comma separated, in the order asked. */
export function addresses(options: Documented & { min: number; max: number }): Param<readonly string[]> {
  const { description, min, max } = options;
  const example = [exampleAddress, exampleAddress.replace('1f', '2f')].join(',');
  const message = `must be ${min} to ${max} different addresses, comma separated, each ${addressForm}`;
  const schema = Type.Array(Type.String(), { minItems: min, maxItems: max });
  return param<readonly string[]>(schema, { description, example }, undefined, (text) => {
    // One more than allowed fits, with a comma and a space; what is longer need not be read.
    const parts = text.length > (max + 1) * (addressLength + 2) ? [] : text.split(',');
    const values = parts.map((part) => parseAddress(part.trim()));
    const found = values.filter((value) => value !== undefined);
    const different = new Set(found).size === values.length && found.length === values.length;
    if (!different || values.length < min || values.length > max) throw new ParamFault('form', message);
    return found;
  });
}
