import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { createMarketMemory } from '../../src/market/market-memory.ts';
import { useFactStore } from '../ingest/fact-store.ts';
import { untilFound } from '../until.ts';
import { openLiveWorld, startTestConnector } from './live-world.ts';

const own = useFactStore();

test('marks and mids move between two whole contexts of all markets', async () => {
  const world = await openLiveWorld({ seed: 'fast prices', tickMs: 1_000, historyMs: 60_000 });
  const memory = createMarketMemory({ clock: world.clock });
  const connector = await startTestConnector(world, {
    analytics: own.store,
    batches: createBatchStore(own.store),
    journalDir: join(own.dir, 'fast-prices'),
    memory,
  });
  /** Contexts of BTC by the number of whole ones received: without fast prices there is one each. */
  const contexts = new Map<number, Map<string, NonNullable<ReturnType<typeof memory.context>>>>();
  try {
    const between = await untilFound(
      'three marks between two whole contexts',
      async () => {
        world.advance(500);
        const context = memory.context('BTC');
        if (context === undefined) return undefined;
        const { received } = connector.state().feeds.find(({ name }) => name === 'contexts')!;
        const seen = contexts.get(received) ?? new Map();
        contexts.set(received, seen.set(context.markPx, context));
        return seen.size < 3 ? undefined : [...seen.values()];
      },
      { deadlineMs: 60_000, everyMs: 20 },
    );
    const [first, , last] = between;
    assert.ok(last.observedAtMs > first.observedAtMs);
    assert.notEqual(last.midPx, first.midPx);
    const { markPx: _m, midPx: _p, observedAtMs: _o, ...rest } = last;
    assert.deepEqual({ ...first, ...rest }, first, 'the rest of the context is that of the whole one');
    assert.deepEqual([memory.mark('BTC')!.px, memory.mark('BTC')!.basis], [last.markPx, 'context']);
  } finally {
    await connector.close();
    await world.close();
  }
});
