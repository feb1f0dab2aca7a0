import { decimalText } from './decimal.ts';
import type { Block, Fill } from './events.ts';
import { cloidOf } from './hex.ts';
import { sziDecimals } from './market.ts';
import type { Wallet } from './population.ts';

/**
 * One line of `node_fills_by_block` (docs/exchange.md#blocks), without its line end. Keys and their order are
 * those of real lines; put together as text, because a serializer would take half of a simulation's time.
 */
export function blockLine(block: Block, wallets: readonly Wallet[]): string {
  let events = '';
  for (const fill of block.fills) {
    if (events !== '') events += ',';
    events += fillEvent(fill, block.timeMs, wallets);
  }
  return lineOf(block, block.timeMs + block.writeDelayMs, events);
}

/**
 * A line of any `_by_block` kind, without its line end.
 *
 * @param writtenMs unix milliseconds of its `local_time`
 * @param events as JSON, with commas between them
 */
export function lineOf(
  { number, timeMs, timeNs }: Pick<Block, 'number' | 'timeMs' | 'timeNs'>,
  writtenMs: number,
  events: string,
): string {
  const localTime = isoNs(writtenMs, (timeNs * 7919) % 1_000_000);
  return `{"local_time":"${localTime}","block_time":"${isoNs(timeMs, timeNs)}","block_number":${number},"events":[${events}]}`;
}

/** A fill with its wallet: an event of a block, and a line of `node_fills`. */
export function fillEvent(fill: Fill, timeMs: number, wallets: readonly Wallet[]): string {
  return `["${wallets[fill.wallet]!.address}",${fillText(fill, timeMs, wallets)}]`;
}

/**
 * One fill as JSON.
 *
 * @param form `api`: without the fields that only a node writes (docs/exchange.md#fill-fields).
 */
export function fillText(
  fill: Fill,
  timeMs: number,
  wallets: readonly Wallet[],
  form: 'node' | 'api' = 'node',
): string {
  const { market, px, sz, tid, liquidation } = fill;
  const { moneyDecimals, pxDecimals } = market;
  const positionDecimals = sziDecimals(market);
  const isDust = market.kind === 'spot' && tid === 0;
  const builderFee =
    fill.builderFee === 0 ? '' : `","builderFee":"${decimalText(fill.builderFee, moneyDecimals)}`;
  const cloid = fill.cloid ? `,"cloid":"${cloidOf(fill.oid)}"` : '';
  const liquidated =
    liquidation === undefined
      ? ''
      : `,"liquidation":{"liquidatedUser":"${wallets[liquidation.victim]!.address}","markPx":"${decimalText(liquidation.markPx, pxDecimals)}","method":"${liquidation.method}"}`;
  const builder = fill.builder === '' || form === 'api' ? '' : `,"builder":"${fill.builder}"`;
  const twapId = fill.twapId < 0 ? 'null' : fill.twapId;
  return `{"coin":"${market.coin}","px":"${decimalText(px, pxDecimals)}","sz":"${decimalText(sz, isDust ? positionDecimals : market.szDecimals)}","side":"${fill.isBuy ? 'B' : 'A'}","time":${timeMs},"startPosition":"${decimalText(fill.start, positionDecimals)}","dir":"${fill.dir}","closedPnl":"${decimalText(fill.closedPnl, moneyDecimals)}","hash":"${fill.hash}","oid":${fill.oid},"crossed":${fill.crossed},"fee":"${decimalText(fill.fee, moneyDecimals)}${builderFee}","tid":${tid}${cloid}${liquidated},"feeToken":"${fill.feeToken}"${builder},"twapId":${twapId}}`;
}

/** `2026-05-01T00:00:00.196239755`: UTC without a zone, as node files have it. @param ns behind the millisecond */
export function isoNs(timeMs: number, ns: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 23)}${String(ns).padStart(6, '0')}`;
}
