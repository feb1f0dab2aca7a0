/** Ground truth of a builder's earnings from a wallet: its fills, their notional and fees, in 10^-8 USD. */
export interface BuilderTruth {
  fills: number;
  notional: number;
  fees: number;
}

/** Ground truth of a wallet's takeovers of liquidated positions; money in 10^-6 USD. */
export interface LiquidatorTruth {
  /** Victims' orders that it took a part of. */
  orders: number;
  victims: Set<number>;
  /** Indexes of markets. */
  markets: Set<number>;
  penalties: number;
  /** PnL realized by the victims. */
  closedPnl: number;
}

/** Ground truth of builders, and of wallets that take over liquidated positions. */
export interface ServiceLedger {
  addBuilderFill(fill: { builder: string; wallet: number; notional: number; fee: number }): void;
  addTakeover(fill: Takeover): void;
  /** By builder and wallet. */
  readonly builders: ReadonlyMap<string, ReadonlyMap<number, BuilderTruth>>;
  readonly liquidators: ReadonlyMap<number, LiquidatorTruth>;
  save(): ServiceLedgerState;
}

/** A victim's fill, by who took it. */
export interface Takeover {
  liquidator: number;
  victim: number;
  market: number;
  /** Of the victim's order. */
  oid: number;
  penalty: number;
  closedPnl: number;
}

export interface ServiceLedgerState {
  builders: Map<string, Map<number, BuilderTruth>>;
  liquidators: Map<number, LiquidatorTruth & { lastOid: number }>;
}

export function createServiceLedger(saved?: ServiceLedgerState): ServiceLedger {
  const builders: ServiceLedgerState['builders'] = saved?.builders ?? new Map();
  const liquidators: ServiceLedgerState['liquidators'] = saved?.liquidators ?? new Map();
  return {
    builders,
    liquidators,
    addBuilderFill({ builder, wallet, notional, fee }) {
      const users = builders.get(builder) ?? new Map<number, BuilderTruth>();
      builders.set(builder, users);
      const sums = users.get(wallet) ?? { fills: 0, notional: 0, fees: 0 };
      users.set(wallet, sums);
      sums.fills += 1;
      sums.notional += notional;
      sums.fees += fee;
    },
    addTakeover({ liquidator, victim, market, oid, penalty, closedPnl }) {
      const none = { orders: 0, victims: new Set<number>(), markets: new Set<number>(), lastOid: -1 };
      const sums = liquidators.get(liquidator) ?? { ...none, penalties: 0, closedPnl: 0 };
      liquidators.set(liquidator, sums);
      // Fills of an order are consecutive: matching ends before the next order begins.
      if (sums.lastOid !== oid) sums.orders += 1;
      sums.lastOid = oid;
      sums.victims.add(victim);
      sums.markets.add(market);
      sums.penalties += penalty;
      sums.closedPnl += closedPnl;
    },
    save: () => ({ builders, liquidators }),
  };
}
