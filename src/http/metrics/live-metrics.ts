import { Counter, Gauge, type Registry } from 'prom-client';
import type { ConnectorState, FeedStatus } from '../../ingest/live/connector-state.ts';

/** A metric value with its label value. Undefined and infinite values are left out. */
type Sample = [label: string, value: number | undefined];

interface LiveMetric {
  name: string;
  help: string;
  /** Label name of all samples; without a name there is a single sample with an empty label. */
  label?: 'feed' | 'group' | 'outcome' | 'state' | 'type';
  samples(state: ConnectorState): Sample[];
}

const perFeed =
  (of: (feed: FeedStatus) => number | undefined) =>
  ({ feeds }: ConnectorState): Sample[] =>
    feeds.map((feed) => [feed.name, of(feed)]);
const whole =
  (of: (state: ConnectorState) => number) =>
  (state: ConnectorState): Sample[] => [['', of(state)]];

/** Names in `_total` are counters; the others are gauges. */
const metrics: LiveMetric[] = [
  {
    name: 'tidemark_live_feed_age_seconds',
    help: 'Time since a feed was last seen.',
    label: 'feed',
    samples: perFeed(({ ageMs }) => ageMs / 1_000),
  },
  {
    name: 'tidemark_live_feed_lag_seconds',
    help: "Delay of a feed's newest datum after the exchange's time.",
    label: 'feed',
    samples: perFeed(({ lagMs }) => (lagMs === undefined ? undefined : lagMs / 1_000)),
  },
  {
    name: 'tidemark_live_received_total',
    help: 'Data that arrived, repeats included.',
    label: 'feed',
    samples: perFeed(({ received }) => received),
  },
  {
    name: 'tidemark_live_unknown_updates_total',
    help: 'Balance updates of a type without a rule, stored unchanged.',
    samples: whole(({ feeds }) => feeds.reduce((sum, { unknown }) => sum + unknown, 0)),
  },
  {
    name: 'tidemark_live_gaps_filled_total',
    help: 'Filled gaps.',
    label: 'feed',
    samples: perFeed(({ gapsFilled }) => gapsFilled),
  },
  {
    name: 'tidemark_live_gaps_recorded_total',
    help: 'Gaps that cannot be filled.',
    label: 'feed',
    samples: perFeed(({ gapsRecorded }) => gapsRecorded),
  },
  {
    name: 'tidemark_live_weight_used',
    help: "REST weight used in the exchange's current minute.",
    samples: whole(({ weight }) => weight.used),
  },
  {
    name: 'tidemark_live_weight_limit',
    help: 'REST weight allowed a minute.',
    samples: whole(({ weight }) => weight.limit),
  },
  {
    name: 'tidemark_live_weight_spent_total',
    help: 'REST weight spent on markets, their histories, wallets and their roles.',
    label: 'group',
    samples: ({ weight }) => Object.entries(weight.spent),
  },
  {
    name: 'tidemark_live_requests_total',
    help: 'Attempts of REST requests: answered, refused with 429 (throttled), failed otherwise.',
    label: 'outcome',
    samples: ({ requests: { answered, throttled, failed } }) => [
      ['answered', answered],
      ['throttled', throttled],
      ['failed', failed],
    ],
  },
  {
    name: 'tidemark_live_requests_pending',
    help: 'REST requests that are queued or in progress.',
    label: 'state',
    samples: ({ requests: { waiting, inFlight } }) => [
      ['waiting', waiting],
      ['in_flight', inFlight],
    ],
  },
  {
    name: 'tidemark_live_connections',
    help: 'WebSocket connections, open or not.',
    label: 'state',
    samples: ({ connections: { open, total } }) => [
      ['open', open],
      ['closed', total - open],
    ],
  },
  {
    name: 'tidemark_live_disconnects_total',
    help: 'Connections lost, and attempts to connect that failed.',
    samples: whole(({ connections }) => connections.disconnects),
  },
  {
    name: 'tidemark_live_subscriptions',
    help: 'Subscriptions by the answer of the exchange: acknowledged, unacknowledged (none yet), refused.',
    label: 'state',
    samples: ({ subscriptions: { planned, unacknowledged, refused } }) => [
      ['acknowledged', Math.max(0, planned - unacknowledged - refused)],
      ['unacknowledged', unacknowledged],
      ['refused', refused],
    ],
  },
  {
    name: 'tidemark_live_subscriptions_unplanned',
    help: "Subscriptions that the exchange's limit leaves no room for.",
    label: 'type',
    samples: ({ subscriptions }) => Object.entries(subscriptions.unplanned),
  },
  {
    name: 'tidemark_live_wallets_tracked',
    help: 'Wallets whose fills are read.',
    samples: whole(({ wallets }) => wallets.tracked),
  },
  {
    name: 'tidemark_live_wallets_complete',
    help: 'Tracked wallets with complete fills and no newer trade.',
    samples: whole(({ wallets }) => wallets.complete),
  },
  {
    name: 'tidemark_live_wallets_behind',
    help: 'Tracked wallets with trades whose fills are not stored yet.',
    samples: whole(({ wallets }) => wallets.behind),
  },
  {
    name: 'tidemark_live_wallets_untracked',
    help: 'Known wallets that are not tracked.',
    samples: whole(({ wallets }) => wallets.untracked),
  },
  {
    name: 'tidemark_live_missing_fills_total',
    help: 'Trades of tracked wallets whose fills the exchange did not return.',
    samples: whole(({ wallets }) => wallets.missingFills),
  },
  {
    name: 'tidemark_live_unusable_total',
    help: 'Unusable frames, answers and elements, by channel and type of request.',
    label: 'feed',
    samples: ({ unusable }) => unusable.map(({ feed, unusable: count }) => [feed, count]),
  },
  {
    name: 'tidemark_live_quarantine_dropped_total',
    help: 'Unusable records that were dropped because the feed sent too many.',
    label: 'feed',
    samples: ({ unusable }) => unusable.map(({ feed, dropped }) => [feed, dropped]),
  },
];

/** Shows the state of the live connector, read once per scrape; zeros until it runs. */
export function showLiveMetrics(registry: Registry, read: () => ConnectorState | undefined): void {
  const readOnce = once(() => {
    const state = read();
    // Each read of the state counts over all wallets, so the values are copied once.
    return state && { ...state };
  });
  for (const { name, help, label, samples } of metrics) {
    const options = { name, help, labelNames: label === undefined ? [] : [label], registers: [registry] };
    const labels = (text: string): Record<string, string> => (label === undefined ? {} : { [label]: text });
    const shown = (): Sample[] => {
      const state = readOnce();
      return state === undefined ? [] : samples(state).filter(([, value]) => Number.isFinite(value));
    };
    if (name.endsWith('_total')) {
      new Counter({
        ...options,
        collect() {
          this.reset();
          for (const [text, value] of shown()) this.inc(labels(text), value);
        },
      });
    } else {
      new Gauge({
        ...options,
        collect() {
          this.reset();
          for (const [text, value] of shown()) this.set(labels(text), value!);
        },
      });
    }
  }
}

/** Shares one reading among all callers in a turn of the event loop. */
function once<T>(read: () => T): () => T {
  let known: { value: T } | undefined;
  return () => {
    if (known === undefined) {
      known = { value: read() };
      setImmediate(() => {
        known = undefined;
      });
    }
    return known.value;
  };
}
