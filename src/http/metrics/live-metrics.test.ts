import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import type { ConnectorState, FeedStatus } from '../../ingest/live/connector-state.ts';
import { showLiveMetrics } from './live-metrics.ts';

const trades: FeedStatus = {
  name: 'trades',
  ageMs: 1_500,
  staleMs: 60_000,
  lagMs: 250,
  newestMs: 1,
  received: 12,
  unknown: 3,
  gapsFilled: 2,
  gapsRecorded: 1,
};
const state: ConnectorState = {
  startedMs: 0,
  ready: true,
  connected: false,
  feeds: [
    trades,
    { ...trades, name: 'roles', ageMs: Number.POSITIVE_INFINITY, lagMs: undefined, received: 0, unknown: 1 },
  ],
  weight: { used: 340, limit: 1_200, spent: { markets: 200, histories: 0, wallets: 140, roles: 0 } },
  requests: { waiting: 3, inFlight: 8, answered: 50, throttled: 1, failed: 2 },
  connections: { open: 3, total: 4, awayMs: 0, disconnects: 5 },
  subscriptions: { planned: 1_000, unacknowledged: 4, refused: 1, unplanned: { candle: 700 } },
  wallets: { tracked: 9, complete: 6, behind: 2, untracked: 1, missingFills: 7 },
  unusable: [{ feed: 'trades', unusable: 11, dropped: 2 }],
};

test('the state of the connector is shown as metrics, read once for a scrape', async () => {
  const registry = new Registry();
  let reads = 0;
  showLiveMetrics(registry, () => {
    reads += 1;
    return state;
  });
  const lines = (await registry.metrics()).split('\n');
  const samples = lines.filter((line) => line !== '' && !line.startsWith('#'));
  assert.equal(reads, 1);
  for (const line of [
    'tidemark_live_feed_age_seconds{feed="trades"} 1.5',
    'tidemark_live_feed_lag_seconds{feed="trades"} 0.25',
    'tidemark_live_received_total{feed="trades"} 12',
    'tidemark_live_unknown_updates_total 4',
    'tidemark_live_gaps_filled_total{feed="trades"} 2',
    'tidemark_live_gaps_recorded_total{feed="trades"} 1',
    'tidemark_live_weight_used 340',
    'tidemark_live_weight_spent_total{group="wallets"} 140',
    'tidemark_live_requests_total{outcome="throttled"} 1',
    'tidemark_live_requests_pending{state="in_flight"} 8',
    'tidemark_live_connections{state="closed"} 1',
    'tidemark_live_disconnects_total 5',
    'tidemark_live_subscriptions{state="acknowledged"} 995',
    'tidemark_live_subscriptions_unplanned{type="candle"} 700',
    'tidemark_live_wallets_behind 2',
    'tidemark_live_missing_fills_total 7',
    'tidemark_live_unusable_total{feed="trades"} 11',
    'tidemark_live_quarantine_dropped_total{feed="trades"} 2',
  ]) {
    assert.ok(samples.includes(line), line);
  }
  assert.ok(!samples.some((line) => line.includes('age_seconds{feed="roles"')), 'never seen: no age');
  for (const line of lines) {
    const [, name, kind] = /^# TYPE (\S+) (\S+)/.exec(line) ?? [];
    if (name !== undefined) assert.equal(kind === 'counter', name.endsWith('_total'), name);
  }
});

test('a connector that does not run yet has nothing but zeros', async () => {
  const registry = new Registry();
  showLiveMetrics(registry, () => undefined);
  const samples = (await registry.metrics()).split('\n').filter((line) => /^[a-z]/.test(line));
  assert.deepEqual(
    samples.filter((line) => !/^[a-z_]+ 0$/.test(line)),
    [],
  );
});
