import { Type } from 'typebox';
import { address, choice, coin, count } from '../kit/inputs.ts';
import { streamPath, tool } from '../kit/tool.ts';
import { bodyIn, counted, rowsIn, short } from '../kit/wording.ts';

/** A message of the stream; fills of it as `[wallet, fill]`, other events as they are. */
interface Message {
  cursor: string;
  data: unknown[];
}

/** Those of the first kind have a feed of one wallet and one of many. */
const byWallet = ['trades', 'liquidations', 'twapSliceFills', 'twapOrders', 'twapStatuses'] as const;
const types = [...byWallet, 'lifecycles', 'builderFills', 'outcomeEvents', 'quality'] as const;

/**
 * Characters of the JSON of an answer's events and gaps; their text has at most as many. Within this bound no row is cut: its cursor is
 * behind the last event in it, also inside of a message.
 */
const rowsLimitChars = 6_500;

export const watch = tool({
  name: 'watch',
  title: 'Wait for the next events',
  description:
    'Waits for the next events of all, a coin, wallets, a cohort or a saved list: trades, changes of positions (lifecycles), gaps of the record (quality). Call again with the cursor of the answer to miss nothing. One request.',
  input: Type.Object(
    {
      type: choice(types, 'What happens'),
      coin: Type.Optional(coin()),
      addresses: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 100 })),
      tier: Type.Optional(Type.String({ maxLength: 40, description: 'Cohort: smart_money, whale, …' })),
      list: Type.Optional(Type.String({ maxLength: 64, description: 'Saved list of the account' })),
      builder: Type.Optional(address('Of builderFills')),
      events: Type.Optional(
        Type.Array(Type.String({ maxLength: 20 }), {
          minItems: 1,
          maxItems: 10,
          description: 'Kinds: opened, closed, liquidated, activated, …',
        }),
      ),
      side: Type.Optional(choice(['buy', 'sell'], 'Of the fill')),
      minNotionalUsd: Type.Optional(Type.Integer({ minimum: 1, maximum: 1e12 })),
      cursor: Type.Optional(Type.String({ maxLength: 100, description: 'Of the last answer' })),
      waitSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 55, description: 'Default 20' })),
      limit: Type.Optional(count('Events', 100)),
    },
    { additionalProperties: false },
  ),
  sections: {
    events: 'What happened, oldest first; px and sz as the exchange writes them',
    gaps: 'Spans of the record that lack fills, or were filled, and concern these events',
    next: 'cursor to call again with; caughtUp: nothing further is stored',
  },
  plan: ({
    waitSeconds = 20,
    limit = 50,
    type,
    coin: coin_,
    addresses,
    tier: cohort,
    cursor,
    ...filters
  }) => {
    const position = { cursor: placeOf(cursor).behind, wait: waitSeconds, limit };
    const params = { ...feedOf(type, coin_, addresses), cohort, ...filters, ...position };
    return { answer: { path: streamPath, params } };
  },
  derive({ answer }, input) {
    const { events, gaps, from, cursor, caughtUp } = bodyIn(answer);
    const messages = rowsIn(events) as unknown as Message[];
    const leftChars = rowsLimitChars - JSON.stringify(gaps).length;
    const { rows, cut } = fitting(messages, leftChars, { behind: from, ...placeOf(input.cursor) });
    return {
      answer: undefined,
      events: rows,
      gaps,
      next: { cursor: cut ?? cursor, caughtUp: caughtUp === true && cut === undefined },
    };
  },
  finding({ events, gaps, next }, { waitSeconds = 20 }) {
    const rows = rowsIn(events);
    const { cursor, caughtUp } = bodyIn(next);
    const missing = rowsIn(gaps).length;
    return [
      rows.length === 0
        ? `Nothing happened within ${waitSeconds} s.`
        : `${counted(rows.length, 'event')}${worthOf(rows)}.`,
      `Go on with cursor: "${cursor}"${caughtUp === true ? '' : '; more is stored already'}.`,
      ...(missing === 0
        ? []
        : [
            `${counted(missing, 'gap')} of the record ${missing === 1 ? 'concerns' : 'concern'} these events.`,
          ]),
    ];
  },
});

/** Behind a message, and behind the first elements of the one that follows it. */
interface Place {
  behind?: unknown;
  elements: number;
}

/** @param cursor of the stream, with `~` and a number of elements where an answer ended inside of a message */
function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return { elements: 0 };
  const [, behind = cursor, elements = 0] = /^(.+)~(\d{1,6})$/.exec(cursor) ?? [];
  return { behind, elements: Number(elements) };
}

/** The events that one answer has room for. @returns also the cursor behind them, where some are left */
function fitting(messages: readonly Message[], limitChars: number, { behind, elements }: Place) {
  const rows: Record<string, unknown>[] = [];
  let chars = 0;
  for (const { data, cursor } of messages) {
    for (const [at, element] of data.entries()) {
      if (at < elements) continue;
      const row = rowOf(element);
      chars += JSON.stringify(row).length + 1;
      if (rows.length > 0 && chars > limitChars) return { rows, cut: at === 0 ? behind : `${behind}~${at}` };
      rows.push(row);
    }
    [behind, elements] = [cursor, 0];
  }
  return { rows, cut: undefined };
}

/** Of events that have a price; gaps have none. */
function worthOf(rows: readonly Record<string, unknown>[]): string {
  const traded = rows.filter(({ px, sz }) => px !== undefined && sz !== undefined);
  if (traded.length === 0) return '';
  return `, ${short(traded.reduce((sum, { px, sz }) => sum + Number(px) * Number(sz), 0))} USD`;
}

/** The feed of the least tier that has all of it. */
function feedOf(type: string, coinName: string | undefined, wallets: readonly string[] | undefined) {
  if (wallets === undefined && coinName !== undefined && type === 'trades')
    return { type: 'tradesByCoin', coin: coinName };
  const coins = coinName && [coinName];
  if (!byWallet.some((one) => one === type)) return { type, wallets, coins };
  const ofWallets =
    wallets?.length === 1
      ? { type: `${type}ByUser`, user: wallets[0] }
      : { type: `${type}ByUsers`, users: wallets };
  return { ...(wallets === undefined ? { type } : ofWallets), coins };
}

function rowOf(element: unknown): Record<string, unknown> {
  if (!Array.isArray(element)) return element as Record<string, unknown>;
  const [wallet, fill] = element as [string, Record<string, unknown>];
  const { time, coin, dir, side, px, sz, closedPnl, crossed, tid } = fill;
  return { time, wallet, coin, dir, side, px, sz, closedPnl, crossed, tid };
}
