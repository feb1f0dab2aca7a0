import { simulateDay } from '../../packages/exchange-simulator/test/simulated-day.ts';
import type { WireFill } from '../../src/wire/fill.ts';
import type { FillDraft } from '../source-fills.ts';

/** A position as the simulator's books have it; sizes in coins, prices and money in USD. */
export interface TrueLifecycle {
  wallet: string;
  coin: string;
  num: number;
  side: 'long' | 'short';
  openedMs: number;
  lastMs: number;
  isClosed: boolean;
  fills: number;
  peakSize: number;
  entryVwap: number;
  exitVwap: number;
  pnl: number;
  fees: number;
  builderFees: number;
  liquidatedFills: number;
  method: string;
  penalty: number;
  liquidator: string;
}

/** What a wallet holds of a spot pair's token, or of one side of an outcome. */
export interface TrueBalance {
  wallet: string;
  coin: string;
  size: number;
  /** USD at the mark of the pair; undefined for outcomes. */
  value: number | undefined;
}

export interface TrueLiquidator {
  wallet: string;
  liquidationsExecuted: number;
  distinctVictims: number;
  distinctCoins: number;
  totalPenaltyCollected: number;
  victimClosedPnl: number;
}

export interface TrueBuilderUser {
  builder: string;
  wallet: string;
  fills: number;
  volumeUsd: number;
  feesUsd: number;
}

/** What the simulators of some seeds recorded, and what their books say of it. */
export interface SimulatedTruth {
  fills: FillDraft[];
  lifecycles: TrueLifecycle[];
  balances: TrueBalance[];
  /** By wallet, USD over all coins. */
  realized: ReadonlyMap<string, number>;
  liquidators: TrueLiquidator[];
  builderUsers: TrueBuilderUser[];
}

/** A day of each seed. The exchange's own wallets trade in all of them: each seed has wallets of its own here. */
export function simulatedTruth(seeds: readonly number[], fills: number): SimulatedTruth {
  const days = seeds.map((seed) => truthOf(seed, fills));
  return {
    fills: days.flatMap((day) => day.fills).sort((a, b) => a.time - b.time),
    lifecycles: days.flatMap((day) => day.lifecycles),
    balances: days.flatMap((day) => day.balances),
    realized: new Map(days.flatMap((day) => [...day.realized])),
    liquidators: days.flatMap((day) => day.liquidators),
    builderUsers: days.flatMap((day) => day.builderUsers),
  };
}

function truthOf(seed: number, count: number): SimulatedTruth {
  const { exchange, blocks, lifecycles } = simulateDay(`served ${seed}`, { fills: count });
  const own = (address: string) =>
    `0x${(seed % 65_536).toString(16).padStart(4, '0')}${address.slice(6).toLowerCase()}`;
  const walletOf = (wallet: number) => own(exchange.wallets[wallet]!.address);
  const fills = blocks.flatMap(({ events }) =>
    events.map(([address, fill]): FillDraft => {
      const { liquidation, builder } = fill as WireFill;
      return {
        ...(fill as WireFill),
        wallet: own(address),
        ...(typeof builder === 'string' && { builder: own(builder) }),
        ...(liquidation && {
          liquidation: { ...liquidation, liquidatedUser: own(String(liquidation.liquidatedUser)) },
        }),
      };
    }),
  );
  return {
    fills,
    lifecycles: lifecycles.map(({ market, ...one }) => {
      const [size, px] = [10 ** market.szDecimals, 10 ** market.pxDecimals];
      return {
        wallet: walletOf(one.wallet),
        coin: market.coin,
        num: one.num,
        side: one.isLong ? 'long' : 'short',
        openedMs: one.openedMs,
        lastMs: one.lastMs,
        isClosed: one.isClosed,
        fills: one.fills,
        peakSize: one.peakSize / size,
        entryVwap: one.entryNotional / one.openedSize / px,
        exitVwap: one.closedSize === 0 ? 0 : one.exitNotional / one.closedSize / px,
        pnl: one.closedPnl / 1e6,
        fees: one.fees / 1e6,
        builderFees: one.builderFees / 1e6,
        liquidatedFills: one.liquidationFills,
        method: one.method,
        penalty: one.penalty / 1e6,
        liquidator: one.liquidator < 0 ? '' : walletOf(one.liquidator),
      };
    }),
    balances: exchange.wallets.flatMap((_, wallet) =>
      exchange.balances(wallet).map(({ market, size, decimals }) => ({
        wallet: walletOf(wallet),
        coin: market.coin,
        size: size / 10 ** decimals,
        value:
          market.kind === 'spot'
            ? (size / 10 ** decimals) * (exchange.context(market).markPx / 10 ** market.pxDecimals)
            : undefined,
      })),
    ),
    realized: new Map(
      exchange.wallets.map((_, wallet) => {
        const amounts = Object.values(exchange.truth(wallet).closedPnl);
        return [walletOf(wallet), amounts.reduce((all, amount) => all + amount, 0) / 1e8];
      }),
    ),
    liquidators: [...exchange.services.liquidators].map(([wallet, sums]) => ({
      wallet: walletOf(wallet),
      liquidationsExecuted: sums.orders,
      distinctVictims: sums.victims.size,
      distinctCoins: sums.markets.size,
      totalPenaltyCollected: sums.penalties / 1e6,
      victimClosedPnl: sums.closedPnl / 1e6,
    })),
    builderUsers: [...exchange.services.builders].flatMap(([builder, users]) =>
      [...users].map(([wallet, sums]) => ({
        builder: own(builder),
        wallet: walletOf(wallet),
        fills: sums.fills,
        volumeUsd: sums.notional / 1e8,
        feesUsd: sums.fees / 1e8,
      })),
    ),
  };
}
