import { Gauge, type Registry } from 'prom-client';
import type { ConnectorState, FeedStatus } from '../ingest/live/connector-state.ts';

/** Shows the state of the live connector, read when scraped; nothing until it runs. */
export function showLiveMetrics(registry: Registry, read: () => ConnectorState | undefined): void {
  function perFeed(name: string, help: string, of: (feed: FeedStatus) => number | undefined): void {
    new Gauge({
      name,
      help,
      labelNames: ['feed'],
      registers: [registry],
      collect() {
        this.reset();
        for (const feed of read()?.feeds ?? []) {
          const value = of(feed);
          if (value !== undefined && Number.isFinite(value)) this.set({ feed: feed.name }, value);
        }
      },
    });
  }
  function whole(name: string, help: string, of: (state: ConnectorState) => number): void {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const state = read();
        if (state === undefined) this.reset();
        else this.set(of(state));
      },
    });
  }

  perFeed('tidemark_live_feed_age_seconds', 'Time since a feed was last heard.', (f) => f.ageMs / 1000);
  perFeed(
    'tidemark_live_feed_lag_seconds',
    "Arrival of a feed's newest datum after the exchange's time of it.",
    ({ lagMs }) => (lagMs === undefined ? undefined : lagMs / 1000),
  );
  perFeed('tidemark_live_feed_received', 'Data that arrived since the start.', (f) => f.received);
  perFeed('tidemark_live_feed_gaps_filled', 'Gaps that were found and filled.', (f) => f.gapsFilled);
  perFeed('tidemark_live_feed_gaps_recorded', 'Gaps that nothing can fill.', (f) => f.gapsRecorded);
  whole('tidemark_live_weight_used', 'REST weight spent in the last minute.', ({ weight }) => weight.used);
  whole('tidemark_live_weight_limit', 'REST weight of a minute.', ({ weight }) => weight.limit);
  whole('tidemark_live_requests_throttled', 'Requests answered with 429.', (s) => s.requests.throttled);
  whole('tidemark_live_requests_failed', 'Requests that failed otherwise.', (s) => s.requests.failed);
  whole('tidemark_live_connections_open', 'Open WebSocket connections.', (s) => s.connections.open);
  whole('tidemark_live_disconnects', 'Connections lost since the start.', (s) => s.connections.disconnects);
  whole('tidemark_live_wallets_tracked', 'Wallets whose fills are read.', (s) => s.wallets.tracked);
  whole('tidemark_live_wallets_complete', 'Those without a known gap.', (s) => s.wallets.complete);
  whole(
    'tidemark_live_missing_fills',
    'Trades of tracked wallets without fills.',
    (s) => s.wallets.missingFills,
  );
  whole('tidemark_live_faults', 'Frames and answers that could not be used.', (s) => s.faults);
}
