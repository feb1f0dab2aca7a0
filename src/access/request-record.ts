/** One line of the request log (docs/contract.md#request-log). Written for requests with an accepted key. */
export interface RequestRecord {
  requestId: string;
  /** Endpoint id. */
  endpoint: string;
  method: string;
  /** Address of the connection; empty if no longer known. */
  ip: string;
  /** The first {@link userAgentLimitBytes} of the header. */
  userAgent: string;
  durationMs: number;
  status: number;
  /** SHA-256 of the key, hex. The key itself is never recorded. */
  keyHash: string;
  accountId: string;
}

/** Receives request records; must not wait and must not throw. */
export interface RequestLog {
  record(record: RequestRecord): void;
  readonly counts: Readonly<RequestLogCounts>;
}

/** Outcome of this process's records so far. */
export interface RequestLogCounts {
  stored: number;
  /** Records lost because the store was too slow, or could not be stored before shutdown. */
  dropped: number;
}

/** Longer User-Agent headers are truncated. */
export const userAgentLimitBytes = 256;
