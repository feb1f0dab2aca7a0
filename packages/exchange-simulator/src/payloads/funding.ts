import type { WireMarketFunding } from '../../../../src/wire/funding.ts';
import { decimalText, powersOfTen } from '../decimal.ts';
import type { FundingPayment } from '../events.ts';
import { zeroHash } from '../hex.ts';
import type { RecordedRate } from '../record/funding-history.ts';
import type { ToldPayment } from '../record/merged-funding.ts';
import { ratioText } from './ratio-text.ts';

/** Decimals of a funding rate. */
const rateDecimals = 10;

/** An hour of `fundingHistory`. */
export function wireRate({ timeMs, market, rate, premium }: RecordedRate): WireMarketFunding {
  return {
    coin: market.coin,
    fundingRate: decimalText(rate, rateDecimals),
    premium: decimalText(premium, rateDecimals),
    time: timeMs,
  };
}

/** A payment as the user streams have it: flat, with its time. */
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

/** A payment, or a day of them, as `userFunding` has it. */
export function wireUserFunding({ samples, ...payment }: ToldPayment) {
  const { market, szi } = payment;
  const { time, ...hour } = wirePayment(payment);
  const merged = samples !== undefined && {
    szi: ratioText(szi / powersOfTen[market.szDecimals]!),
    nSamples: samples,
  };
  return { time, hash: zeroHash, delta: { type: 'funding' as const, ...hour, ...merged } };
}
