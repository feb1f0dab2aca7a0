import { Type } from 'typebox';
import { parseAddress } from '../../domain/address.ts';
import { type Cohort, type CohortKind, cohortKinds, cohortOfSlug, cohortSlugs } from '../../domain/cohort.ts';
import { type Param, ParamFault } from './param.ts';
import { type Documented, enumeration, int, param, text } from './scalars.ts';

const example = cohortSlugs('pnl')[0]!;

/** Kind of cohort; required without a default. */
export function tierType(byDefault?: CohortKind): Param<CohortKind> {
  const description = 'pnl: cohorts by realized PnL; size: by traded notional.';
  return enumeration(cohortKinds, { description, ...(byDefault && { default: byDefault }) });
}

/**
 * A cohort's slug in either vocabulary, of the kind in `tierType`, which must be declared before it. The value is the
 * legacy slug. 422 for an unknown slug.
 */
export function cohort(): Param<Cohort> {
  return {
    // The schema has no enum, because the contract publishes plain text here.
    schema: Type.String(),
    description: `Cohort of the tierType, a slug of either vocabulary: ${example}, ${cohortSlugs('pnl').at(-1)}, …`,
    required: true,
    example,
    fallback: () => example as Cohort,
    read(text, _context, earlier) {
      const named = cohortKinds.filter(
        (kind) => earlier?.tierType === undefined || earlier.tierType === kind,
      );
      const found = named.map((kind) => cohortOfSlug(kind, text)).find((slug) => slug !== undefined);
      if (found === undefined) {
        throw new ParamFault('schema', `must be one of ${named.flatMap(cohortSlugs).join(', ')}`);
      }
      return found;
    },
  };
}

/** Only the length is checked here. The endpoint resolves the market with the exchange's lists, and answers 404. */
const nameLengthLimit = 64;

type Options = Partial<Documented> & { default?: string };

function name(description: string, example: string, options: Options): Param<string> {
  return text({ description, example, ...options, maxLength: nameLengthLimit });
}

export function coin(options: Options = {}): Param<string> {
  const description = 'Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.';
  return name(description, 'BTC', options);
}

export function symbol(options: Options = {}): Param<string> {
  return name('Market in any case and spelling: BTC, xyz:GOLD, PURR/USDC, @107, #90, +90.', 'BTC', options);
}

export function asset(options: Options = {}): Param<string> {
  return name('Asset in any case: its canonical name, a synonym, or the symbol of a venue.', 'GOLD', options);
}

export function dex(options: Options = {}): Param<string> {
  return name('hl for the native dex, else the prefix of a builder dex.', 'hl', options);
}

/** A lifecycle's id, which is stable across rebuilds. */
export function lifecycleId(): Param<number> {
  return int({ min: 1, bits: 64, description: 'Id of a position lifecycle.', example: '4413449625' });
}

/** An outcome's id; its sides are the coins `#` 10 × id + side. */
export function outcomeId(): Param<number> {
  return int({ bits: 64, description: 'Id of an outcome, without a side.', example: '9' });
}

const addressForm = '0x and 40 hex digits, any case';
const addressLength = 42;
const exampleAddress = '0x1f8a3f2d4b6c7e9012345678abcdef0123456789';

/** A wallet address in any case; the value is lower-case. 400 for other texts (docs/contract.md#errors). */
export function address(options: Partial<Documented> = {}): Param<string> {
  const documented = { description: `Wallet address: ${addressForm}.`, example: exampleAddress, ...options };
  return param(Type.String(), documented, undefined, (text) => {
    const value = parseAddress(text);
    if (value === undefined) throw new ParamFault('form', `must be ${addressForm}`);
    return value;
  });
}

/** The address that receives a builder's fees. */
export function builder(): Param<string> {
  return address({ description: `Builder address: ${addressForm}.` });
}

/** Several distinct addresses, comma separated, in the caller's order. */
export function addresses(options: Documented & { min: number; max: number }): Param<readonly string[]> {
  const { description, min, max } = options;
  const example = [exampleAddress, exampleAddress.replace('1f', '2f')].join(',');
  const message = `must be ${min} to ${max} different addresses, comma separated, each ${addressForm}`;
  const schema = Type.Array(Type.String(), { minItems: min, maxItems: max });
  return param<readonly string[]>(schema, { description, example }, undefined, (text) => {
    // Longest text to parse: one address above the maximum, with a comma and a space each. Longer texts are refused unread.
    const parts = text.length > (max + 1) * (addressLength + 2) ? [] : text.split(',');
    const values = parts.map((part) => parseAddress(part.trim()));
    const found = values.filter((value) => value !== undefined);
    const different = new Set(found).size === values.length && found.length === values.length;
    if (!different || values.length < min || values.length > max) throw new ParamFault('form', message);
    return found;
  });
}
