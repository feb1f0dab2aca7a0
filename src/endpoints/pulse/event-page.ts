import type { AnalyticsStore } from '../../analytics/store.ts';
import type { Archetypes } from '../../archetypes/archetypes.ts';
import { type BandedList, type EventBounds, rowsPerBand } from '../../archetypes/event-lists.ts';
import type { ListColumns, ListRow } from '../../archetypes/ranked-list.ts';
import { type RankedRows, rankedRows } from '../../archetypes/ranked-rows.ts';
import type { Window } from '../../domain/window.ts';
import { dayMs, rfc3339 } from '../../kernel/clock.ts';

interface Asked<C extends ListColumns> {
  list: BandedList<C>;
  limit: number;
  offset: number;
  bounds: EventBounds;
  /** Whether a row is wanted, by its place; the same as the list's query says. */
  wanted(rows: RankedRows<C>): (place: number) => boolean;
  /** Whether a band may have a row that is wanted. */
  hasWanted(band: number): boolean;
}

/**
 * A page of events: from memory, where the rows that are held of each band prove it to be the page, else from the store.
 * @throws AnalyticsError
 */
export async function eventPage<C extends ListColumns>(
  { archetypes, analytics }: { archetypes: Archetypes; analytics: AnalyticsStore },
  asked: Asked<C>,
  signal: AbortSignal,
): Promise<{ rows: ListRow<C>[]; window: Window }> {
  const { list, limit, offset, bounds } = asked;
  const held = await archetypes.list(list);
  const { window } = held;
  const page = pageOfHeld(held, asked);
  if (page !== undefined) return { rows: page, window };
  const today = Math.floor(window.toMs / dayMs) * dayMs;
  const span = { from_ms: window.fromMs, end_ms: today + dayMs };
  const bytes = await analytics.bytes(list.pageQuery, { ...span, limit, offset, ...bounds }, { signal });
  const found = rankedRows(list.columns, bytes, window);
  return { rows: Array.from({ length: found.count }, (_, place) => found.row(place)), window };
}

/** @returns undefined where a row that is not held might belong to the page */
function pageOfHeld<C extends ListColumns>(held: RankedRows<C>, asked: Asked<C>): ListRow<C>[] | undefined {
  const isWanted = asked.wanted(held);
  const bandOf = held.number('band');
  const seen = new Map<number, number>();
  const page: ListRow<C>[] = [];
  let left = asked.offset;
  for (let place = 0; place < held.count; place++) {
    if (isWanted(place)) {
      if (left > 0) left -= 1;
      else page.push(held.row(place));
      if (page.length === asked.limit) return page;
    }
    const band = bandOf(place);
    const count = (seen.get(band) ?? 0) + 1;
    seen.set(band, count);
    // What comes behind the last row that is held of a band is not known.
    if (count === rowsPerBand && asked.hasWanted(band)) return undefined;
  }
  return page;
}

/** The moments of an event as bodies have them. */
export function eventTimes({ openedMs, closedMs }: { openedMs: number; closedMs: number }) {
  return { openedAt: rfc3339(openedMs), closedAt: rfc3339(closedMs) };
}

/**
 * A page of winners: of those with at least a PnL, and a figure that they are ranked by.
 * @param ranked the column of that figure, and the least of it
 * @throws AnalyticsError
 */
export function winnersPage<C extends ListColumns & { realizedPnl: ListColumns[string] }>(
  sources: Parameters<typeof eventPage>[0],
  asked: Pick<Asked<C>, 'list' | 'limit' | 'offset'> & {
    minPnl: number;
    ranked: Parameters<RankedRows<C>['number']>[0];
    least: number;
  },
  signal: AbortSignal,
) {
  const { list, limit, offset, minPnl, ranked, least } = asked;
  const wanted = (rows: RankedRows<C>) => {
    const [pnl, figure] = [rows.number('realizedPnl'), rows.number(ranked)];
    return (place: number) => pnl(place) >= minPnl && figure(place) >= least;
  };
  const hasWanted = (band: number) => bandMayReach(band, minPnl);
  const bounds = { pnl: minPnl, least, method: '' };
  return eventPage<C>(sources, { list, limit, offset, bounds, wanted, hasWanted }, signal);
}

/** Bands of PnL are powers of ten: those that end below a floor have no row above it. */
export function bandMayReach(band: number, leastPnl: number): boolean {
  return 10 ** (band + 1) >= leastPnl;
}
