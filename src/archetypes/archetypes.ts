import type { CloseEvents } from './close-events.ts';
import type { ClosersBoard } from './closers.ts';
import type { EventList } from './event-lists.ts';
import type { HeldList, ListColumns } from './ranked-list.ts';
import type { RankedRows } from './ranked-rows.ts';

/** In-memory data on lifecycles closed in the last 90 UTC days, today included. */
export interface Archetypes {
  /** Sums by wallet; `fromMs`: start of the window, unix milliseconds. */
  closers(): Promise<{ board: ClosersBoard; fromMs: number }>;
  /** The cached rows of a list of single lifecycles, and their window. */
  events(list: EventList): Promise<{ events: CloseEvents; window: RankedRows['window'] }>;
  /** The current rows of a list; waits for the first load of its sources. */
  list<C extends ListColumns, R extends RankedRows<C>>(list: HeldList<C, R>): Promise<R>;
}
