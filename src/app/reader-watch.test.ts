import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReaderReport } from '../control/writer-leases.ts';
import { noLiveData } from '../endpoints/live-data.ts';
import { reportOf, watchReader } from './reader-watch.ts';

const data = {
  availability: () => ({ ...noLiveData.availability(), markPrices: true }),
  freshness: () => ({ ...noLiveData.freshness(), markPrices: '2026-05-01T00:00:00.000Z' }),
};

/** State that a process sees for this report of a reader in the control store. */
async function seen(found: ReaderReport | undefined | Error) {
  const watch = await watchReader({
    lastReport: async () => {
      if (found instanceof Error) throw found;
      return found;
    },
  });
  await watch.close();
  return { check: watch.check(), ...watch.data.availability(), freshness: watch.data.freshness().markPrices };
}

const reported = (state: ReaderReport['state'], check: true | string = true): ReaderReport => ({
  state,
  ageMs: 4_000,
  report: JSON.parse(JSON.stringify(reportOf(check, data))),
});

test('a reader is believed while it reads; silent or ended, its last report is old, and no longer at hand', async () => {
  const markPrices = '2026-05-01T00:00:00.000Z';
  const none = { ...noLiveData.availability() };
  assert.deepEqual(await seen(undefined), { check: undefined, ...none, freshness: '' });
  assert.deepEqual(await seen(reported('reading')), {
    check: true,
    ...none,
    markPrices: true,
    freshness: markPrices,
  });
  const stale = 'nothing new from the exchange: trades since 130 s';
  assert.equal((await seen(reported('reading', stale))).check, stale);
  const silent = 'no process reads the exchange: the last one was seen 4 s ago';
  assert.deepEqual(await seen(reported('silent')), { check: silent, ...none, freshness: markPrices });
  assert.deepEqual(await seen(reported('ended')), { check: undefined, ...none, freshness: markPrices });
});

test('a report that this version does not know, or none at all, makes nothing up', async () => {
  const strange = { state: 'reading', ageMs: 0, report: { all: 'well' } } as const;
  const { check, markPrices, freshness } = await seen(strange);
  assert.deepEqual(
    [check, markPrices, freshness],
    ['the process that reads the exchange has another version', false, ''],
  );
  assert.equal((await seen(new Error('the control store is away'))).check, undefined);
});
