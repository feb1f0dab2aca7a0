import { Decimal } from 'decimal.js';
import { Type } from 'typebox';
import { isPerpCoin } from '../../analytics/perp-coins.ts';
import { batchKey, inBatch, query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { whereReady } from '../../analytics/where-ready.ts';
import { returnOnEquity } from '../../domain/exposure.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import { MarketReadError, type MarketReadFailure, type WalletState } from '../../market/market.ts';
import type { PositionRow } from '../../positions/position-columns.ts';
import { valuationShares } from '../../views/tallies/position-sums.ts';
import type { AccountPosition } from '../../wire/clearinghouse-state.ts';
import { type AnswerHeaders, positionHeaderNames, valuationHeaders } from '../answer-headers.ts';
import { type PositionItem, positionItem } from '../bodies/position-item.ts';
import { endpoint } from '../endpoint.ts';
import { address } from '../params/names.ts';
import { nullable } from '../schema.ts';
import type { Sources } from '../sources.ts';

/** More decimals than the exchange's prices have. */
const pricePlaces = 8;
/** Decimals of the return on equity, a fraction. */
const roePlaces = 6;

export const walletPositions = endpoint({
  id: 'market.positions',
  path: '/api/public/v1/market/positions/{address}',
  summary: "A wallet's open positions, as the exchange reports them now",
  description:
    "The exchange's own answer for one wallet on all dexes, strings as it sends them, by value, the largest first; at most a second old, read " +
    'once however many ask. With source none, or of a node whose info server is away or not named: from what is stored. 502 where the exchange fails, 503 ' +
    'with Retry-After where its limit is spent. markPrice is the mark behind the figures of the exchange; of stored positions the newest ' +
    'mark of the last five minutes, else the newest trade of the coin.',
  tags: ['Market'],
  tier: 'free',
  // The market port caches each answer for a second; a cached page would add to its age.
  age: 'request',
  params: { address: address() },
  response: nullable(Type.Array(positionItem)),
  errors: [502, 503],
  headers: positionHeaderNames,
  example: [
    {
      symbol: 'BTC',
      side: 'long',
      size: '1.5',
      entryPrice: '95000.0',
      markPrice: '96250',
      unrealizedPnl: '1875.0',
      realizedPnl: '0',
      liquidationPrice: '61204.5',
      margin: '14437.5',
      leverage: 10,
      roe: '0.1315',
      fundingSinceOpen: '42.18',
      marginMode: 'cross',
    },
  ],
  async run({ params, sources, signal }) {
    const { positions, headers } = await positionsOf(
      sources,
      params.address,
      ['unavailable', 'unconnected'],
      signal,
    );
    return { body: positions, headers };
  },
});

export interface WalletPositions {
  positions: PositionItem[];
  /** Whether the positions come from the exchange. */
  isRead: boolean;
  headers: AnswerHeaders;
}

/**
 * Reads a wallet from the exchange, else from the store.
 *
 * @param wallet lower-case address
 * @param storedAfter failures of the exchange after which the stored positions are used
 * @throws MarketReadError, AnalyticsError
 */
export async function positionsOf(
  sources: Sources,
  wallet: string,
  storedAfter: readonly MarketReadFailure[],
  signal: AbortSignal,
): Promise<WalletPositions> {
  try {
    const state = await sources.market.readWallet(wallet, { signal });
    const positions = shownPositions(state, await realizedPnls(sources.analytics, wallet, signal));
    const valuation = { byMark: positions.length === 0 ? 0 : 1, byTrade: 0, unvalued: 0 };
    return { positions, isRead: true, headers: { 'X-Data-Basis': 'state', ...valuationHeaders(valuation) } };
  } catch (error) {
    if (!(error instanceof MarketReadError) || !storedAfter.includes(error.failure)) throw error;
    return storedPositions(sources, wallet, await realizedPnls(sources.analytics, wallet, signal));
  }
}

/** Closed PnL of the open position, by coin. */
type Realized = ReadonlyMap<string, string>;

const openLifecycles = query({
  name: 'market_open_lifecycles',
  params: { wallet: 'Wallet' },
  row: Type.Object({ coin: Type.String(), pnl: Type.String() }),
  batchBy: 'wallet',
  sql: `
    SELECT ${batchKey('wallet')}, coin, toString(pnl) AS pnl
    FROM lifecycles FINAL
    WHERE ${inBatch('wallet')} AND NOT deleted AND NOT is_closed AND ${isPerpCoin}`,
});

/** Empty while the lifecycles table is being filled. */
async function realizedPnls(
  analytics: AnalyticsStore,
  wallet: string,
  signal: AbortSignal,
): Promise<Realized> {
  const rows = await whereReady(() => analytics.rows(openLifecycles, { wallet }, { signal }), []);
  return new Map(rows.map(({ coin, pnl }) => [coin, pnl]));
}

function shownPositions({ accounts }: WalletState, realized: Realized): PositionItem[] {
  const positions = accounts.flatMap(({ state }) => state.assetPositions.map(({ position }) => position));
  return positions
    .filter(({ szi }) => Number(szi) !== 0)
    .sort((a, b) => Number(b.positionValue ?? 0) - Number(a.positionValue ?? 0) || (a.coin < b.coin ? -1 : 1))
    .map((position) => shownPosition(position, realized));
}

function shownPosition(position: AccountPosition, realized: Realized): PositionItem {
  const { coin, szi, entryPx, positionValue, unrealizedPnl, liquidationPx, marginUsed, leverage } = position;
  const { returnOnEquity, cumFunding } = position;
  const size = new Decimal(szi).abs();
  return {
    symbol: coin,
    side: sideOf(Number(szi)),
    size: szi.replace('-', ''),
    entryPrice: entryPx ?? '',
    markPrice:
      positionValue === undefined
        ? ''
        : new Decimal(positionValue).div(size).toDecimalPlaces(pricePlaces).toFixed(),
    unrealizedPnl: unrealizedPnl ?? '',
    realizedPnl: realized.get(coin) ?? '0',
    liquidationPrice: liquidationPx ?? '',
    margin: marginUsed ?? '',
    leverage: leverage?.value ?? 0,
    roe: returnOnEquity ?? '',
    fundingSinceOpen: cumFunding?.sinceOpen ?? '',
    marginMode: leverage?.type ?? '',
  };
}

function storedPositions(
  { positions, market }: Sources,
  wallet: string,
  realized: Realized,
): WalletPositions {
  const rows = positions.ofWallet(wallet).map((row) => ({ row, mark: market.mark(row.coin) }));
  const value = ({ row, mark }: (typeof rows)[number]) => Math.abs(row.size) * Number(mark?.px ?? 0);
  const valued = (some: typeof rows) => some.reduce((sum, row) => sum + value(row), 0);
  rows.sort((a, b) => value(b) - value(a) || (a.row.coin < b.row.coin ? -1 : 1));
  const bases = new Set(
    rows.map(({ row }) => (row.basis === 'state' ? ('state' as const) : ('fills' as const))),
  );
  const basis = bases.size > 1 ? ('mixed' as const) : [...bases][0];
  return {
    positions: rows.map(({ row, mark }) => storedPosition(row, mark?.px, realized)),
    isRead: false,
    headers: {
      'X-Data-Basis': basis,
      ...valuationHeaders(
        valuationShares({
          mark: valued(rows.filter(({ mark }) => mark?.basis === 'context')),
          all: valued(rows),
          unvalued: rows.filter(({ mark }) => mark === undefined).length,
        }),
      ),
    },
  };
}

function storedPosition(row: PositionRow, markPx: string | undefined, realized: Realized): PositionItem {
  const { coin, size, entryPx, liquidationPx, marginUsed, leverage = 0, leverageType = '' } = row;
  const { fundingSinceOpen } = row;
  const pnl =
    markPx === undefined || entryPx === undefined ? undefined : roundedUsd(size * (Number(markPx) - entryPx));
  const roe = returnOnEquity({ size, entryPx, leverage, unrealizedPnl: pnl });
  return {
    symbol: coin,
    side: sideOf(size),
    size: textOf(Math.abs(size)),
    entryPrice: textOf(entryPx),
    markPrice: markPx ?? '',
    unrealizedPnl: textOf(pnl),
    realizedPnl: realized.get(coin) ?? '0',
    liquidationPrice: textOf(liquidationPx),
    margin: textOf(marginUsed),
    leverage,
    roe: roe === undefined ? '' : new Decimal(roe).toDecimalPlaces(roePlaces).toFixed(),
    fundingSinceOpen: textOf(fundingSinceOpen),
    marginMode: leverageType,
  };
}

function sideOf(size: number): string {
  return size > 0 ? 'long' : 'short';
}

/** Decimal text without an exponent. */
function textOf(value: number | undefined): string {
  return value === undefined ? '' : new Decimal(value).toFixed();
}
