import { Type } from 'typebox';
import { choice, coin, count, detail, since } from '../kit/inputs.ts';
import { type Plan, tool } from '../kit/tool.ts';
import { bodyIn, counted, percent, ranking, rowsIn, usd } from '../kit/wording.ts';

const views = ['summary', 'recent', 'largest', 'by_coin', 'liquidators', 'lethal'] as const;
/** Coins whose sides are asked for, one request each. */
const coinsLimit = 8;

export const liquidations = tool({
  name: 'liquidations',
  title: 'Liquidations',
  description:
    'Who was liquidated, where and by whom: summary with timeline and cohorts, single events (recent, largest), coins ranked by liquidated longs and shorts ("which coins kill longs"), the liquidators, and the share of positions that end so.',
  input: Type.Object(
    {
      view: Type.Optional(choice(views, 'summary by default')),
      coin: Type.Optional(coin('Of summary, recent and largest')),
      since: Type.Optional(since('How far back; 7d by default')),
      side: Type.Optional(choice(['long', 'short'], 'Which side by_coin ranks by; both by default')),
      coins: Type.Optional(count('Coins of by_coin, a request each; 5 by default', coinsLimit)),
      limit: Type.Optional(count('Rows; 20 by default')),
      detail: detail(),
    },
    { additionalProperties: false },
  ),
  sections: {
    summary: 'LiquidationSummaryBody',
    recent: 'RecentLiquidationsBody, newest first',
    largest: 'RecentLiquidationsBody, largest notional first',
    coins: 'Of the coins with most liquidated notional: events, longs, shorts; ranked by the requested side',
    liquidators: 'TopLiquidatorRow[] of 90 days',
    lethal: 'LethalCoinRow[] of 90 days',
  },
  plan({ view = 'summary', coin: name, since: span = '7d', limit = 20 }): Plan {
    if (view === 'recent' || view === 'largest') {
      const params = { coin: name, since: span, sort: view === 'largest' ? 'notional' : 'time' };
      return { [view]: { path: '/live/risk/liquidations/recent', params, rows: limit } };
    }
    if (view === 'liquidators') return { liquidators: { path: '/pulse/top-liquidators', rows: limit } };
    if (view === 'lethal')
      return { lethal: { path: '/pulse/lethal-coins', params: { minLifecycles: 1 }, rows: limit } };
    return {
      summary: {
        path: '/live/risk/liquidations/summary',
        params: { coin: view === 'by_coin' ? undefined : name, since: span },
      },
    };
  },
  follow({ summary }, { view, since: span = '7d', coins = 5 }): Plan {
    if (view !== 'by_coin') return {};
    const names = rowsIn(summary, 'byCoin')
      .slice(0, coins)
      .map((row) => String(row.coin));
    return Object.fromEntries(
      names.map((name) => [
        `coin ${name}`,
        { path: '/live/risk/liquidations/summary', params: { coin: name, since: span } },
      ]),
    );
  },
  derive(found, { view, side }) {
    if (view !== 'by_coin') return {};
    const requests = Object.entries(found).filter(([name]) => name.startsWith('coin '));
    const coins = requests.map(([name, body]) => {
      const {
        count: events,
        wallets,
        totalNotional,
        longEvents,
        shortEvents,
        longNotional,
        shortNotional,
      } = bodyIn(body);
      return {
        coin: name.slice('coin '.length),
        events,
        wallets,
        totalNotional,
        longEvents,
        longNotional,
        shortEvents,
        shortNotional,
      };
    });
    const key = side === 'long' ? 'longNotional' : side === 'short' ? 'shortNotional' : 'totalNotional';
    coins.sort((a, b) => Number(b[key]) - Number(a[key]));
    return { ...Object.fromEntries(requests.map(([name]) => [name, undefined])), summary: undefined, coins };
  },
  finding({ summary, recent, largest, coins, liquidators, lethal }, { side }) {
    if (coins !== undefined) {
      if (rowsIn(coins).length === 0) return ['No liquidation of this time is stored.'];
      return [
        `Coins by liquidated ${side === undefined ? 'notional' : `${side}s`}, of those with most liquidations:`,
        ...ranking(rowsIn(coins), (row) => `${row.coin}: ${sidesOf(row)}`, coinsLimit),
      ];
    }
    const events = recent ?? largest;
    if (events !== undefined) {
      const rows = rowsIn(events, 'events');
      return [
        `${counted(rows.length, 'liquidation')}, ${largest === undefined ? 'newest' : 'largest'} first.`,
        ...ranking(
          rows,
          (row) =>
            `${row.address} ${row.side} ${row.coin} ${usd(row.notional)}, closed PnL ${usd(row.closedPnl)} at ${new Date(Number(row.timestampMs)).toISOString()}`,
        ),
      ];
    }
    if (liquidators !== undefined)
      return ranking(
        rowsIn(liquidators),
        (row) =>
          `${row.wallet} liquidated ${counted(row.distinctVictims, 'wallet')}, ${usd(row.totalPenaltyCollected)} penalties`,
      );
    if (lethal !== undefined)
      return ranking(
        rowsIn(lethal),
        (row) =>
          `${row.coin}: ${percent(row.liquidationPct)} of ${counted(row.totalLifecycles, 'position')} were liquidated`,
      );
    const { count: all, wallets, totalNotional, totalClosedPnl } = bodyIn(summary);
    return [
      `${counted(all, 'liquidation')} of ${counted(wallets, 'wallet')}, ${usd(totalNotional)}: ${sidesOf(bodyIn(summary))}, closed PnL ${usd(totalClosedPnl)}.`,
      ...ranking(rowsIn(summary, 'byCoin'), (row) => `${row.coin} ${usd(row.totalNotional)} in ${row.count}`),
    ];
  },
});

function sidesOf({ longEvents, longNotional, shortEvents, shortNotional }: Record<string, unknown>): string {
  return `${counted(longEvents, 'long')} (${usd(longNotional)}), ${counted(shortEvents, 'short')} (${usd(shortNotional)})`;
}
