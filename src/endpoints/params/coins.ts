import type { Param } from './param.ts';
import { type Documented, text } from './scalars.ts';

/** Which market a text means, the endpoint finds out: it needs the lists of the exchange, and answers 404. */
const nameLengthLimit = 64;

type Options = Partial<Documented> & { default?: string };

function name(description: string, example: string, options: Options): Param<string> {
  return text({ description, example, ...options, maxLength: nameLengthLimit });
}

/** A coin in any case, with or without dex prefix. */
export function coin(options: Options = {}): Param<string> {
  const description = 'Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.';
  return name(description, 'BTC', options);
}

/** A market in any spelling: a coin, a pair by its tokens, an outcome's side or its token. */
export function symbol(options: Options = {}): Param<string> {
  return name('Market in any case and spelling: BTC, xyz:GOLD, PURR/USDC, @107, #90, +90.', 'BTC', options);
}

/** An exposure, whatever venue lists it. */
export function asset(options: Options = {}): Param<string> {
  return name('Asset in any case: its canonical name, a synonym, or the symbol of a venue.', 'GOLD', options);
}

/** A dex: `hl` is the validator-run one. */
export function dex(options: Options = {}): Param<string> {
  return name('hl for the native dex, else the prefix of a builder dex.', 'hl', options);
}
