/** An exchange that cannot be reached, or takes requests and never answers. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { connectorFault } from '../../src/ingest/live/connector-report.ts';
import { monotonicMs, systemClock } from '../../src/kernel/clock.ts';
import { chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';
import { until } from '../until.ts';
import { startTestConnector } from './live-world.ts';

let harness: StoreHarness;
let store: AnalyticsStore;
before(async () => {
  harness = await chdbHarness();
  store = await harness.open('unreachable');
});
after(async () => {
  await store?.close();
  await harness?.stop();
});

let connectors = 0;
const connect = (at: string) =>
  startTestConnector(
    { url: `http://${at}`, wsUrl: `ws://${at}/ws`, clock: systemClock },
    {
      analytics: store,
      batches: createBatchStore(store),
      journalDir: join(harness.dir, `journal-${connectors++}`),
    },
  );

test('requests that hang do not keep a connector from ending', async () => {
  let requests = 0;
  const silent = createServer(() => void requests++).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const connector = await connect(`127.0.0.1:${(silent.address() as AddressInfo).port}`);
  await until('three requests', () => requests >= 3);
  const startMs = monotonicMs();
  await connector.close();
  const tookMs = monotonicMs() - startMs;
  // Its requests are given up after ten seconds.
  assert.ok(tookMs < 8_000, `${tookMs} ms`);
  silent.closeAllConnections();
  silent.close();
});

test('an exchange that cannot be reached is tried again for as long as it takes, and it is said why', async () => {
  // Port 9 of this machine: nothing listens there.
  const connector = await connect('127.0.0.1:9');
  const fault = () => connectorFault(connector.state(), connector.state().startedMs);
  assert.equal(fault(), 'reading the list of markets');
  await until('the fault is named', () => /cannot be read/.test(fault() ?? ''));
  assert.equal(fault(), 'the list of markets cannot be read: allPerpMetas: connect ECONNREFUSED 127.0.0.1:9');
  const { failed } = connector.state().requests;
  await until('another try', () => connector.state().requests.failed > failed);
  await connector.close();
});
