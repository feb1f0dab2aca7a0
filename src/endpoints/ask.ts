/** What a request of an agent was answered, as over HTTP: problems too. */
export interface Answered {
  /** HTTP status. */
  status: number;
  /** Headers by lower-case name. */
  headers: ReadonlyMap<string, string>;
  /** The parsed JSON body. */
  body: unknown;
}

/**
 * Asks the service as its REST callers do: with the same key, limits, checks, cache and log, within this process or over HTTP.
 * Every call is one request of the account, and what the service refuses is an answer too.
 *
 * @param target path and query, encoded: `/api/public/v1/pulse/leaderboard?limit=5`; `/ready` and `/openapi.json` cost nothing
 * @throws RequestGone and the like where the caller has gone; Problem `NOT_READY` while it starts; Error where the service cannot be reached
 */
export type Ask = (target: string, signal: AbortSignal) => Promise<Answered>;
