import type { Market } from './market.ts';
import type { Positions } from './positions.ts';

/** One perp position of one wallet from flat to flat, as the exchange's books saw it. Sizes in size units, money in 10^-6. */
export interface LifecycleTruth {
  wallet: number;
  market: Market;
  isLong: boolean;
  openedMs: number;
  /** Of its newest fill; of the one that closed it where it is closed. */
  lastMs: number;
  isClosed: boolean;
  /** Of the wallet in this market, from 1. */
  num: number;
  fills: number;
  peakSize: number;
  /** Sizes that it was increased and decreased by, and what they were bought and sold for. */
  openedSize: number;
  entryNotional: number;
  closedSize: number;
  exitNotional: number;
  closedPnl: number;
  /** Of a fill that flips the part by size; so may be fractions of a unit. */
  fees: number;
  builderFees: number;
  /** Fills of its own liquidation, what they sold or bought it for, what they cost, how the last one went, and who took the most of it; −1 for none. */
  liquidationFills: number;
  liquidatedNotional: number;
  penalty: number;
  method: 'market' | 'backstop' | '';
  liquidator: number;
}

/** What a fill did to a position that was booked; `closes` and `opens` are both above 0 where it flips. */
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
  /** Of the wallet's own liquidation. */
  liquidation?: { method: 'market' | 'backstop'; counterparty: number | undefined } | undefined;
}

/** Follows positions as fills are booked, one open lifecycle a slot. */
export interface LifecycleLedger {
  add(fill: BookedFill): void;
  /** The one that is open in a slot; undefined where it is flat. */
  open(slot: number): LifecycleTruth | undefined;
  save(): LifecycleLedgerState;
}

export interface LifecycleLedgerState {
  /** By slot; those of flat ones are left out. */
  open: Map<number, LifecycleTruth>;
  /** How many a slot has had. */
  counts: Map<number, number>;
  /** By slot and counterparty, the size that was taken over of an open one. */
  takenOver: Map<number, Map<number, number>>;
}

/**
 * @param parts.onClosed gets each lifecycle as it is closed
 * @param parts.addressOf of a wallet: of two liquidators with the same size the lower one is named
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
