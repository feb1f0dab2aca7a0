import type { CohortSpan } from '../../boards/trader-cohorts.ts';
import type { BoardPeriod, BoardSort } from '../../boards/traders.ts';
import type { Cohort, CohortKind } from '../../domain/cohort.ts';
import type { Tier } from '../../domain/tier.ts';
import type { RunContext } from '../../endpoints/endpoint.ts';

/**
 * Feeds of figures that the API computes from the store. The whole state is sent first, then changes.
 */

/** Subject of a subscription; some feeds have none. */
export type FigureSubject = 'coin' | 'user' | 'cohort';

export interface FigureArguments {
  /** In the exchange's spelling. */
  coin?: string | undefined;
  /** Lower-case address. */
  wallet?: string | undefined;
  cohort?: { kind: CohortKind; cohort: Cohort } | undefined;
  /** Time span that the cohort is computed over; default all-time. */
  cohortSpan?: CohortSpan | undefined;
  /** Leaderboard only; values as in its endpoint. */
  sort?: BoardSort | undefined;
  period?: BoardPeriod | undefined;
}

export type FigureOption = 'cohortSpan' | 'sort' | 'period';

export type FigureContext = Pick<RunContext, 'sources' | 'clock' | 'signal'>;

/** The figures of one moment, each text the inside of a JSON object. */
export interface FigureState {
  whole(): string;
  /** Difference to the previous reading. Undefined: none; null: too large, the whole state is sent. */
  readonly change: string | undefined | null;
}

/** Reads the figures and compares them with its previous reading. @throws Problem, AnalyticsError */
export type FigureReading = (context: FigureContext) => Promise<FigureState>;

export interface FigureFeed {
  tier: Tier;
  argument: undefined;
  /** An extension of this service; not in the protocol. */
  isOwn: true;
  isOfFigures: true;
  /** A subscription names exactly one; none if empty. */
  subjects: readonly FigureSubject[];
  options?: readonly FigureOption[];
  /** Minimum pause between two readings of the same figures, milliseconds. */
  pauseMs: number;
  /** Opens a reading that all equal subscriptions share. */
  open(params: FigureArguments): FigureReading;
}
