import { type CohortSpan, cohortSpans } from '../boards/trader-cohorts.ts';
import type { FillKind, LogFilter } from '../changes/fill-log.ts';
import type { LoggedFill } from '../changes/logged-fill.ts';
import { type Cohort, type CohortKind, cohortKinds, cohortOfSlug } from '../domain/cohort.ts';
import { dexOf, isOutcome, isPerp } from '../domain/coin-name.ts';
import { readAddress } from '../wire/address.ts';
import { type FeedArgumentName, listLimits } from './feed-arguments.ts';
import type { IsMember } from './members.ts';

export interface ListName {
  accountId: string;
  name: string;
}

/** Conditions on fills; all must hold. */
export interface EventFilter extends LogFilter {
  /** Builder dex of the coin; `''` is the exchange's own. */
  dex?: string | undefined;
  cohort?: { kind: CohortKind; cohort: Cohort } | undefined;
  /** Time span that the cohort is computed over; default all-time. */
  cohortSpan?: CohortSpan | undefined;
  /** Membership is checked when an event is sent. */
  list?: ListName | undefined;
  /** Of the fill's order, `0x…`. */
  builder?: string | undefined;
  /** Event names, for feeds with named events. */
  events?: readonly string[] | undefined;
}

/** A refusal with the protocol's error text (docs/guides/streams.md#errors). */
export interface Refused {
  refused: string;
}

const textLimit = 128;

export interface FilterContext {
  /** Resolves a coin to the exchange's spelling; undefined if unknown. */
  coinOf(text: string): string | undefined;
  /** False until coins are loaded; an unknown name may still become a coin. Default: true. */
  areCoinsRead?(): boolean;
  /** Account whose lists may be named; undefined for callers without an account. */
  accountId?: string | undefined;
}

type FilterReader = (value: unknown, context: FilterContext) => EventFilter | Refused;
/** Arguments with a reader of their own, in `subscription.ts` or below. */
type ReadElsewhere = 'coin' | 'user' | 'users' | 'events';

/** Parsers of the filter arguments that this service adds to event feeds (docs/guides/streams.md#filters). */
const readers: Readonly<Record<Exclude<FeedArgumentName, ReadElsewhere>, FilterReader>> = {
  wallets: (value) => readWallets('wallets', value, listLimits.wallets),
  coins(value, { coinOf }) {
    const texts = readList('coins', value, listLimits.coins);
    if ('refused' in texts) return texts;
    const coins = texts.list.map((text) => (text.length <= textLimit ? coinOf(text) : undefined));
    const known = coins.filter((coin) => coin !== undefined);
    return known.length < coins.length ? { refused: 'unknown coin' } : { coins: [...new Set(known)].sort() };
  },
  dex(value) {
    if (typeof value !== 'string' || !/^[A-Za-z0-9]{1,32}$/.test(value)) return invalid('dex', value);
    return { dex: value.toLowerCase() === 'hl' ? '' : value.toLowerCase() };
  },
  side(value) {
    const sides: Record<string, 'B' | 'A'> = { buy: 'B', b: 'B', sell: 'A', a: 'A' };
    const text = typeof value === 'string' ? value.toLowerCase() : '';
    return Object.hasOwn(sides, text) ? { side: sides[text]! } : invalid('side', value);
  },
  minNotionalUsd(value) {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || !/^\d{1,15}(\.\d{1,9})?$/.test(text))
      return invalid('minNotionalUsd', value);
    return Number(text) > 0 ? { minNotionalUsd: Number(text) } : {};
  },
  builder(value) {
    const builder = typeof value === 'string' ? readAddress(value) : undefined;
    return builder === undefined ? invalid('builder', value) : { builder };
  },
  cohort(value) {
    if (typeof value !== 'string' || value === '') return invalid('cohort', value);
    const slug = value.toLowerCase().replaceAll('-', '_');
    for (const kind of cohortKinds) {
      const cohort = cohortOfSlug(kind, slug);
      if (cohort !== undefined) return { cohort: { kind, cohort } };
    }
    return { refused: 'unknown cohort' };
  },
  cohortSpan(value) {
    const text = typeof value === 'string' ? value.toLowerCase() : '';
    const span = cohortSpans.find((one) => one === text);
    if (span === undefined) return invalid('cohortSpan', value);
    return span === 'alltime' ? {} : { cohortSpan: span };
  },
  list(value, { accountId }) {
    if (typeof value !== 'string' || value === '' || value.length > textLimit) return invalid('list', value);
    return accountId === undefined ? { refused: 'unknown list' } : { list: { accountId, name: value } };
  },
};

export const filterArguments: ReadonlySet<string> = new Set(Object.keys(readers));

/**
 * Parses the filter arguments of a subscription.
 *
 * @param args Client input; every name is one of {@link filterArguments}.
 */
export function readFilter(
  args: Readonly<Record<string, unknown>>,
  context: FilterContext,
): EventFilter | Refused {
  let filter: EventFilter = {};
  for (const [name, value] of Object.entries(args)) {
    const read = readers[name as keyof typeof readers](value, context);
    if ('refused' in read) return read;
    filter = { ...filter, ...read };
  }
  return filter;
}

export function readEvents(value: unknown, known: readonly string[]): Pick<EventFilter, 'events'> | Refused {
  const requests = readList('events', value, known.length);
  if ('refused' in requests) return requests;
  const folded = requests.list.map((name) => name.toLowerCase());
  const events = known.filter((name) => folded.includes(name.toLowerCase()));
  return folded.every((name) => events.some((event) => event.toLowerCase() === name))
    ? { events: events.sort() }
    : invalid('events', value);
}

export function readWallets(
  name: string,
  value: unknown,
  most: number,
): Pick<EventFilter, 'wallets'> | Refused {
  const texts = readList(name, value, most);
  if ('refused' in texts) return texts;
  const wallets = texts.list.map(readAddress).filter((wallet) => wallet !== undefined);
  return wallets.length < texts.list.length
    ? invalid(name, value)
    : { wallets: [...new Set(wallets)].sort() };
}

function readList(name: string, value: unknown, most: number): { list: string[] } | Refused {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return invalid(name, '');
  if (!Array.isArray(value)) return invalid(name, value);
  if (value.length > most) return { refused: `too many values for argument ${name}` };
  const list = value.filter((one) => typeof one === 'string');
  return list.length < value.length ? invalid(name, value) : { list };
}

function invalid(name: string, value: unknown): Refused {
  return { refused: `${value === '' ? 'empty' : 'invalid'} argument ${name}` };
}

/** `''` is the exchange's own dex. */
export const isOfDex = (coin: string, dex: string) => isPerp(coin) && dexOf(coin) === dex;

/** Tests whether a gap or another change concerns a filter. One without wallet or coin concerns every wallet or coin. */
export function concernsOf(
  { dex, cohort, list, ...filter }: EventFilter,
  isMember: IsMember | undefined,
): (of: { wallet?: string | undefined; coin?: string | undefined }) => boolean {
  // Sets, because a filter may name ten thousand wallets and a poll may find as many gaps.
  const [wallets, coins] = [filter.wallets, filter.coins].map((names) => names && new Set(names));
  const hasWallet = (wallet: string) =>
    (wallets?.has(wallet) ?? true) && ((cohort ?? list) === undefined || isMember?.(wallet) === true);
  const hasCoin = (coin: string) => (coins?.has(coin) ?? true) && (dex === undefined || isOfDex(coin, dex));
  return ({ wallet, coin }) =>
    (wallet === undefined || hasWallet(wallet)) && (coin === undefined || hasCoin(coin));
}

export interface FillTest {
  readonly wallets: ReadonlySet<string> | undefined;
  /** Tests all conditions except `wallets`. @param isMember Required if the filter names a cohort or list. */
  holds(fill: LoggedFill, isMember: IsMember | undefined): boolean;
}

const kindTests: Readonly<Record<FillKind, (fill: LoggedFill) => boolean>> = {
  twap: ({ isTwap }) => isTwap,
  liquidation: ({ liquidation }) => liquidation !== undefined,
  builder: ({ builder }) => builder !== '',
  perp: ({ coin }) => isPerp(coin),
  outcome: ({ coin }) => isOutcome(coin),
};

/** Repeats the conditions of the log query, because one page may serve several filters. */
export function fillTest(filter: EventFilter): FillTest {
  const { kind, side, minNotionalUsd = 0, dex, cohort, list, builder } = filter;
  const isOfMembers = cohort !== undefined || list !== undefined;
  const isOfKind = kind && kindTests[kind];
  const coins = filter.coins && new Set(filter.coins);
  return {
    wallets: filter.wallets && new Set(filter.wallets),
    holds: (fill, isMember) =>
      (coins === undefined || coins.has(fill.coin)) &&
      (isOfKind === undefined || isOfKind(fill)) &&
      (builder === undefined || fill.builder === builder) &&
      (side === undefined || fill.side === side) &&
      fill.notionalUsd >= minNotionalUsd &&
      (dex === undefined || isOfDex(fill.coin, dex)) &&
      (!isOfMembers || isMember!(fill.wallet)),
  };
}

/** Fills of a page that match a filter, in log order. Cost: the smaller of the filter's wallets and the page's. */
export function fillsFor(
  { wallets, holds }: FillTest,
  fills: readonly LoggedFill[],
  byWallet: ReadonlyMap<string, LoggedFill[]> | undefined,
  isMember: IsMember | undefined,
): LoggedFill[] {
  const isWanted = (fill: LoggedFill) => holds(fill, isMember);
  if (wallets === undefined) return fills.filter(isWanted);
  if (byWallet === undefined || wallets.size > byWallet.size)
    return fills.filter((fill) => wallets.has(fill.wallet) && isWanted(fill));
  const found = [...wallets].flatMap((wallet) => byWallet.get(wallet) ?? []).filter(isWanted);
  return wallets.size > 1 ? found.sort((a, b) => a.order - b.order) : found;
}
