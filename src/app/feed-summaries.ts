import type { ConnectorState } from '../ingest/live/connector-state.ts';
import type { FeedSummary } from '../operate/operations/record.ts';

/** The feeds of a connector for an operator; empty without a connector. A feed without data has no age. */
export function feedSummaries(state: Pick<ConnectorState, 'feeds'> | undefined): FeedSummary[] {
  return (state?.feeds ?? []).map(({ name, ageMs, staleMs, lagMs, received, gapsFilled, gapsRecorded }) => ({
    feed: name,
    ...(Number.isFinite(ageMs) && { ageMs }),
    ...(Number.isFinite(staleMs) && { staleMs }),
    ...(lagMs !== undefined && { lagMs }),
    received,
    gapsFilled,
    gapsRecorded,
  }));
}
