import { readAddress } from '../../wire/address.ts';
import { type Refused, readFilter } from '../event-filter.ts';
import type { FigureArguments, FigureFeed, FigureSubject } from './figure-feed.ts';

type CoinOf = (text: string) => string | undefined;

const textLimit = 128;

/**
 * What a subscription to figures is of.
 *
 * @param asked its arguments, each of {@link argumentsOf}, as they came from the client
 */
export function readFigureArguments(
  { subjects }: Pick<FigureFeed, 'subjects'>,
  asked: Readonly<Record<string, unknown>>,
  coinOf: CoinOf,
): FigureArguments | Refused {
  const named = subjects.filter((subject) => asked[subject] !== undefined);
  const [subject] = named;
  if (named.length > 1) return { refused: `${named.join(' and ')} cannot be combined` };
  if (subject === undefined)
    return subjects.length === 0 ? {} : { refused: `missing argument ${subjects.join(' or ')}` };
  return readSubject(subject, asked[subject], coinOf);
}

/** Arguments that a feed of figures takes. */
export function argumentsOf({ subjects }: Pick<FigureFeed, 'subjects'>): ReadonlySet<string> {
  return new Set(subjects);
}

function readSubject(subject: FigureSubject, value: unknown, coinOf: CoinOf): FigureArguments | Refused {
  if (value === '') return { refused: `empty argument ${subject}` };
  if (typeof value !== 'string' || value.length > textLimit)
    return { refused: `invalid argument ${subject}` };
  if (subject === 'cohort') {
    const read = readFilter({ cohort: value }, coinOf);
    return 'refused' in read ? read : { cohort: read.cohort };
  }
  if (subject === 'coin') {
    const coin = coinOf(value);
    return coin === undefined ? { refused: 'unknown coin' } : { coin };
  }
  const wallet = readAddress(value);
  return wallet === undefined ? { refused: 'invalid argument user' } : { wallet };
}
