import type { WireMarketFunding } from '../../wire/funding.ts';
import { decimalText } from '../decimal.ts';
import type { FundingPayment } from '../events.ts';
import { zeroHash } from '../hex.ts';
import type { RecordedRate } from '../record/funding-history.ts';

/** Decimals of a funding rate. */
const rateDecimals = 10;

/** One hour of `fundingHistory`. */
export function wireRate({ timeMs, market, rate, premium }: RecordedRate): WireMarketFunding {
  return {
    coin: market.coin,
    fundingRate: decimalText(rate, rateDecimals),
    premium: decimalText(premium, rateDecimals),
    time: timeMs,
  };
}

/** A payment as the user streams tell it: flat, with its time. */
export function wirePayment({ timeMs, market, received, szi, rate }: FundingPayment) {
  return {
    time: timeMs,
    coin: market.coin,
    usdc: decimalText(received, market.moneyDecimals),
    szi: decimalText(szi, market.szDecimals),
    fundingRate: decimalText(rate, rateDecimals),
    nSamples: null,
  };
}

/** The same in `userFunding`. Hours are never merged into days here, as they are on the exchange after some weeks. */
export function wireUserFunding(payment: FundingPayment) {
  const { time, ...delta } = wirePayment(payment);
  return { time, hash: zeroHash, delta: { type: 'funding' as const, ...delta } };
}
