import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import {
  createRequestLog,
  type RequestLogOptions,
  type StoredRequestLog,
} from '../src/access/request-log.ts';
import type { RequestRecord } from '../src/access/request-record.ts';
import { openChdb } from '../src/analytics/chdb.ts';
import { migrateAnalytics } from '../src/analytics/migrate.ts';
import { query } from '../src/analytics/query.ts';
import type { AnalyticsStore, ArrowInsert } from '../src/analytics/store.ts';
import { createLog } from '../src/kernel/log.ts';
import { toyBoard } from './contract/toys.ts';
import { seedEngine } from './data-template.ts';
import { until } from './until.ts';

/** Request logs over a real engine in a directory of their own. */
export interface RequestLogHarness {
  readonly store: AnalyticsStore;
  readonly root: string;
  /** A log that writes on call, and the lines it reports. */
  openLog(more?: Partial<RequestLogOptions>): {
    requestLog: StoredRequestLog;
    lines: Record<string, unknown>[];
    dir: string;
  };
  /** The store with each insert held until it is let go. */
  heldStore(): { waiting: (() => void)[]; insertArrow(insert: ArrowInsert): Promise<void> };
  /** Rows of an account. */
  countOf(account: string): Promise<number>;
  close(): Promise<void>;
}

/** Every record of an account, in its order. */
export const loggedRequests = query({
  name: 'logged_requests',
  params: { account: 'String' },
  row: Type.Object({
    time_ms: Type.String(),
    endpoint: Type.String(),
    method: Type.String(),
    ip: Type.String(),
    user_agent: Type.String(),
    duration_ms: Type.Number(),
    status: Type.Number(),
    key_hash: Type.String(),
    account_id: Type.String(),
    request_id: Type.String(),
  }),
  sql: `SELECT toUnixTimestamp64Milli(time) AS time_ms, endpoint, method, ip, user_agent, duration_ms, status, key_hash,
    account_id, request_id FROM request_log WHERE account_id = {account:String} ORDER BY time, request_id`,
});

/** The i-th record of an account. */
export const record = (accountId: string, i: number): RequestRecord => ({
  requestId: `r-${i}`,
  endpoint: 'toy.board',
  method: 'GET',
  ip: '::ffff:192.0.2.7',
  userAgent: `agent ${i % 3}`,
  durationMs: 1.5,
  status: 200,
  keyHash: 'ab'.repeat(32),
  accountId,
});

/** Opens an engine for the logs. */
export async function openRequestLogHarness(): Promise<RequestLogHarness> {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-request-log-'));
  const store = await openChdb({ dir: seedEngine(join(root, 'analytics')) });
  await migrateAnalytics(store);
  let logs = 0;
  return {
    store,
    root,
    openLog(more = {}) {
      const lines: Record<string, unknown>[] = [];
      logs += 1;
      const dir = join(root, `log-${logs}`);
      const requestLog = createRequestLog({
        analytics: store,
        dir,
        log: createLog({ level: 'warn', to: { write: (line: string) => void lines.push(JSON.parse(line)) } }),
        patternOf: (endpoint) => (endpoint === toyBoard.id ? toyBoard.path : endpoint),
        flushMs: 3_600_000,
        retryMs: 1,
        ...more,
      });
      return { requestLog, lines, dir: more.dir ?? dir };
    },
    heldStore() {
      const waiting: (() => void)[] = [];
      return {
        waiting,
        async insertArrow(insert) {
          await new Promise<void>((resolve) => waiting.push(resolve));
          await store.insertArrow(insert);
        },
      };
    },
    countOf: async (account) => (await store.rows(loggedRequests, { account })).length,
    async close() {
      await store.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Resolves once `holds` does. */
export const eventually = (holds: () => boolean | Promise<boolean>) => until(`${holds}`, holds);

/** Batches on disk, in the order in which they were begun. */
export function batchesIn(dir: string): string[] {
  return filesIn(dir)
    .filter((file) => file.endsWith('.arrow'))
    .sort();
}

/** Every file below a directory. */
export function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
