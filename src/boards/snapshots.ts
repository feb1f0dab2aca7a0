import type { Version } from '../changes/versions.ts';
import type { Boards } from './boards.ts';
import type { Coins } from './coins.ts';
import type { NewestBlock } from './newest-block.ts';
import type { RecentFills } from './recent-fills.ts';

/** What endpoints read from memory instead of the engine; rebuilt within seconds of new fills. */
export interface Snapshots {
  boards: Boards;
  coins: Coins;
  recentFills: RecentFills;
  /** Block of the newest stored fill; undefined before the first look. */
  newestBlock(): NewestBlock | undefined;
  /** Grows whenever stored fills changed. */
  version(): number;
  /** Of each alone. */
  versions: Readonly<Record<'boards' | 'coins' | 'recentFills', Version>>;
}
