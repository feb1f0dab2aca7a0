import type { CloseEvents } from './close-events.ts';
import type { ClosersBoard } from './closers.ts';
import type { EventList } from './event-lists.ts';
import type { HeldList, ListColumns } from './ranked-list.ts';
import type { RankedRows } from './ranked-rows.ts';

/** What is known of the lifecycles that were closed in the last 90 UTC days, today included, in memory. */
export interface Archetypes {
  /** Who closed them, in sums; `fromMs`: when the window begins, unix milliseconds. */
  closers(): Promise<{ board: ClosersBoard; fromMs: number }>;
  /** What is held of a list of single lifecycles, and the window that it is of. */
  events(list: EventList): Promise<{ events: CloseEvents; window: RankedRows['window'] }>;
  /** A list as it is now; waits for the first reading of what it is made of. */
  list<C extends ListColumns, R extends RankedRows<C>>(list: HeldList<C, R>): Promise<R>;
}
