import { minuteMs } from '../kernel/clock.ts';

/** How old an answer may be, in the one place where that is said (docs/contract.md#ages-of-answers). */
export interface Age {
  /**
   * A page is served as long as nothing that it rests on has moved. Once something has, it is served until it has this age, milliseconds,
   * while the next one is made behind it; 0: an answer is made for each request.
   */
  lagMs: number;
  /** How long a client may keep it, seconds: `max-age`. */
  clientSeconds: number;
}

/**
 * A page whose run asked for the time moves with it, in steps of this length: a window ends one step before now at most. What grows old
 * sooner by itself has a step of its own (`src/views/views.ts`).
 */
export const clockStepMs = minuteMs;

export const ages = {
  /** For answers that are at most a second old where they come from: pages would add to that. */
  asked: { lagMs: 0, clientSeconds: 0 },
  /** Prices. */
  price: { lagMs: 1_000, clientSeconds: 1 },
  /** What risk and markets are now. */
  live: { lagMs: 2_000, clientSeconds: 1 },
  /** What rests on fills: with the second until they are seen, and the two until views have them, 5 s. */
  fills: { lagMs: 2_500, clientSeconds: 1 },
  /** Lists over lifecycles, whose views follow the fold of the fills. */
  lists: { lagMs: 9_000, clientSeconds: 1 },
  /** Totals of the exchange, and passes over all wallets: with the 45 s of the day of the exchange, 60 s. */
  totals: { lagMs: 15_000, clientSeconds: 1 },
  /** What changes by the day or the month. */
  hour: { lagMs: 3_500_000, clientSeconds: 1 },
} as const satisfies Record<string, Age>;

export type AgeName = keyof typeof ages;
