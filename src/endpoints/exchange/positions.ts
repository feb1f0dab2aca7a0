import { type Static, Type } from 'typebox';
import { isPerpCoin } from '../../analytics/perp-coins.ts';
import { query } from '../../analytics/query.ts';
import { dexOf } from '../../domain/coin-name.ts';
import { lookBack } from '../../domain/window.ts';
import { dayMs, rfc3339 } from '../../kernel/clock.ts';
import type { Positions } from '../../positions/positions.ts';
import { positionHeaderNames, positionHeaders } from '../answer-headers.ts';
import { dateTime, double, int32, list, text } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { dexName } from '../known-names.ts';
import { bodySchema } from '../schema.ts';

const dexPositions = bodySchema('DexPositions', {
  dex: text('hl for the native dex, else the prefix of a builder dex.'),
  openPositions: int32('Open positions known.'),
  walletsWithPositions: int32('Distinct wallets with one.'),
  closed24h: int32('Positions closed in 24 hours.'),
  liquidated24h: int32('Those of them that a liquidation closed in part at least.'),
  realizedPnl24h: double('Closed PnL of those positions, before fees, USD.'),
  grossProfits24h: double('Of those that gained, USD.'),
  grossLosses24h: double('Of those that lost, USD, at most 0.'),
});

const positionsBody = bodySchema('PositionsBody', {
  totalOpenPositions: int32('Open positions known, on all dexes.'),
  totalClosed24h: int32('Positions closed in 24 hours.'),
  totalLiquidated24h: int32('Those of them that a liquidation closed in part at least.'),
  realizedPnl24h: double('Closed PnL of those positions, before fees, USD.'),
  byDex: list(dexPositions),
  generatedAt: dateTime('When the answer was made.'),
});

type DexRow = Static<typeof dexPositions>;

const dexesLimit = 1_000;

/** Closed perp positions, including those whose opening was not seen. */
const closedPositions = query({
  name: 'exchange_closed_positions',
  params: { from: 'TimeMs', to: 'TimeMs' },
  row: Type.Object({
    dex: Type.String(),
    closings: Type.String(),
    liquidated: Type.String(),
    won: Type.String(),
    lost: Type.String(),
    realized: Type.String(),
  }),
  sql: `
    SELECT if(position(coin, ':') > 0, substring(coin, 1, position(coin, ':') - 1), 'hl') AS dex, toString(count()) AS closings,
      toString(countIf(liquidated_fills > 0)) AS liquidated, toString(sumIf(pnl, pnl > 0)) AS won,
      toString(sumIf(pnl, pnl < 0)) AS lost, toString(sum(pnl)) AS realized
    FROM lifecycles_by_close FINAL
    WHERE closed > {from:TimeMs} AND closed <= {to:TimeMs} AND NOT deleted AND ${isPerpCoin}
    GROUP BY dex
    LIMIT ${dexesLimit}`,
  limits: { deadlineMs: 30_000 },
});

export const exchangePositions = endpoint({
  id: 'exchange.positions',
  path: '/api/public/v1/exchange/positions',
  summary: 'Open positions, and those closed in the last 24 hours, by dex',
  description:
    'Open perp positions that are known now, and position lifecycles that were closed in the last 24 hours with the closed PnL of their whole ' +
    'life, before fees; positions whose opening was not seen count, too. By dex, most open positions first.',
  tags: ['Exchange'],
  tier: 'free',
  age: 'totals',
  params: {},
  response: positionsBody,
  headers: positionHeaderNames,
  example: {
    totalOpenPositions: 204_110,
    totalClosed24h: 310_204,
    totalLiquidated24h: 1_204,
    realizedPnl24h: -1_204_500.25,
    byDex: [
      {
        dex: 'hl',
        openPositions: 204_110,
        walletsWithPositions: 98_204,
        closed24h: 310_204,
        liquidated24h: 1_204,
        realizedPnl24h: -1_204_500.25,
        grossProfits24h: 9_204_000,
        grossLosses24h: -10_408_500.25,
      },
    ],
    generatedAt: '2026-01-15T09:30:12.486Z',
  },
  async run({ sources, clock, signal }) {
    const nowMs = clock.nowMs();
    const window = lookBack(dayMs, nowMs);
    const params = { from: window.fromMs, to: window.toMs };
    const closed = await sources.analytics.rows(closedPositions, params, { signal });
    const rows = new Map(openByDex(sources.positions).map((row) => [row.dex, row]));
    for (const row of closed) {
      rows.set(row.dex, {
        ...(rows.get(row.dex) ?? emptyRow(row.dex)),
        closed24h: Number(row.closings),
        liquidated24h: Number(row.liquidated),
        realizedPnl24h: Number(row.realized),
        grossProfits24h: Number(row.won),
        grossLosses24h: Number(row.lost),
      });
    }
    const byDex = [...rows.values()].sort(
      (a, b) => b.openPositions - a.openPositions || (a.dex < b.dex ? -1 : 1),
    );
    const sum = (field: Exclude<keyof DexRow, 'dex'>) => byDex.reduce((all, row) => all + row[field], 0);
    const body = {
      totalOpenPositions: sum('openPositions'),
      totalClosed24h: sum('closed24h'),
      totalLiquidated24h: sum('liquidated24h'),
      realizedPnl24h: sum('realizedPnl24h'),
      byDex,
      generatedAt: rfc3339(nowMs),
    };
    return { body, window, headers: positionHeaders(await sources.tallies.all(signal)) };
  },
});

function emptyRow(dex: string): DexRow {
  return {
    dex,
    openPositions: 0,
    walletsWithPositions: 0,
    closed24h: 0,
    liquidated24h: 0,
    realizedPnl24h: 0,
    grossProfits24h: 0,
    grossLosses24h: 0,
  };
}

function openByDex(positions: Pick<Positions, 'coins' | 'ofCoin'>): DexRow[] {
  const byDex = Map.groupBy(positions.coins(), (coin) => dexName(dexOf(coin)));
  return [...byDex].map(([dex, coins]) => {
    const wallets = new Set<number>();
    let openPositions = 0;
    for (const { count, wallet } of coins.map(positions.ofCoin)) {
      openPositions += count;
      for (let row = 0; row < count; row++) wallets.add(wallet[row]!);
    }
    return { ...emptyRow(dex), openPositions, walletsWithPositions: wallets.size };
  });
}
