import { decimalText } from '../../packages/exchange-simulator/src/decimal.ts';
import type { SeededRng } from '../../src/kernel/rng.ts';
import { walletAddress } from '../generate-fills.ts';
import type { Holdings } from './holdings.ts';
import type { WorldCoin } from './world.ts';

/** An order that takes, in one transaction or as a slice of a TWAP. */
export interface Order {
  coin: number;
  taker: number;
  takerBuys: boolean;
  hash: string;
  oid: number;
  /** As JSON. */
  twapId: string;
  isLiquidation: boolean;
}

/** Fees of takers and makers by wallet, millionths of the notional. */
const takerRates = [450, 450, 450, 400, 350, 300, 280, 240];
const makerRates = [150, 150, 150, 120, 80, 40, 0, 0];
const rebates = [-10, -20, -30];
const makersWithRebates = 40;
const builders = 50;
const builderRate = 200;
export const zeroHash = `0x${'0'.repeat(64)}`;
const quads = Array.from({ length: 65_536 }, (_, n) => n.toString(16).padStart(4, '0'));

/** @returns `0x` and eight hex digits a word */
export function hexOf(rng: SeededRng, words: number): string {
  let text = '0x';
  for (let n = 0; n < words; n++) {
    const word = rng.word();
    text += quads[word >>> 16]! + quads[word & 0xffff]!;
  }
  return text;
}

/** Lets orders meet positions: as fills of both sides, the buyer first, as a node writes them. */
export function createCrossing(parts: {
  rng: SeededRng;
  holdings: Holdings;
  coins: readonly WorldCoin[];
  addresses: readonly string[];
  counts: { fills: number; closes: number };
}) {
  const { rng, holdings, coins, addresses, counts } = parts;

  function fillOf(
    shared: { order: Order; size: number; px: number; tid: number; timeMs: number },
    side: { wallet: number; isBuy: boolean; oid: number; twapId: string },
  ): string {
    const { order, size, px, tid, timeMs } = shared;
    const { coin, taker, hash, isLiquidation } = order;
    const { name, szDecimals, pxDecimals, feeFactor } = coins[coin]!;
    const { wallet, isBuy } = side;
    const crossed = wallet === taker;
    const { start, closed, pnl } = holdings.move(wallet, coin, isBuy ? size : -size, px);
    counts.fills += 1;
    if (closed > 0 && closed === Math.abs(start)) counts.closes += 1;
    const notional = px * size;
    const rate = rateOf(wallet, crossed);
    const builderFee = crossed && wallet % 20 === 7 ? Math.trunc((notional * builderRate) / 1e6) : 0;
    const fee = Math.trunc((notional * rate * (rate > 0 ? feeFactor : 1)) / 1e6) + builderFee;
    const pxText = decimalText(px, pxDecimals);
    const liquidation = isLiquidation
      ? `"liquidation":{"liquidatedUser":"${addresses[taker]}","markPx":"${pxText}","method":"market"},`
      : '';
    const cloid = wallet % 5 < 2 ? `"cloid":"${hexOf(rng, 4)}",` : '';
    const ofBuilder = builderFee === 0 ? '' : `"builderFee":"${decimalText(builderFee, 6)}",`;
    const builder =
      builderFee === 0 ? '' : `"builder":"${walletAddress(0x30000000 + ((wallet / 20) % builders))}",`;
    return (
      `["${addresses[wallet]}",{"coin":"${name}","px":"${pxText}","sz":"${decimalText(size, szDecimals)}","side":"${isBuy ? 'B' : 'A'}",` +
      `"time":${timeMs},"startPosition":"${decimalText(start, szDecimals)}","dir":"${direction(start, isBuy, size)}",` +
      `"closedPnl":"${decimalText(pnl, 6)}","hash":"${hash}","oid":${side.oid},"crossed":${crossed},"fee":"${decimalText(fee, 6)}",` +
      `${ofBuilder}"tid":${tid},${cloid}${liquidation}"feeToken":"USDC",${builder}"twapId":${side.twapId}}]`
    );
  }

  return {
    /** Appends both fills. @param meeting.px in units of the coin's price */
    cross(
      order: Order,
      meeting: { maker: number; oid: number; size: number; px: number; timeMs: number },
      events: string[],
    ): void {
      const { maker, oid, size, px, timeMs } = meeting;
      // 50 bits, and never 0.
      const tid = (rng.word() >>> 1) * 524_288 + (rng.word() >>> 13) + 1;
      const shared = { order, size, px, tid, timeMs };
      const taken = { wallet: order.taker, isBuy: order.takerBuys, oid: order.oid, twapId: order.twapId };
      const made = { wallet: maker, isBuy: !order.takerBuys, oid, twapId: 'null' };
      const [buyer, seller] = order.takerBuys ? [taken, made] : [made, taken];
      events.push(fillOf(shared, buyer), fillOf(shared, seller));
    },
  };
}

function rateOf(wallet: number, crossed: boolean): number {
  if (crossed) return takerRates[wallet % takerRates.length]!;
  if (wallet < makersWithRebates) return rebates[wallet % rebates.length]!;
  return makerRates[wallet % makerRates.length]!;
}

function direction(start: number, isBuy: boolean, size: number): string {
  if (isBuy) return start >= 0 ? 'Open Long' : start + size > 0 ? 'Short > Long' : 'Close Short';
  return start <= 0 ? 'Open Short' : start - size < 0 ? 'Long > Short' : 'Close Long';
}
