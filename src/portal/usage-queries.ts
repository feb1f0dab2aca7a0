import { Type } from 'typebox';
import { query } from '../analytics/query.ts';

const ofAccount = { account: 'String', from: 'TimeMs' } as const;

/** Requests of an account by UTC day, route, key and status. */
export const usageRows = query({
  name: 'portal_usage',
  params: ofAccount,
  row: Type.Object({
    day: Type.String(),
    route: Type.String(),
    key_hash: Type.String(),
    status: Type.Number(),
    requests: Type.String(),
    mean_ms: Type.Number(),
  }),
  sql: `SELECT toString(toDate(time)) AS day, endpoint AS route, key_hash, status,
      toString(count()) AS requests, round(avg(duration_ms), 1) AS mean_ms
    FROM request_log
    WHERE account_id = {account:String} AND time >= {from:TimeMs}
    GROUP BY toDate(time), endpoint, key_hash, status
    ORDER BY day DESC, count() DESC, route, key_hash, status
    LIMIT 5000`,
});

/** The newest requests of an account that were answered with an error, each by its request id. */
export const usageErrors = query({
  name: 'portal_errors',
  params: ofAccount,
  row: Type.Object({
    time_ms: Type.String(),
    route: Type.String(),
    key_hash: Type.String(),
    status: Type.Number(),
    request_id: Type.String(),
  }),
  sql: `SELECT toString(toUnixTimestamp64Milli(time)) AS time_ms, endpoint AS route, key_hash, status, request_id
    FROM request_log
    WHERE account_id = {account:String} AND time >= {from:TimeMs} AND status >= 400
    ORDER BY time DESC, request_id
    LIMIT 100`,
});
