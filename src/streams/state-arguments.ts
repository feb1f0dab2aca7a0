import { type BoardPeriod, boardPeriods, boardSorts } from '../boards/traders.ts';
import { readAddress } from '../wire/address.ts';
import { candleSources, isCandleInterval } from './candles/candle-values.ts';
import { type Refused, readFilter } from './event-filter.ts';
import type { StateArguments, StateFeed, StateOption, StateSubject } from './state-topic.ts';

type CoinOf = (text: string) => string | undefined;

const textLimit = 128;

/** Parsers of the options; a default value is omitted from the result. */
const optionReaders: Readonly<Record<StateOption, (value: unknown) => StateArguments | Refused>> = {
  cohortSpan: (value) => readFilter({ cohortSpan: value }, { coinOf: () => undefined }),
  sort: (value) => oneOf('sort', boardSorts, 'pnl', value),
  period: (value) => oneOf('period', Object.keys(boardPeriods) as BoardPeriod[], 'allTime', value),
  source: (value) => oneOf('source', candleSources, 'trade', value),
  interval: (value) => (isCandleInterval(value) ? { interval: value } : invalid('interval', value)),
};

/**
 * Parses the arguments of a subscription to a feed of states.
 *
 * @param params Client input; every name is one of {@link argumentsOf}.
 */
export function readStateArguments(
  { subjects, options = [] }: Pick<StateFeed, 'subjects' | 'options'>,
  params: Readonly<Record<string, unknown>>,
  coinOf: CoinOf,
): StateArguments | Refused {
  const named = subjects.filter((subject) => params[subject] !== undefined);
  const [subject] = named;
  if (named.length > 1) return { refused: `${named.join(' and ')} cannot be combined` };
  if (subject === undefined && subjects.length > 0)
    return { refused: `missing argument ${subjects.join(' or ')}` };
  let read = subject === undefined ? {} : readSubject(subject, params[subject], coinOf);
  for (const option of options) {
    if ('refused' in read) return read;
    if (params[option] === undefined && option === 'interval')
      return { refused: 'missing argument interval' };
    if (params[option] === undefined) continue;
    const more = optionReaders[option](params[option]);
    read = 'refused' in more ? more : { ...read, ...more };
  }
  const isSpanAlone = params.cohortSpan !== undefined && params.cohort === undefined;
  return isSpanAlone ? { refused: 'missing argument cohort' } : read;
}

export const argumentsOf = ({ subjects, options = [] }: Pick<StateFeed, 'subjects' | 'options'>) =>
  new Set<string>([...subjects, ...options]);

/** Matches a value, ignoring case. Omits the default, so that naming it gives the same subscription. */
function oneOf<N extends 'sort' | 'period' | 'source', V extends string>(
  name: N,
  values: readonly V[],
  byDefault: V,
  value: unknown,
): { [K in N]?: V } | Refused {
  const text = typeof value === 'string' ? value.toLowerCase() : undefined;
  const known = values.find((one) => one.toLowerCase() === text);
  if (known === undefined) return invalid(name, value);
  return known === byDefault ? {} : ({ [name]: known } as { [K in N]?: V });
}

function invalid(name: string, value: unknown): Refused {
  return { refused: `${value === '' ? 'empty' : 'invalid'} argument ${name}` };
}

function readSubject(subject: StateSubject, value: unknown, coinOf: CoinOf): StateArguments | Refused {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return invalid(subject, '');
  if (typeof value !== 'string' || value.length > textLimit) return invalid(subject, value);
  if (subject === 'cohort') {
    const read = readFilter({ cohort: value }, { coinOf });
    return 'refused' in read ? read : { cohort: read.cohort };
  }
  if (subject === 'coin') {
    const coin = coinOf(value);
    return coin === undefined ? { refused: 'unknown coin' } : { coin };
  }
  const wallet = readAddress(value);
  return wallet === undefined ? invalid('user', value) : { wallet };
}
