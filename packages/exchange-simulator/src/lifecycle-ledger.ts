import type { Market } from './market.ts';
import type { Positions } from './positions.ts';

/** A wallet's perp position from flat to flat, from the exchange's books. Sizes in size units, money in 10^-6. */
export interface LifecycleTruth {
  wallet: number;
  market: Market;
  isLong: boolean;
  openedMs: number;
  /** Time of its newest fill; for a closed position, of the closing fill. */
  lastMs: number;
  isClosed: boolean;
  /** Number among the wallet's positions in this market, from 1. */
  num: number;
  fills: number;
  peakSize: number;
  /** Sizes of its increases and decreases, and their notional. */
  openedSize: number;
  entryNotional: number;
  closedSize: number;
  exitNotional: number;
  closedPnl: number;
  /** A fill that flips is split by size, so fees may be fractions of a unit. */
  fees: number;
  builderFees: number;
  /** Its own liquidation: fills, notional, cost, method of the last fill, and the wallet that took the most of it (−1 for none). */
  liquidationFills: number;
  liquidatedNotional: number;
  penalty: number;
  method: 'market' | 'backstop' | '';
  liquidator: number;
}

/** Effect of a fill on a booked position; `closes` and `opens` are both above 0 if it flips. */
export interface BookedFill {
  slot: number;
  market: Market;
  timeMs: number;
  isBuy: boolean;
  px: number;
  closes: number;
  opens: number;
  closedPnl: number;
  fee: number;
  builderFee: number;
  /** Set if the fill liquidates the wallet. */
  liquidation?: { method: 'market' | 'backstop'; counterparty: number | undefined } | undefined;
}

/** Follows positions as fills are booked, one open lifecycle a slot. */
export interface LifecycleLedger {
  add(fill: BookedFill): void;
  /** The open lifecycle of a slot; undefined if flat. */
  open(slot: number): LifecycleTruth | undefined;
  save(): LifecycleLedgerState;
}

export interface LifecycleLedgerState {
  /** Open lifecycles by slot. */
  open: Map<number, LifecycleTruth>;
  /** Number of lifecycles of each slot. */
  counts: Map<number, number>;
  /** Size taken over of an open position, by slot and counterparty. */
  takenOver: Map<number, Map<number, number>>;
}

/**
 * @param parts.onClosed called with each closed lifecycle
 * @param parts.addressOf address of a wallet: of two liquidators with equal sizes, the lower address is named
 */
export function createLifecycleLedger(parts: {
  positions: Positions;
  onClosed(lifecycle: LifecycleTruth): void;
  addressOf(wallet: number): string;
  saved?: LifecycleLedgerState | undefined;
}): LifecycleLedger {
  const { positions, onClosed, addressOf, saved } = parts;
  const open = saved?.open ?? new Map<number, LifecycleTruth>();
  const counts = saved?.counts ?? new Map<number, number>();
  const takenOver = saved?.takenOver ?? new Map<number, Map<number, number>>();

  function begin({ slot, market, timeMs, isBuy }: BookedFill): LifecycleTruth {
    const num = (counts.get(slot) ?? 0) + 1;
    counts.set(slot, num);
    const lifecycle: LifecycleTruth = {
      wallet: positions.wallet[slot]!,
      market,
      isLong: isBuy,
      num,
      openedMs: timeMs,
      lastMs: timeMs,
      isClosed: false,
      fills: 0,
      peakSize: 0,
      openedSize: 0,
      entryNotional: 0,
      closedSize: 0,
      exitNotional: 0,
      closedPnl: 0,
      fees: 0,
      builderFees: 0,
      liquidationFills: 0,
      liquidatedNotional: 0,
      penalty: 0,
      method: '',
      liquidator: -1,
    };
    open.set(slot, lifecycle);
    return lifecycle;
  }

  function book(lifecycle: LifecycleTruth, fill: BookedFill, share: number): void {
    lifecycle.lastMs = fill.timeMs;
    lifecycle.fills += 1;
    lifecycle.fees += fill.fee * share;
    lifecycle.builderFees += fill.builderFee * share;
  }

  function liquidate(lifecycle: LifecycleTruth, fill: BookedFill): void {
    if (fill.liquidation === undefined) return;
    const { method, counterparty } = fill.liquidation;
    lifecycle.liquidationFills += 1;
    lifecycle.liquidatedNotional += fill.closes * fill.px;
    lifecycle.penalty += fill.fee;
    lifecycle.method = method;
    if (counterparty === undefined) return;
    const sizes = takenOver.get(fill.slot) ?? new Map<number, number>();
    takenOver.set(fill.slot, sizes);
    sizes.set(counterparty, (sizes.get(counterparty) ?? 0) + fill.closes);
    const best = sizes.get(lifecycle.liquidator) ?? 0;
    const size = sizes.get(counterparty)!;
    const isLower = () => addressOf(counterparty) < addressOf(lifecycle.liquidator);
    if (size > best || (size === best && isLower())) lifecycle.liquidator = counterparty;
  }

  return {
    add(fill) {
      const { slot, px, closes, opens, closedPnl } = fill;
      const closing = closes / (closes + opens);
      if (closes > 0) {
        const held = open.get(slot)!;
        held.closedSize += closes;
        held.exitNotional += closes * px;
        held.closedPnl += closedPnl;
        book(held, fill, closing);
        liquidate(held, fill);
        if (opens > 0 || positions.szi[slot] === 0) {
          held.isClosed = true;
          open.delete(slot);
          takenOver.delete(slot);
          onClosed(held);
        }
      }
      if (opens > 0) {
        const held = open.get(slot) ?? begin(fill);
        held.openedSize += opens;
        held.entryNotional += opens * px;
        held.peakSize = Math.max(held.peakSize, Math.abs(positions.szi[slot]!));
        book(held, fill, 1 - closing);
      }
    },
    open: (slot) => open.get(slot),
    save: () => ({ open, counts, takenOver }),
  };
}
