import { Type } from 'typebox';
import { query, type RowOf } from '../../analytics/query.ts';
import { ascending, descending, totalOrder } from '../../analytics/total-order.ts';
import { isTrade } from '../../analytics/trade-sql.ts';
import { outcomeCoin } from '../../domain/outcome.ts';
import { type OutcomeDirection, outcomeDirection, termsOf } from '../../domain/outcome-terms.ts';
import { outcomeWindow } from '../../domain/window.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/problem.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import { inWindow, sideOfCoin } from '../../views/outcomes/outcome-sql.ts';
import {
  dateTime,
  double,
  int64,
  list,
  text,
  unknownFieldNames,
  unknownFields,
  walletAddress,
} from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { outcomeId } from '../params/names.ts';
import { rowLimit } from '../params/pages.ts';
import { days } from '../params/windows.ts';
import { bodySchema } from '../schema.ts';
import type { Sources } from '../sources.ts';
import { knownOutcome } from './known-outcome.ts';
import { coinsOf, ofCoins } from './outcome-activity.ts';
import { sideName } from './outcome-body.ts';
import {
  type UnderlyingPosition,
  type UnderlyingPositions,
  underlyingPositions,
} from './underlying-positions.ts';

type PositionSignal = 'aligned' | 'hedged' | 'prediction-native';

interface OutcomeHolder {
  address: string;
  sideIndex: number;
  /** Contracts, above 0. */
  shares: number;
  notionalUsdh: number;
  position: UnderlyingPosition | undefined;
}

/**
 * Aligned: outcome and position gain from the same move, as a long with the Yes of an outcome above a price, or a short with its No.
 * Equal long and short perps, or an outcome between two prices, always count as hedged.
 */
function positionSignal(
  sideIndex: number,
  position: UnderlyingPosition | undefined,
  direction: OutcomeDirection | undefined,
): PositionSignal {
  if (position === undefined) return 'prediction-native';
  const ofYes = { above: 1, below: -1, between: 0 }[direction ?? 'between'];
  const gainsWith = sideIndex === 0 ? ofYes : -ofYes;
  return gainsWith !== 0 && Math.sign(position.size) === gainsWith ? 'aligned' : 'hedged';
}

function sideContext(
  outcomeSide: string,
  holders: readonly OutcomeHolder[],
  direction: OutcomeDirection | undefined,
) {
  const withPosition = holders.flatMap(({ position }) => (position === undefined ? [] : [position]));
  const signals = holders.map(({ sideIndex, position }) => positionSignal(sideIndex, position, direction));
  const count = (signal: PositionSignal) => signals.filter((one) => one === signal).length;
  return {
    outcomeSide,
    outcomeWallets: holders.length,
    withOpenUnderlying: withPosition.length,
    openPositionOverlapPct: holders.length === 0 ? 0 : (withPosition.length * 100) / holders.length,
    longWallets: withPosition.filter(({ size }) => size > 0).length,
    shortWallets: withPosition.filter(({ size }) => size < 0).length,
    netUnderlyingPosition: withPosition.reduce((sum, { size }) => sum + size, 0),
    underlyingNotional: roundedUsd(withPosition.reduce((sum, { notional = 0 }) => sum + notional, 0)),
    alignedWallets: count('aligned'),
    hedgedWallets: count('hedged'),
    predictionNativeWallets: count('prediction-native'),
  };
}

/** Largest holdings first; ties by address, then by side. */
const largestHolders = totalOrder<OutcomeHolder>(
  descending(({ notionalUsdh }) => notionalUsdh),
  ascending(({ address }) => address),
  ascending(({ sideIndex }) => sideIndex),
);

function holderRow(
  { address, sideIndex, shares, notionalUsdh, position }: OutcomeHolder,
  outcomeSide: string,
  direction: OutcomeDirection | undefined,
) {
  const none = { size: 0, notional: 0, leverage: 0, unrealizedPnl: 0 };
  const { size, notional, leverage, unrealizedPnl } = position ?? none;
  return {
    address,
    outcomeSide,
    outcomeSharesHeld: shares,
    outcomeNotionalUsdh: notionalUsdh,
    underlyingSide: size === 0 ? 'none' : size > 0 ? 'long' : 'short',
    underlyingSize: size,
    underlyingNotional: notional ?? 0,
    underlyingLeverage: leverage ?? 0,
    underlyingUnrealizedPnl: unrealizedPnl ?? 0,
    signal: positionSignal(sideIndex, position, direction),
    ...unknownFields({
      underlyingNotional: notional,
      underlyingLeverage: leverage,
      underlyingUnrealizedPnl: unrealizedPnl,
    }),
  };
}

const contextSide = bodySchema('PerpContextSide', {
  outcomeSide: text('Name of the side.'),
  outcomeWallets: int64('Wallets that hold it: bought more than they sold in the window.'),
  withOpenUnderlying: int64('Of these with an open perp position on the underlying.'),
  openPositionOverlapPct: double('withOpenUnderlying / outcomeWallets × 100; 0 without a holder.'),
  longWallets: int64('Of these net long the underlying.'),
  shortWallets: int64('Of these net short the underlying.'),
  netUnderlyingPosition: double('Sum of their positions, coins, signed.'),
  underlyingNotional: double('Sum of |size| × mark of their positions, USD.'),
  alignedWallets: int64('Holders whose position gains from the same move.'),
  hedgedWallets: int64('Holders with any other position.'),
  predictionNativeWallets: int64('Holders without a position.'),
});

const contextWallet = bodySchema('PerpContextTopWallet', {
  address: walletAddress(),
  outcomeSide: text('Name of the side it holds.'),
  outcomeSharesHeld: double('Contracts bought less contracts sold in the window.'),
  outcomeNotionalUsdh: double('outcomeSharesHeld × mark price of the side, USDH.'),
  underlyingSide: text('long, short or none.'),
  underlyingSize: double('Coins, signed, all dexes together.'),
  underlyingNotional: double('Sum of |size| × mark, USD; 0 if a price is unknown.'),
  underlyingLeverage: double('Weighted by notional; 0 if unknown.'),
  underlyingUnrealizedPnl: double('At mark, USD; 0 if an entry or a price is unknown.'),
  signal: text('aligned, hedged or prediction-native.'),
  ...unknownFieldNames,
});

const contextBody = bodySchema('PerpPositionContextBody', {
  outcomeId: int64('Id without a side.'),
  underlying: text('Ticker whose price decides.'),
  since: dateTime('Start of the window as served.'),
  sides: list(contextSide),
  topWallets: list(contextWallet),
});

/** Holders of each side, with the last traded price of the side. */
const holdersOfOutcome = query({
  name: 'hip4_outcome_holders',
  params: { coins: 'Array(String)', from: 'TimeMs', to: 'TimeMs' },
  row: Type.Object({
    address: Type.String(),
    side_index: Type.Integer(),
    shares: Type.String(),
    last_px: Type.String(),
  }),
  limits: { maxRows: 200_000 },
  sql: `
    WITH sides AS (
      SELECT coin, argMax(px, (time, seq)) AS px
      FROM outcome_fills
      WHERE ${isTrade} AND ${ofCoins} AND ${inWindow}
      GROUP BY coin)
    SELECT
      concat('0x', lower(hex(wallet))) AS address, toInt32(${sideOfCoin}) AS side_index,
      toString(sum(if(side = 'B', sz, -sz)) AS net) AS shares, toString(any(sides.px)) AS last_px
    FROM outcome_fills INNER JOIN sides USING (coin)
    WHERE ${isTrade} AND ${ofCoins} AND ${inWindow}
    GROUP BY wallet, coin
    HAVING net > 0`,
});

export const perpPositionContext = endpoint({
  id: 'hip4.perp-position-context',
  path: '/api/public/v1/hip4/outcomes/{outcome_id}/perp-position-context',
  summary: "Perp positions of an outcome's holders in its underlying",
  description:
    'Wallets that bought more contracts of a side than they sold in the window, with their open perp positions on the underlying ' +
    'on all dexes. aligned: long the underlying with the Yes of an outcome above a price, or short with its No; hedged: any other ' +
    'position; prediction-native: none. topWallets come by what they hold at the mark price, largest first. An outcome without an ' +
    'underlying is a 404. Data begin at 2026-05-02: the window is cut there.',
  tags: ['HIP-4'],
  tier: 'pro',
  params: {
    outcome_id: outcomeId(),
    days: days({ min: 1, max: 365, default: 14, bits: 64 }),
    limit: rowLimit(25, { max: 100, bits: 64 }),
  },
  response: contextBody,
  errors: [404],
  headers: ['X-Data-Basis'],
  example: {
    outcomeId: 839,
    underlying: 'BTC',
    since: '2026-07-02T12:00:00.000Z',
    sides: [
      {
        outcomeSide: 'Yes',
        outcomeWallets: 40,
        withOpenUnderlying: 10,
        openPositionOverlapPct: 25,
        longWallets: 7,
        shortWallets: 3,
        netUnderlyingPosition: 12.5,
        underlyingNotional: 1240000.5,
        alignedWallets: 7,
        hedgedWallets: 3,
        predictionNativeWallets: 30,
      },
    ],
    topWallets: [
      {
        address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
        outcomeSide: 'Yes',
        outcomeSharesHeld: 4200,
        outcomeNotionalUsdh: 2604,
        underlyingSide: 'long',
        underlyingSize: 1.5,
        underlyingNotional: 97500,
        underlyingLeverage: 10,
        underlyingUnrealizedPnl: 420.5,
        signal: 'aligned',
      },
    ],
  },
  async run({ params, sources, clock, signal }) {
    const id = params.outcome_id;
    const facts = await knownOutcome(sources, id, signal);
    const underlying = facts && termsOf(facts)?.underlying;
    if (underlying === undefined)
      throw notFound(`Outcome ${id} has no underlying: no price that it depends on is known.`);
    const nowMs = clock.nowMs();
    const window = outcomeWindow({ days: params.days }, nowMs);
    const requests = { coins: coinsOf(id), from: window.fromMs, to: window.toMs };
    const rows = await sources.analytics.rows(holdersOfOutcome, requests, { signal });
    const held = underlyingPositions(sources, underlying, nowMs);
    const holders = rows.map((row) => holderOf(row, { id, held, market: sources.market }));
    const markPx = held.coins.map((coin) => sources.market.mark(coin)?.px).find((px) => px !== undefined);
    const direction = outcomeDirection(facts!, markPx === undefined ? undefined : Number(markPx));
    const nameOf = (sideIndex: number) => sideName(id, sideIndex, facts);
    const sides = [0, 1].map((side) =>
      sideContext(
        nameOf(side),
        holders.filter(({ sideIndex }) => sideIndex === side),
        direction,
      ),
    );
    const largest = holders.toSorted(largestHolders).slice(0, params.limit);
    const topWallets = largest.map((one) => holderRow(one, nameOf(one.sideIndex), direction));
    const body = { outcomeId: id, underlying, since: rfc3339(window.fromMs), sides, topWallets };
    return { body, window, headers: { 'X-Data-Basis': basisOf(sources, held.coins) } };
  },
});

function holderOf(
  { address, side_index: sideIndex, shares, last_px }: RowOf<typeof holdersOfOutcome>,
  of: { id: number; held: UnderlyingPositions; market: Sources['market'] },
): OutcomeHolder {
  const mark = of.market.mark(outcomeCoin({ outcomeId: of.id, sideIndex }))?.px ?? last_px;
  const count = Number(shares);
  return {
    address,
    sideIndex,
    shares: count,
    notionalUsdh: count * Number(mark),
    position: of.held.of(address),
  };
}

/** Data basis of the coins' positions; undefined without positions. */
function basisOf({ positions }: Pick<Sources, 'positions'>, coins: readonly string[]) {
  const all = new Set(coins.map((coin) => positions.basis(coin)));
  return all.size > 1 ? 'mixed' : [...all][0];
}
