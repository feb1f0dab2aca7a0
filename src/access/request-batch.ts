import { arrowStream, dictionaryColumn, numberColumn, textColumn } from '../analytics/arrow-rows.ts';
import type { ArrowInsert } from '../analytics/store.ts';
import { redactKeys } from '../kernel/log.ts';
import type { RequestRecord } from './request-record.ts';

/** Records of the request log in columns of fixed capacity. */
export interface RequestBatch {
  readonly count: number;
  /** @param timeMs when the request was answered, unix milliseconds. Must not be called once `capacity` is reached. */
  add(record: RequestRecord, timeMs: number): void;
  /** The records as an Arrow IPC stream, to be inserted with {@link requestInsert}. */
  encode(): Uint8Array;
  reset(): void;
}

/** How the engine reads an encoded batch. */
export const requestInsert: Pick<ArrowInsert, 'structure' | 'target' | 'select'> = {
  structure: [
    'time Float64',
    'endpoint LowCardinality(String)',
    'method LowCardinality(String)',
    'ip LowCardinality(String)',
    'user_agent LowCardinality(String)',
    'duration_ms Float32',
    'status UInt16',
    'key_hash LowCardinality(String)',
    'account_id LowCardinality(String)',
    'request_id String',
  ].join(', '),
  target:
    'request_log (time, endpoint, method, ip, user_agent, duration_ms, status, key_hash, account_id, request_id)',
  select:
    "fromUnixTimestamp64Milli(toInt64(time), 'UTC'), endpoint, method, ip, user_agent, duration_ms, status, key_hash, account_id, request_id",
};

/**
 * Stores records in columns as they arrive: converting ten thousand objects at flush time would
 * delay concurrent requests.
 *
 * @param patternOf the route pattern of an endpoint id
 */
export function createRequestBatch(capacity: number, patternOf: (endpoint: string) => string): RequestBatch {
  const times = new Float64Array(capacity);
  const durations = new Float32Array(capacity);
  const statuses = new Uint16Array(capacity);
  const endpoints = repeatedTexts(capacity, patternOf);
  const methods = repeatedTexts(capacity);
  const ips = repeatedTexts(capacity, withoutMapping);
  // The header may contain anything, even the caller's key.
  const userAgents = repeatedTexts(capacity, redactKeys);
  const keyHashes = repeatedTexts(capacity);
  const accounts = repeatedTexts(capacity);
  const requestIds: string[] = [];
  let count = 0;

  return {
    get count() {
      return count;
    },
    add(record, timeMs) {
      times[count] = timeMs;
      durations[count] = record.durationMs;
      statuses[count] = record.status;
      endpoints.set(count, record.endpoint);
      methods.set(count, record.method);
      ips.set(count, record.ip);
      userAgents.set(count, record.userAgent);
      keyHashes.set(count, record.keyHash);
      accounts.set(count, record.accountId);
      requestIds.push(record.requestId);
      count += 1;
    },
    encode() {
      const columns = {
        time: numberColumn(times.subarray(0, count)),
        endpoint: endpoints.column(count),
        method: methods.column(count),
        ip: ips.column(count),
        user_agent: userAgents.column(count),
        duration_ms: numberColumn(durations.subarray(0, count)),
        status: numberColumn(statuses.subarray(0, count)),
        key_hash: keyHashes.column(count),
        account_id: accounts.column(count),
        request_id: textColumn(requestIds),
      };
      return arrowStream(Object.keys(columns), Object.values(columns), count);
    },
    reset() {
      for (const texts of [endpoints, methods, ips, userAgents, keyHashes, accounts]) texts.reset();
      requestIds.length = 0;
      count = 0;
    },
  };
}

/** A column of repeated texts. @param form maps a text to its stored form, once per distinct text */
function repeatedTexts(capacity: number, form: (text: string) => string = (text) => text) {
  const codes = new Int32Array(capacity);
  const known = new Map<string, number>();
  const texts: string[] = [];
  return {
    set(row: number, text: string): void {
      let code = known.get(text);
      if (code === undefined) {
        code = texts.length;
        // A copy: a slice would keep the whole header in memory, sixty times its size.
        known.set(Buffer.from(text).toString(), code);
        texts.push(form(text));
      }
      codes[row] = code;
    },
    column: (count: number) => dictionaryColumn(texts, codes.subarray(0, count)),
    reset(): void {
      known.clear();
      texts.length = 0;
    },
  };
}

/** Plain form of an IPv4-mapped IPv6 address, as dual-stack sockets report it. */
function withoutMapping(ip: string): string {
  return ip.startsWith('::ffff:') && ip.includes('.') ? ip.slice(7) : ip;
}
