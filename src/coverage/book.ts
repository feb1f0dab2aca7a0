import {
  type CoverageInterval,
  type CoverageKey,
  type CoverageSpan,
  type CoverageState,
  cutBy,
  hasBlocks,
  pick,
  spanOfBoth,
} from './interval.ts';
import { quarantinedKind } from './quarantined.ts';
import { createSpanTree, type SpanTree, type TreeSpan } from './span-tree.ts';

export type KeyedSpan = CoverageKey & CoverageSpan;

export type CoverageChange =
  | { to: 'covered'; at: KeyedSpan }
  | { to: 'open' | 'lost'; at: KeyedSpan; reason: string }
  /** Without a wallet or coin, applies to all wallets or coins. `isOpenOnly` leaves lost gaps as they are. */
  | { to: 'healed'; at: KeyedSpan; isOpenOnly: boolean };

/** A row to store: an interval in its newest state, or `replaced` if other intervals supersede it. */
export type CoverageRow = Omit<CoverageInterval, 'state'> & {
  state: CoverageState | 'replaced';
  isGap: boolean;
};

/** Applies changes to the intervals of some keys. Pure. */
export interface CoverageBook {
  /** @returns groups of rows to store in this order, each group atomically; empty if nothing changes */
  apply(change: CoverageChange, nowMs: number): CoverageRow[][];
}

interface KeyIntervals {
  key: CoverageKey;
  byPlace: Map<string, CoverageInterval>;
  /** Intervals with blocks are in `byBlock` and `byBlockTime`, intervals with times only in `byTime`. */
  byBlock: SpanTree<CoverageInterval>;
  byBlockTime: SpanTree<CoverageInterval>;
  byTime: SpanTree<CoverageInterval>;
}

/** @param stored stored intervals of the keys that overlap or touch the changes */
export function coverageBook(stored: readonly CoverageInterval[]): CoverageBook {
  const byKey = new Map<string, KeyIntervals>();
  for (const interval of stored) put(interval);

  function put(interval: CoverageInterval): void {
    const text = keyText(interval);
    let ofKey = byKey.get(text);
    if (ofKey === undefined) {
      ofKey = newKey(interval);
      byKey.set(text, ofKey);
    }
    const place = placeText(interval);
    remove(ofKey, place);
    ofKey.byPlace.set(place, interval);
    for (const [tree, span] of treesOf(ofKey, interval)) tree.add(span, interval);
  }

  function remove(ofKey: KeyIntervals, place: string): void {
    const interval = ofKey.byPlace.get(place);
    if (interval === undefined) return;
    ofKey.byPlace.delete(place);
    for (const [tree, span] of treesOf(ofKey, interval)) tree.remove(span, interval);
  }

  /** Row of an interval in its newest state; its version increases even if the clock does not. */
  function written(
    interval: Omit<CoverageInterval, 'changedMs'>,
    nowMs: number,
    before?: CoverageInterval,
  ): CoverageRow {
    const changedMs = Math.max(nowMs, (before?.changedMs ?? 0) + 1);
    put({ ...interval, changedMs });
    return { ...interval, changedMs, isGap: interval.state !== 'covered' };
  }

  function replaced(interval: CoverageInterval, nowMs: number): CoverageRow {
    remove(byKey.get(keyText(interval))!, placeText(interval));
    const isGap = interval.state !== 'covered';
    return { ...interval, isGap, state: 'replaced', changedMs: Math.max(nowMs, interval.changedMs + 1) };
  }

  /** Sets the state of the part of a gap inside the span; parts outside keep theirs. */
  function turn(
    gap: CoverageInterval,
    at: CoverageSpan,
    { to, nowMs }: { to: CoverageState; nowMs: number },
  ): CoverageRow[] {
    const { within, outside } = cutBy(gap, at);
    if (outside.length === 0) return [written({ ...gap, state: to }, nowMs, gap)];
    return [
      replaced(gap, nowMs),
      ...outside.map((part) => written({ ...gap, ...pick(part) }, nowMs)),
      written({ ...gap, ...pick(within), state: to }, nowMs),
    ];
  }

  function heal(at: KeyedSpan, isOpenOnly: boolean, nowMs: number): CoverageRow[][] {
    const isConcerned = ({ feed, wallet, coin }: CoverageKey) =>
      feed === at.feed &&
      (at.wallet === undefined || wallet === at.wallet) &&
      (at.coin === undefined || coin === at.coin);
    const isWhole = at.wallet !== undefined && at.coin !== undefined;
    const keys = isWhole ? [byKey.get(keyText(at))] : [...byKey.values()];
    return keys.flatMap((ofKey) => {
      if (ofKey === undefined || !isConcerned(ofKey.key)) return [];
      return near(ofKey, at)
        .filter(({ state, reason }) => {
          // A record in quarantine stays lost although its blocks were read.
          if (at.wallet === undefined && quarantinedKind(reason) !== undefined) return false;
          return state === 'open' || (state === 'lost' && !isOpenOnly);
        })
        .map((gap) => turn(gap, at, { to: 'healed', nowMs }));
    });
  }

  function record(at: KeyedSpan, state: 'open' | 'lost', reason: string, nowMs: number): CoverageRow[][] {
    const before = byKey.get(keyText(at))?.byPlace.get(placeText({ ...at, state }));
    if (before?.state === state && before.reason === reason) return [];
    const seenMs = before?.seenMs ?? nowMs;
    const gap = { feed: at.feed, wallet: at.wallet, coin: at.coin, ...pick(at), state, reason, seenMs };
    return [[written(gap, nowMs, before)]];
  }

  function lose(at: KeyedSpan, reason: string, nowMs: number): CoverageRow[][] {
    const cut = near(byKey.get(keyText(at)), at).filter(
      (one) =>
        (one.state === 'open' || one.state === 'healed') &&
        placeText(one) !== placeText({ ...at, state: 'lost' }),
    );
    const rows = cut.map((gap) => [
      replaced(gap, nowMs),
      ...cutBy(gap, at).outside.map((part) => written({ ...gap, ...pick(part) }, nowMs)),
    ]);
    // The lost gap is stored first: after a kill before the cuts, the gaps still open are checked again.
    return [...record(at, 'lost', reason, nowMs), ...rows];
  }

  /** Merges a span with the covered intervals that it overlaps or touches; the merged row replaces the others. */
  function cover(at: KeyedSpan, nowMs: number): CoverageRow[][] {
    const touched = near(byKey.get(keyText(at)), at, 1)
      .filter(({ state }) => state === 'covered')
      .sort((a, b) => a.fromMs - b.fromMs);
    const whole = touched.reduce<CoverageSpan>(spanOfBoth, pick(at));
    const [first] = touched;
    if (
      first !== undefined &&
      touched.length === 1 &&
      first.fromMs === whole.fromMs &&
      first.toMs === whole.toMs
    ) {
      if ((first.toBlock ?? 0) === (whole.toBlock ?? 0) && (first.fromBlock ?? 0) === (whole.fromBlock ?? 0))
        return [];
    }
    const key = { feed: at.feed, wallet: at.wallet, coin: at.coin };
    const seenMs = touched.reduce((seen, one) => Math.min(seen, one.seenMs), nowMs);
    const grown = { ...key, ...pick(whole), state: 'covered' as const, reason: '', seenMs };
    const same = touched.find((one) => placeText(one) === placeText(grown));
    const rows = touched.filter((one) => one !== same).map((one) => [replaced(one, nowMs)]);
    return [[written(grown, nowMs, same)], ...rows];
  }

  return {
    apply(change, nowMs) {
      const { at } = change;
      if (change.to === 'covered') return cover(at, nowMs);
      if (change.to === 'healed') return heal(at, change.isOpenOnly, nowMs);
      return change.to === 'lost' ? lose(at, change.reason, nowMs) : record(at, 'open', change.reason, nowMs);
    },
  };
}

function newKey({ feed, wallet, coin }: CoverageKey): KeyIntervals {
  return {
    key: { feed, wallet, coin },
    byPlace: new Map(),
    byBlock: createSpanTree(),
    byBlockTime: createSpanTree(),
    byTime: createSpanTree(),
  };
}

function treesOf(
  { byBlock, byBlockTime, byTime }: KeyIntervals,
  span: CoverageSpan,
): [SpanTree<CoverageInterval>, TreeSpan][] {
  const times: TreeSpan = [span.fromMs, span.toMs];
  if (!hasBlocks(span)) return [[byTime, times]];
  return [
    [byBlock, [span.fromBlock, span.toBlock]],
    [byBlockTime, times],
  ];
}

/** Intervals that overlap a span in a unit that both have, blocks or milliseconds. @param by permitted distance */
function near(ofKey: KeyIntervals | undefined, at: CoverageSpan, by = 0): CoverageInterval[] {
  if (ofKey === undefined) return [];
  const times: TreeSpan = [at.fromMs - by, at.toMs + by];
  const withBlocks = hasBlocks(at)
    ? ofKey.byBlock.overlapping([at.fromBlock - by, at.toBlock + by])
    : ofKey.byBlockTime.overlapping(times);
  return [...withBlocks, ...ofKey.byTime.overlapping(times)];
}

function keyText({ feed, wallet = '', coin = '' }: CoverageKey): string {
  return JSON.stringify([feed, wallet, coin]);
}

/** Rows of one key with the same place text replace each other (`migrations/0108_coverage.sql`). */
function placeText({
  fromMs,
  fromBlock = 0,
  toMs,
  toBlock = 0,
  state,
}: CoverageSpan & { state: string }): string {
  return state === 'covered' ? `covered ${fromMs} ${fromBlock}` : `${fromMs} ${fromBlock} ${toMs} ${toBlock}`;
}
