import type { Boards } from './boards.ts';
import type { Coins } from './coins.ts';

/** What endpoints read from memory instead of the engine; rebuilt within seconds of new fills. */
export interface Snapshots {
  boards: Boards;
  coins: Coins;
  /** Newest source block behind the stored fills, 0 where the sources told none. */
  newestBlock(): number;
  /** Grows whenever stored fills changed. */
  version(): number;
}
