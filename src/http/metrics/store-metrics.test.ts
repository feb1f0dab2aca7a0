import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { type StoreFigures, showStoreMetrics } from './store-metrics.ts';

test('what is stored is shown in whole units, what is not known is left out, and comes back once it is', async () => {
  const registry = new Registry();
  let figures: StoreFigures = { fills: 12, quarantined: 0, newestFillAgeMs: 1_500, freeDiskBytes: 7 };
  showStoreMetrics(registry, { version: '1.2.3', read: async () => figures });
  const shown = async () => {
    const lines = (await registry.metrics()).split('\n');
    return lines.filter((line) => line !== '' && !line.startsWith('#'));
  };
  assert.deepEqual(await shown(), [
    'tidemark_build_info{version="1.2.3"} 1',
    'tidemark_stored_fills 12',
    'tidemark_newest_fill_age_seconds 1.5',
    'tidemark_quarantined_records 0',
    'tidemark_free_disk_bytes 7',
  ]);
  figures = { boardsAgeMs: 250 };
  assert.deepEqual(await shown(), [
    'tidemark_build_info{version="1.2.3"} 1',
    'tidemark_boards_age_seconds 0.25',
  ]);
  figures = {
    views: [
      { name: 'coins', ageMs: 1_500, maxAgeMs: 2_000 },
      { name: 'owners', ageMs: undefined, maxAgeMs: 600_000 },
    ],
  };
  assert.deepEqual(await shown(), [
    'tidemark_build_info{version="1.2.3"} 1',
    'tidemark_view_age_seconds{view="coins"} 1.5',
    'tidemark_view_max_age_seconds{view="coins"} 2',
    'tidemark_view_max_age_seconds{view="owners"} 600',
  ]);
  figures = { gaps: [{ feed: 'node_fills', state: 'open', gaps: 2, blocks: 7 }] };
  assert.deepEqual(await shown(), [
    'tidemark_build_info{version="1.2.3"} 1',
    'tidemark_coverage_gaps{feed="node_fills",state="open"} 2',
    'tidemark_coverage_missing_blocks{feed="node_fills",state="open"} 7',
  ]);
  figures = { fills: 13 };
  assert.deepEqual(await shown(), ['tidemark_build_info{version="1.2.3"} 1', 'tidemark_stored_fills 13']);
});

test('of several servers each is shown with whether it answers, and which one is asked; none where none is there', async () => {
  const registry = new Registry();
  let figures: StoreFigures = {
    servers: [
      { address: 'http://a:8123', state: 'down', reason: 'socket hang up' },
      { address: 'http://b:8123', state: 'used' },
      { address: 'http://c:8123', state: 'up' },
    ],
  };
  showStoreMetrics(registry, { version: '1.2.3', read: async () => figures });
  const shown = async () =>
    (await registry.metrics()).split('\n').filter((line) => /^tidemark_click/.test(line));
  assert.deepEqual(await shown(), [
    'tidemark_clickhouse_server_up{address="http://a:8123"} 0',
    'tidemark_clickhouse_server_up{address="http://b:8123"} 1',
    'tidemark_clickhouse_server_up{address="http://c:8123"} 1',
    'tidemark_clickhouse_server_used{address="http://a:8123"} 0',
    'tidemark_clickhouse_server_used{address="http://b:8123"} 1',
    'tidemark_clickhouse_server_used{address="http://c:8123"} 0',
  ]);
  figures = {};
  assert.deepEqual(await shown(), []);
});
