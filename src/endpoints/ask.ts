/** What a request of an agent was answered, as over HTTP: problems too. */
export interface Answered {
  status: number;
  /** Headers by lower-case name. */
  headers: ReadonlyMap<string, string>;
  /** The parsed JSON body. */
  body: unknown;
}

/**
 * Requests the service as REST callers do: with the same key, limits, checks, cache and log, within this process or over HTTP.
 * Every call counts as one request of the account. A refusal by the service is returned, not thrown.
 *
 * @param target path and query, encoded: `/api/public/v1/pulse/leaderboard?limit=5`; `/ready` and `/openapi.json` are free
 * @throws RequestGone and the like if the caller has left; Problem `NOT_READY` during startup; Error if the service is unreachable
 */
export type Ask = (target: string, signal: AbortSignal) => Promise<Answered>;
