/** Tiers of the contract, lowest first; `tierLimits` has their limits. */
export const tiers = ['free', 'starter', 'pro', 'enterprise'] as const;
export type Tier = (typeof tiers)[number];

export function isTier(value: string): value is Tier {
  return (tiers as readonly string[]).includes(value);
}

export function tierAllows(tier: Tier, required: Tier): boolean {
  return tiers.indexOf(tier) >= tiers.indexOf(required);
}

/** What a tier allows. `null` means unlimited; it leaves the service as 0 (docs/contract.md#tiers). */
export interface TierLimits {
  ratePerMinute: number;
  /** Of the second bucket that the leaderboard and hidden-gems have. */
  routeRatePerMinute: number;
  requestsPerDay: number | null;
  requestsPerMonth: number | null;
  /** Active keys of one account. */
  keys: number | null;
  /** Longest history window. */
  windowDays: number;
}

/** The numbers of docs/guides/limits.md; an Enterprise account may have its own. */
export const tierLimits: Readonly<Record<Tier, Readonly<TierLimits>>> = {
  free: {
    ratePerMinute: 30,
    routeRatePerMinute: 15,
    requestsPerDay: 1_000,
    requestsPerMonth: null,
    keys: 1,
    windowDays: 30,
  },
  starter: {
    ratePerMinute: 120,
    routeRatePerMinute: 60,
    requestsPerDay: 2_000,
    requestsPerMonth: 50_000,
    keys: 3,
    windowDays: 30,
  },
  pro: {
    ratePerMinute: 600,
    routeRatePerMinute: 300,
    requestsPerDay: 20_000,
    requestsPerMonth: 500_000,
    keys: 10,
    windowDays: 90,
  },
  enterprise: {
    ratePerMinute: 10_000,
    routeRatePerMinute: 5_000,
    requestsPerDay: null,
    requestsPerMonth: null,
    keys: null,
    windowDays: 365,
  },
};

/** The least tier above `tier` for which `accepts` holds; undefined where there is none. */
export function nextTier(tier: Tier, accepts: (limits: TierLimits) => boolean): Tier | undefined {
  return tiers.slice(tiers.indexOf(tier) + 1).find((higher) => accepts(tierLimits[higher]));
}

/**
 * Numbers of tiers as settings give them: `free=1,pro=5`; 0 of a tier that is left out.
 *
 * @returns undefined where it has another form
 */
export function numbersByTier(text: string): Readonly<Record<Tier, number>> | undefined {
  const numbers: Partial<Record<Tier, number>> = {};
  for (const part of text.split(',')) {
    const [, name, number] = /^([a-z]+)=(\d{1,6})$/.exec(part) ?? [];
    if (name === undefined || !isTier(name) || numbers[name] !== undefined) return undefined;
    numbers[name] = Number(number);
  }
  return { free: 0, starter: 0, pro: 0, enterprise: 0, ...numbers };
}
