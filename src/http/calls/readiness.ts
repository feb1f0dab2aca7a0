import type { ServerState } from '../../analytics/store.ts';

export interface Readiness {
  ready: boolean;
  /** By part: true if ready, else the reason in words. */
  checks: Readonly<Record<string, true | string>>;
  /** The fixed time of all answers, RFC 3339; undefined if the clock decides. */
  asOf?: string;
  /**
   * Open and lost gaps of the coverage ledger, by feed and state. `blocks` covers gaps with known blocks; `since` is when the first
   * was found. Undefined before the first count.
   */
  gaps?: readonly { feed: string; state: 'open' | 'lost'; gaps: number; blocks: number; since: string }[];
  /** State of each analytics server in list order, without addresses, because any caller may read it. */
  clickhouse?: readonly ServerState['state'][];
}
