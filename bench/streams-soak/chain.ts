import type { EventKey, SoakFilter, TruthEvent } from './truth.ts';

/** Messages that a client received for a subscription, over all its connections. */
export interface Chain {
  /** Of its client. */
  readonly kind: string;
  readonly filter: SoakFilter;
  /** All that is of a later block has to be in it, unix milliseconds; undefined until the first answer. */
  joinedMs: number | undefined;
  /** Start of the requested events, unix milliseconds. */
  readonly fromMs: number | undefined;
  /** Start of the next connection: a cursor, or the position of the plain protocol. */
  cursor: string | number | undefined;
  readonly got: EventKey[];
  /** True for the last chain, which follows until the end. */
  isLast: boolean;
  readonly faults: string[];
  /** @param cursor behind these events */
  take(events: readonly EventKey[], cursor: string | number | undefined): void;
  /** Begins the next connection at an earlier cursor: the same events have to come again. @param share of the newest 50 cursors */
  goBack(share: number): void;
}

const keptCursors = 50;

export function createChain(kind: string, filter: SoakFilter, fromMs?: number): Chain {
  let places: { cursor: string | number; count: number }[] = [];
  let again: EventKey[] = [];
  const chain: Chain = {
    kind,
    filter,
    fromMs,
    joinedMs: undefined,
    cursor: undefined,
    got: [],
    isLast: false,
    faults: [],
    take(events, cursor) {
      for (const event of events) {
        const before = again.shift();
        // What follows such an event differs, too.
        if (before !== undefined && before !== event && chain.faults.length === 0)
          chain.faults.push(`behind an earlier cursor came ${event} and not ${before}`);
        chain.got.push(event);
      }
      if (cursor === undefined) return;
      chain.cursor = cursor;
      places = [...places.slice(1 - keptCursors), { cursor, count: chain.got.length }];
    },
    goBack(share) {
      const place = places[Math.floor(share * places.length)];
      if (place === undefined) return;
      again = [...chain.got.splice(place.count), ...again];
      chain.cursor = place.cursor;
      places = places.filter(({ count }) => count <= place.count);
    },
  };
  return chain;
}

/** @returns The faults of a chain, in words. */
export function faultsOf(chain: Chain, truth: readonly TruthEvent[]): string[] {
  const { filter, got, joinedMs, fromMs, isLast, faults } = chain;
  const name = `${chain.kind}: ${JSON.stringify(filter.subscription).slice(0, 100)}`;
  const wanted = truth.filter(filter.passes);
  const sinceMs = fromMs ?? joinedMs;
  const latest = wanted.findIndex(({ time }) => (fromMs === undefined ? time > sinceMs! : time >= fromMs));
  const found = [...faults];
  if (got.length === 0) {
    if (isLast && sinceMs !== undefined && latest >= 0)
      found.push(`nothing came of ${wanted.length - latest} events`);
    return found.map((fault) => `${name}: ${fault}`);
  }
  const first = wanted.findIndex(({ key }) => key === got[0]);
  if (first < 0) return [`${name}: ${got[0]} is no event of it`];
  if (sinceMs !== undefined && latest >= 0 && first > latest)
    found.push(`the first ${first - latest} of its events are missing, from ${wanted[latest]!.key}`);
  const at = got.findIndex((key, i) => key !== wanted[first + i]?.key);
  if (at >= 0) {
    const place = wanted.findIndex(({ key }) => key === got[at]);
    found.push(
      `event ${at} of ${got.length} is ${got[at]} (${place < 0 ? 'none' : place - first} of the truth) and not ${wanted[first + at]?.key}`,
    );
  } else if (isLast && first + got.length < wanted.length)
    found.push(`the last ${wanted.length - first - got.length} of its events are missing`);
  return found.map((fault) => `${name}: ${fault}`);
}
