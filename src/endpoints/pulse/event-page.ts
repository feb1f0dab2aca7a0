import type { AnalyticsStore } from '../../analytics/store.ts';
import type { Archetypes } from '../../archetypes/archetypes.ts';
import type { CloseEvents, HeldEvents } from '../../archetypes/close-events.ts';
import type { EventBounds, EventColumns, EventList } from '../../archetypes/event-lists.ts';
import type { ListRow } from '../../archetypes/ranked-list.ts';
import { heldRows, type RankedRows, rankedRows } from '../../archetypes/ranked-rows.ts';
import type { Window } from '../../domain/window.ts';
import { dayMs, rfc3339 } from '../../kernel/clock.ts';

interface EventPageQuery<C extends EventColumns> {
  list: EventList<C>;
  limit: number;
  offset: number;
  bounds: EventBounds;
  /** Whether a row matches, by its index; must equal the list's query. */
  wanted(rows: RankedRows<C>): (place: number) => boolean;
  /** Whether a band may have a matching row. */
  hasWanted(band: number): boolean;
  /** Whether no later row can match. */
  isOver(row: ListRow<C>): boolean;
}

/**
 * A page of events: from memory if the cached rows of each day suffice, else from the store.
 * @throws AnalyticsError
 */
export async function eventPage<C extends EventColumns>(
  { archetypes, analytics }: { archetypes: Pick<Archetypes, 'events'>; analytics: AnalyticsStore },
  params: EventPageQuery<C>,
  signal: AbortSignal,
): Promise<{ rows: ListRow<C>[]; window: Window }> {
  const { list, limit, offset, bounds } = params;
  const { events, window } = await archetypes.events(list);
  const page = pageOfHeld(events, params, window);
  if (page !== undefined) return { rows: page, window };
  const today = Math.floor(window.toMs / dayMs) * dayMs;
  const span = { since: window.fromMs, until: today + dayMs };
  const bytes = await analytics.bytes(list.pageQuery, { ...span, limit, offset, ...bounds }, { signal });
  const found = rankedRows(list.columns, bytes, window);
  return { rows: Array.from({ length: found.count }, (_, place) => found.row(place)), window };
}

/** @returns undefined if a row outside the cache might belong to the page */
function pageOfHeld<C extends EventColumns>(
  events: CloseEvents,
  { list, limit, offset, wanted, hasWanted, isOver }: EventPageQuery<C>,
  window: Window,
): ListRow<C>[] | undefined {
  const rows: ListRow<C>[] = [];
  const isWanted = wanted(heldRows(rows, window));
  const page: ListRow<C>[] = [];
  let left = offset;
  for (const { row, isLast } of inOrder(events.held(hasWanted), list)) {
    rows.push(row as unknown as ListRow<C>);
    if (isWanted(rows.length - 1)) {
      if (left > 0) left -= 1;
      else page.push(rows.at(-1)!);
      if (page.length === limit) return page;
    }
    if (isOver(rows.at(-1)!)) return page;
    // Rows after the last cached row of a day are unknown.
    if (isLast) return undefined;
  }
  return page;
}

/** Merges cached days into one ordered list; `isLast` marks the last row of a truncated day. */
function* inOrder(held: readonly HeldEvents[], { compare }: EventList) {
  const heap = held.map(({ rows, isCut }) => ({ rows, isCut, at: 0 }));
  type Head = (typeof heap)[number];
  const isBefore = (a: Head, b: Head) => compare(a.rows[a.at]!, b.rows[b.at]!) < 0;
  function sink(from: number): void {
    for (let at = from; ; ) {
      let first = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && isBefore(heap[child]!, heap[first]!)) first = child;
      }
      if (first === at) return;
      [heap[at], heap[first]] = [heap[first]!, heap[at]!];
      at = first;
    }
  }
  for (let at = heap.length >> 1; at >= 0; at--) if (at < heap.length) sink(at);
  while (heap.length > 0) {
    const head = heap[0]!;
    const row = head.rows[head.at]!;
    head.at += 1;
    const isOver = head.at === head.rows.length;
    if (isOver) {
      const last = heap.pop()!;
      if (heap.length > 0) heap[0] = last;
    }
    sink(0);
    yield { row, isLast: isOver && head.isCut };
  }
}

export function eventTimes({ openedMs, closedMs }: { openedMs: number; closedMs: number }) {
  return { openedAt: rfc3339(openedMs), closedAt: rfc3339(closedMs) };
}

/**
 * A page of winners: events with a minimum PnL and a minimum of the ranking figure.
 * @param ranked the figure's column, and its minimum
 * @throws AnalyticsError
 */
export function winnersPage<C extends EventColumns>(
  sources: Parameters<typeof eventPage>[0],
  params: Pick<EventPageQuery<C>, 'list' | 'limit' | 'offset'> & {
    minPnl: number;
    ranked: Parameters<RankedRows<C>['number']>[0];
    least: number;
  },
  signal: AbortSignal,
) {
  const { list, limit, offset, minPnl, ranked, least } = params;
  const wanted = (rows: RankedRows<C>) => {
    const [pnl, figure] = [rows.number('realizedPnl'), rows.number(ranked)];
    return (place: number) => pnl(place) >= minPnl && figure(place) >= least;
  };
  const hasWanted = (band: number) => bandMayReach(band, minPnl);
  const bounds = { pnl: minPnl, least, method: '' };
  const isOver = (row: ListRow<C>) => Number(row[ranked]) < least;
  return eventPage<C>(sources, { list, limit, offset, bounds, wanted, hasWanted, isOver }, signal);
}

/** PnL bands are powers of ten: a band that ends below the floor has no matching row. */
export function bandMayReach(band: number, leastPnl: number): boolean {
  return 10 ** (band + 1) >= leastPnl;
}
