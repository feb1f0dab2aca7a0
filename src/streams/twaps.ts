import { Type } from 'typebox';
import { query, type RowOf } from '../analytics/query.ts';
import { decimal as decimalText } from '../changes/logged-fill.ts';
import { twapStatuses } from '../wire/twap.ts';
import type { Change, Changes } from './change-log.ts';
import { ofChanges, threefold } from './feed.ts';
import { decimal, integer, object, orNull, type Schema, schemaAt, text, timeMs, wallet } from './schema.ts';

const ms = (column: string) => `toString(toUnixTimestamp64Milli(${column}))`;
const maybe = (column: string) => `ifNull(toString(${column}), '')`;
const order = 'wallet, started, coin, twap_id, status';
const column = Type.String();

/**
 * Query of the statuses noted in a span. A status stored earlier is not repeated if a later record has it again.
 *
 * @param isOrder only the first status of each order
 */
function statusesOf(name: string, isOrder: boolean) {
  const noted = 'noted > {after:TimeMs} AND noted <= {to:TimeMs}';
  const wallets = `wallet IN (SELECT wallet FROM twap_statuses WHERE ${noted})`;
  const wanted = isOrder
    ? `(status = 'waitingForTrigger' OR status = 'activated' AND (wallet, coin, twap_id) NOT IN (
        SELECT wallet, coin, twap_id FROM twap_statuses WHERE status = 'waitingForTrigger' AND ${wallets}))`
    : '1';
  const of = `${noted} AND ${wanted}
      AND (${order}) NOT IN (SELECT ${order} FROM twap_statuses WHERE noted <= {after:TimeMs} AND ${wallets})`;
  return query({
    name,
    params: { after: 'TimeMs', to: 'TimeMs', most: 'UInt64' },
    row: Type.Object({
      noted_ms: column,
      time_ms: column,
      started_ms: column,
      user: column,
      coin: column,
      status: column,
      id: column,
      side: Type.Enum(['B', 'A']),
      sz: column,
      executed: column,
      executed_usd: column,
      minutes: column,
      reduce_only: Type.Boolean(),
      randomize: Type.Boolean(),
      trigger_at: column,
      trigger_above: Type.Boolean(),
      stop_at: column,
      description: column,
    }),
    limits: { deadlineMs: 30_000, maxRows: 200_000 },
    sql: `
      SELECT ${ms('noted')} AS noted_ms, ${ms('time')} AS time_ms, ${ms('started')} AS started_ms,
        concat('0x', lower(hex(wallet))) AS user, CAST(twap_statuses.coin, 'String') AS coin,
        CAST(twap_statuses.status, 'String') AS status, toString(twap_id) AS id, CAST(twap_statuses.side, 'String') AS side,
        toString(twap_statuses.sz) AS sz, toString(executed_sz) AS executed, toString(executed_ntl) AS executed_usd,
        toString(twap_statuses.minutes) AS minutes, reduce_only, randomize, ${maybe('trigger_px')} AS trigger_at, trigger_above,
        ${maybe('stop_px')} AS stop_at, description
      FROM twap_statuses
      WHERE ${of} AND noted <= (
        SELECT max(found.noted) FROM (
          SELECT noted FROM twap_statuses WHERE ${of} ORDER BY noted LIMIT {most:UInt64}) AS found)
      ORDER BY noted, time, ${order}
      LIMIT 1 BY ${order}`,
  });
}

const newestNoted = query({
  name: 'newest_twap_status',
  params: {},
  row: Type.Object({ noted_ms: column }),
  sql: `SELECT ${ms('max(noted)')} AS noted_ms FROM twap_statuses`,
});

const queries = {
  all: statusesOf('twap_statuses_noted', false),
  orders: statusesOf('twap_orders_noted', true),
};
type Found = RowOf<typeof queries.all>;

function changesOf(kind: keyof typeof queries, elementOf: (found: Found) => object): Changes {
  return {
    fact: 'twaps',
    async read(store, { afterMs, toMs, most }) {
      const params = { after: Math.max(0, afterMs), to: toMs, most };
      const rows = await store.rows(queries[kind], params, { lane: 'heavy' });
      return rows.map((found) => changeOf(found, elementOf));
    },
    async newest(store) {
      const [found] = await store.rows(newestNoted, {}, { lane: 'heavy' });
      return Math.max(0, Number(found!.noted_ms));
    },
  };
}

function changeOf(found: Found, elementOf: (found: Found) => object): Change {
  const { noted_ms, started_ms, user, coin, id, status, side } = found;
  return {
    changedMs: Number(noted_ms),
    wallet: user,
    coin,
    side,
    event: status,
    name: [user, started_ms, coin, id, status].join(' '),
    json: () => JSON.stringify(elementOf(found)),
  };
}

const headOf = ({ time_ms, id }: Found) => ({
  time: Number(time_ms),
  twapId: id === '0' ? null : Number(id),
});

function termsOf(found: Found) {
  const { user, coin, side, sz, minutes, reduce_only, randomize, started_ms, trigger_at, stop_at } = found;
  return {
    coin,
    user,
    side,
    sz: decimalText(sz),
    minutes: Number(minutes),
    reduceOnly: reduce_only,
    randomize,
    timestamp: Number(started_ms),
    trigger: trigger_at === '' ? null : { px: decimalText(trigger_at), above: found.trigger_above },
    stopPx: stop_at === '' ? null : decimalText(stop_at),
  };
}

/** New TWAP orders: the first status of each. */
const twapOrderChanges = changesOf('orders', (found) => ({
  ...headOf(found),
  status: found.status,
  ...termsOf(found),
}));

/** Every status of TWAP orders. */
const twapStatusChanges = changesOf('all', (found) => ({
  ...headOf(found),
  status: found.status,
  ...(found.description && { description: found.description }),
  state: {
    ...termsOf(found),
    executedSz: decimalText(found.executed),
    executedNtl: decimalText(found.executed_usd),
  },
}));

const twapHead: Readonly<Record<string, Schema>> = {
  time: timeMs,
  twapId: orNull(integer),
  status: text(`${twapStatuses.join(', ')}, or a new status of the exchange`),
};
const twapTerms: Readonly<Record<string, Schema>> = {
  coin: text(),
  user: wallet,
  side: { enum: ['B', 'A'] },
  sz: decimal,
  minutes: integer,
  reduceOnly: { type: 'boolean' },
  randomize: { type: 'boolean' },
  timestamp: timeMs,
  trigger: {
    ...orNull(object({ px: decimal, above: { type: 'boolean' } })),
    description: 'The order waits until the mark price is above, or below, this price',
  },
  stopPx: { ...orNull(decimal), description: 'The order ends at this price' },
};

const ofTwaps = {
  ...ofChanges,
  record: 'twaps' as const,
  filters: ['wallets', 'coins', 'dex', 'side'],
};

export const twapFeeds = {
  ...threefold('twapOrders', ['pro', 'pro', 'pro'], {
    ...ofTwaps,
    changes: twapOrderChanges,
    summary: 'New TWAP orders',
    data: schemaAt('TwapOrder'),
    schemas: { TwapOrder: object({ ...twapHead, ...twapTerms }) },
  }),
  ...threefold('twapStatuses', ['pro', 'pro', 'pro'], {
    ...ofTwaps,
    changes: twapStatusChanges,
    events: twapStatuses,
    summary: 'Every status of TWAP orders',
    data: schemaAt('TwapStatus'),
    schemas: {
      TwapStatus: object(
        {
          ...twapHead,
          description: text('Reason of an error'),
          state: object({
            ...twapTerms,
            executedSz: decimal,
            executedNtl: { ...decimal, description: 'USD' },
          }),
        },
        ['description'],
      ),
    },
  }),
};
