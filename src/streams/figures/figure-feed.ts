import type { CohortSpan } from '../../boards/trader-cohorts.ts';
import type { BoardPeriod, BoardSort } from '../../boards/traders.ts';
import type { Cohort, CohortKind } from '../../domain/cohort.ts';
import type { Tier } from '../../domain/tier.ts';
import type { RunContext } from '../../endpoints/endpoint.ts';

/**
 * Figures: what the API answers of all that is stored, followed. A state comes first, then what has changed of it.
 */

/** What a subscription names: one of these, or none. */
export type FigureSubject = 'coin' | 'user' | 'cohort';

/** What is followed, as it was read of a subscription. */
export interface FigureArguments {
  /** In the exchange's spelling. */
  coin?: string | undefined;
  /** Lower-case address. */
  wallet?: string | undefined;
  cohort?: { kind: CohortKind; cohort: Cohort } | undefined;
  /** What the cohort is made by; all-time where absent. */
  cohortSpan?: CohortSpan | undefined;
  /** Of a leaderboard, as its endpoint has them. */
  sort?: BoardSort | undefined;
  period?: BoardPeriod | undefined;
}

/** What a subscription may name beside it. */
export type FigureOption = 'cohortSpan' | 'sort' | 'period';

/** What figures are read of. */
export type FigureContext = Pick<RunContext, 'sources' | 'clock' | 'signal'>;

/** The figures of one moment, each text the inside of a JSON object. */
export interface FigureState {
  whole(): string;
  /** What differs from the reading before; undefined: nothing does; null: so much that the whole is sent. */
  readonly change: string | undefined | null;
}

/** Reads the figures again, and compares them with those that it read last. @throws Problem, AnalyticsError */
export type FigureReading = (context: FigureContext) => Promise<FigureState>;

export interface FigureFeed {
  tier: Tier;
  argument: undefined;
  /** This service adds it to those of the protocol. */
  isOwn: true;
  isOfFigures: true;
  /** Exactly one of them is named; none where it is empty. */
  subjects: readonly FigureSubject[];
  options?: readonly FigureOption[];
  /** Between two readings of the same figures, at least. */
  pauseMs: number;
  /** Begins to read for all who follow the same. */
  open(params: FigureArguments): FigureReading;
}
