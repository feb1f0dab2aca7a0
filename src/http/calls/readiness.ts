import type { ServerState } from '../../analytics/store.ts';

/** Whether the service can answer, and which of its parts cannot. */
export interface Readiness {
  ready: boolean;
  /** Part by name: true where it is ready, else a text that says what it waits for. */
  checks: Readonly<Record<string, true | string>>;
  /** The moment that everything is answered as of, RFC 3339, where that is not the clock's. */
  asOf?: string;
  /**
   * What the ledger of coverage has as missing, by feed and state; `blocks` in those gaps that are known by block, `since` when the first was found. Absent
   * before it was counted for the first time.
   */
  gaps?: readonly { feed: string; state: 'open' | 'lost'; gaps: number; blocks: number; since: string }[];
  /** Of each server of the analytics, in the order of their list: everybody may ask, and no address is shown. */
  clickhouse?: readonly ServerState['state'][];
}
