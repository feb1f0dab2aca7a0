import { minuteMs } from '../kernel/clock.ts';

/** Maximum age of an answer; defined only here (docs/contract.md#ages-of-answers). */
export interface Age {
  /**
   * A page is current while its sources have not changed. A stale page is served up to this age, milliseconds, while a run
   * refreshes it. 0: every request runs the endpoint.
   */
  lagMs: number;
  /** How long a client may cache the answer, seconds: `max-age`. */
  clientSeconds: number;
}

/**
 * A page whose run read the clock becomes stale at each step of this length, so a window ends at most one step before now.
 * Views with data that age faster have steps of their own (`src/views/views.ts`).
 */
export const clockStepMs = minuteMs;

export const ages = {
  /** Answers whose source already caches for a second; a cached page would add to that. */
  request: { lagMs: 0, clientSeconds: 0 },
  price: { lagMs: 1_000, clientSeconds: 1 },
  /** Current risk and markets. */
  live: { lagMs: 2_000, clientSeconds: 1 },
  /** Answers from fills: 5 s in total, including 1 s to detect fills and 2 s to update the views. */
  fills: { lagMs: 2_500, clientSeconds: 1 },
  /** Lists over lifecycles, whose views follow the fold of the fills. */
  lists: { lagMs: 9_000, clientSeconds: 1 },
  /** Totals of the exchange, and passes over all wallets: 60 s in total, including 45 s of the exchange's day view. */
  totals: { lagMs: 15_000, clientSeconds: 1 },
  /** Answers that change daily or monthly. */
  hour: { lagMs: 3_500_000, clientSeconds: 1 },
} as const satisfies Record<string, Age>;

export type AgeName = keyof typeof ages;
