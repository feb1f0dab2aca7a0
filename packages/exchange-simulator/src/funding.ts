import { mulDiv } from './decimal.ts';
import type { Market } from './market.ts';
import type { Venue } from './venue.ts';

/** Funding rates have ten decimals. */
const fundingRateUnit = 1e10;
const interest8h = 0.0001 * fundingRateUnit;
const clampBound = 0.0005 * fundingRateUnit;
const hourlyCap = 0.04 * fundingRateUnit;

/** The premium of the mark over the oracle, in 10^-10. */
export function fundingPremium({ prices }: Venue, market: Market): number {
  const oracle = prices.oracle[market.index]!;
  return Math.trunc(((prices.mark[market.index]! - oracle) / oracle) * fundingRateUnit);
}

/** The hourly rate that follows from a premium, in 10^-10 (docs/exchange.md#funding). */
export function fundingRate(premium: number): number {
  const clamped = Math.max(-clampBound, Math.min(clampBound, interest8h - premium));
  return Math.max(-hourlyCap, Math.min(hourlyCap, Math.trunc((premium + clamped) / 8)));
}

/** Pays an hour's funding of every open perp position: size × oracle × rate; longs pay shorts if the rate is positive. */
export function payFunding(venue: Venue): void {
  const { markets, timeMs, events } = venue;
  for (const market of markets) {
    if (market.kind !== 'perp' || !market.open) continue;
    const premium = fundingPremium(venue, market);
    const rate = fundingRate(premium);
    events.fundingRate?.({ timeMs, market, rate, premium });
    payMarket(venue, market, rate);
  }
}

function payMarket(venue: Venue, market: Market, rate: number): void {
  const { positions, accounts, ledger, events, timeMs, prices } = venue;
  const oracle = prices.oracle[market.index]!;
  for (let slot = positions.firstOfMarket(market.index); slot >= 0; slot = positions.nextOfMarket[slot]!) {
    const szi = positions.szi[slot]!;
    if (szi === 0) continue;
    const wallet = positions.wallet[slot]!;
    const received = 0 - mulDiv(szi * oracle, rate, fundingRateUnit);
    if (positions.isolated[slot] === 1) {
      positions.isolatedRaw[slot] = positions.isolatedRaw[slot]! + received;
    } else {
      accounts.addCash(wallet, market.dex, received);
    }
    positions.fundingAllTime[slot] = positions.fundingAllTime[slot]! - received;
    positions.fundingSinceOpen[slot] = positions.fundingSinceOpen[slot]! - received;
    ledger.addFunding(wallet, market.quote, received);
    events.funding?.({ timeMs, wallet, market, received, szi, rate });
  }
}
