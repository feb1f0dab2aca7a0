import { tierTypeOf } from '../cohorts/tiers.ts';

/** Page of a market: an outcome's side (`#3160`) has the page of its outcome, every other market its own. */
export function coinPath(coin: string): string {
  const outcome = /^[#+](\d+)\d$/.exec(coin);
  return outcome === null ? `/coin/${encodeURIComponent(coin)}` : outcomePath(outcome[1]!);
}

export const walletPath = (address: string) => `/trader/${address}`;
export const builderPath = (address: string) => `/builder/${address}`;
export const outcomePath = (id: number | string) => `/outcome/${id}`;
export const cohortPath = (tier: string) => `/cohorts?type=${tierTypeOf(tier)}&tier=${tier}`;
