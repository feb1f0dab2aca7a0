import { decimalText } from '../decimal.ts';
import type { TwapEvent } from '../events.ts';
import { isoNs } from '../node-line.ts';
import type { Wallet } from '../population.ts';

/** The order's fields in every record of the exchange. */
function stateOf(event: TwapEvent, wallets: readonly Wallet[]) {
  const { market, wallet, isBuy, sz, executedSz, executedNtl, minutes, startedMs, trigger, stopPx } = event;
  const { coin, szDecimals, pxDecimals } = market;
  const price = (px: number) => decimalText(px, pxDecimals);
  return {
    coin,
    user: wallets[wallet]!.address,
    side: isBuy ? 'B' : 'A',
    sz: decimalText(sz, szDecimals),
    executedSz: decimalText(executedSz, szDecimals),
    executedNtl: decimalText(executedNtl, szDecimals + pxDecimals),
    minutes,
    reduceOnly: false,
    randomize: false,
    timestamp: startedMs,
    trigger: trigger === undefined ? null : { px: price(trigger.px), above: trigger.above },
    stopPx: stopPx === undefined ? null : price(stopPx),
  };
}

/** An element of `twapHistory` (docs/exchange.md#twap-orders). */
export function wireTwap(event: TwapEvent, wallets: readonly Wallet[]) {
  const { timeMs, status, id } = event;
  const time = Math.floor(timeMs / 1000);
  return { time, state: stateOf(event, wallets), status: { status }, twapId: id };
}

/** An event of `node_twap_statuses_by_block`, as JSON. @param timeNs nanoseconds behind the millisecond */
export function twapEventText(event: TwapEvent, wallets: readonly Wallet[], timeNs: number): string {
  const { timeMs, status, id } = event;
  const state = stateOf(event, wallets);
  return JSON.stringify({ time: isoNs(timeMs, timeNs), twap_id: id, state, status });
}
