/** One line of the request log (docs/contract.md#request-log). Written for requests with an accepted key. */
export interface RequestRecord {
  requestId: string;
  /** Endpoint id. */
  endpoint: string;
  method: string;
  /** Of the connection; empty where it is not known any more. */
  ip: string;
  /** The first {@link userAgentLimitBytes} of the header. */
  userAgent: string;
  durationMs: number;
  status: number;
  /** SHA-256 of the key, hex. The key itself never gets here. */
  keyHash: string;
  accountId: string;
}

/** Takes request records; must not wait and must not throw. */
export interface RequestLog {
  /** Takes the record of a request that has just been answered. */
  record(record: RequestRecord): void;
  readonly counts: Readonly<RequestLogCounts>;
}

/** What became of the records of this process; grows as they are written. */
export interface RequestLogCounts {
  stored: number;
  /** Found no room because the store was too slow, or could not be stored before the end. */
  dropped: number;
}

/** Longer User-Agent headers are cut in the request log. */
export const userAgentLimitBytes = 256;
