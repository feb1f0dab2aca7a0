import {
  type CoverageInterval,
  type CoverageKey,
  type CoverageSpan,
  type CoverageState,
  cutBy,
  overlaps,
  pick,
  spanOfBoth,
  touches,
} from './interval.ts';

/** What one change is about. */
export type KeyedSpan = CoverageKey & CoverageSpan;

/** What a writer reports to the ledger. */
export type CoverageChange =
  | { to: 'covered'; at: KeyedSpan }
  | { to: 'open' | 'lost'; at: KeyedSpan; reason: string }
  /** Of all wallets, or coins, where none is named. Gaps that are lost stay so where `isOpenOnly`. */
  | { to: 'healed'; at: KeyedSpan; isOpenOnly: boolean };

/** A row to be stored: an interval in its newest state, or one that others stand in the place of. */
export type CoverageRow = Omit<CoverageInterval, 'state'> & {
  state: CoverageState | 'replaced';
  isGap: boolean;
};

/** Intervals of some keys, and what changes make of them. Pure. */
export interface CoverageBook {
  /** @returns rows in groups that each have to be stored at once, in this order; none where nothing changes */
  apply(change: CoverageChange, nowMs: number): CoverageRow[][];
}

/** @param stored what the store has of the keys, as far as it overlaps or touches what changes */
export function coverageBook(stored: readonly CoverageInterval[]): CoverageBook {
  const byKey = new Map<string, Map<string, CoverageInterval>>();
  for (const interval of stored) put(interval);

  function put(interval: CoverageInterval): void {
    const key = keyText(interval);
    const ofKey = byKey.get(key) ?? new Map<string, CoverageInterval>();
    byKey.set(key, ofKey.set(placeText(interval), interval));
  }

  function found(at: KeyedSpan): CoverageInterval[] {
    return [...(byKey.get(keyText(at))?.values() ?? [])];
  }

  /** One in its newest state; the version grows, also where the clock does not. */
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
    byKey.get(keyText(interval))!.delete(placeText(interval));
    const isGap = interval.state !== 'covered';
    return { ...interval, isGap, state: 'replaced', changedMs: Math.max(nowMs, interval.changedMs + 1) };
  }

  /** The part of a gap that the span has gets the state; parts outside of it stay as they are. */
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
    const isConcerned = ({ feed, wallet, coin, state }: CoverageInterval) =>
      feed === at.feed &&
      (at.wallet === undefined || wallet === at.wallet) &&
      (at.coin === undefined || coin === at.coin) &&
      (state === 'open' || (state === 'lost' && !isOpenOnly));
    return [...byKey.values()].flatMap((ofKey) => {
      const [first] = ofKey.values();
      if (first?.feed !== at.feed) return [];
      return [...ofKey.values()]
        .filter((gap) => isConcerned(gap) && overlaps(gap, at))
        .map((gap) => turn(gap, at, { to: 'healed', nowMs }));
    });
  }

  function record(at: KeyedSpan, state: 'open' | 'lost', reason: string, nowMs: number): CoverageRow[][] {
    const before = found(at).find(
      (one) => one.state !== 'covered' && placeText(one) === placeText({ ...at, state }),
    );
    if (before?.state === state && before.reason === reason) return [];
    const seenMs = before?.seenMs ?? nowMs;
    const gap = { feed: at.feed, wallet: at.wallet, coin: at.coin, ...pick(at), state, reason, seenMs };
    return [[written(gap, nowMs, before)]];
  }

  function lose(at: KeyedSpan, reason: string, nowMs: number): CoverageRow[][] {
    const cut = found(at).filter(
      (one) =>
        (one.state === 'open' || one.state === 'healed') &&
        placeText(one) !== placeText({ ...at, state: 'lost' }) &&
        overlaps(one, at),
    );
    const rows = cut.map((gap) => [
      replaced(gap, nowMs),
      ...cutBy(gap, at).outside.map((part) => written({ ...gap, ...pick(part) }, nowMs)),
    ]);
    // First: killed before what was open is cut, it is looked at again.
    return [...record(at, 'lost', reason, nowMs), ...rows];
  }

  /** What is covered grows: one that it touches gets its ends, others that it reaches stand in it. */
  function cover(at: KeyedSpan, nowMs: number): CoverageRow[][] {
    const near = found(at)
      .filter((one) => one.state === 'covered' && touches(one, at))
      .sort((a, b) => a.fromMs - b.fromMs);
    const whole = near.reduce<CoverageSpan>(spanOfBoth, pick(at));
    const [first] = near;
    if (
      first !== undefined &&
      near.length === 1 &&
      first.fromMs === whole.fromMs &&
      first.toMs === whole.toMs
    ) {
      if ((first.toBlock ?? 0) === (whole.toBlock ?? 0) && (first.fromBlock ?? 0) === (whole.fromBlock ?? 0))
        return [];
    }
    const key = { feed: at.feed, wallet: at.wallet, coin: at.coin };
    const seenMs = near.reduce((seen, one) => Math.min(seen, one.seenMs), nowMs);
    const grown = { ...key, ...pick(whole), state: 'covered' as const, reason: '', seenMs };
    const same = near.find((one) => placeText(one) === placeText(grown));
    const rows = near.filter((one) => one !== same).map((one) => [replaced(one, nowMs)]);
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

function keyText({ feed, wallet = '', coin = '' }: CoverageKey): string {
  return JSON.stringify([feed, wallet, coin]);
}

/** Two rows of one key replace each other where this is the same (`migrations/0029_coverage.sql`). */
function placeText({
  fromMs,
  fromBlock = 0,
  toMs,
  toBlock = 0,
  state,
}: CoverageSpan & { state: string }): string {
  return state === 'covered' ? `covered ${fromMs} ${fromBlock}` : `${fromMs} ${fromBlock} ${toMs} ${toBlock}`;
}
