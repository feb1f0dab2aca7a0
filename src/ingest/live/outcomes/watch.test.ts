import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noTemplates } from '../../../../test/given-templates.ts';
import { openDirectory } from '../../../../test/wallet-directory-harness.ts';
import type { AnalyticsStore } from '../../../analytics/store.ts';
import { fixedClock } from '../../../kernel/clock.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import type { InfoClient } from '../../sources/hyperliquid/info-client.ts';
import { createFeedWatch } from '../coverage/feed-watch.ts';
import { settledMs } from './settled-time.ts';
import { openOutcomeWatch } from './watch.ts';

const sideSpecs = [{ name: 'Yes' }, { name: 'No' }];
const spec = (outcome: number) => ({ outcome, name: `o${outcome}`, description: '', sideSpecs });
const startMs = Date.UTC(2026, 4, 4);
const staleness = { group: 'markets' as const, ageMs: 1, targetMs: 1 };

/** A question with this many settled outcomes; the exchange says nothing of the first; outcome 1 is open. */
async function open(
  settled: number,
  {
    finish = async (_coin: string) => {},
    listed = () => [1],
    named = (): number[] => [],
    holder = '',
    questionText = '',
    nowMs = startMs,
  } = {},
) {
  const times: number[] = [];
  const clock = { ...fixedClock(nowMs), nowMs: () => nowMs };
  const settledIds = Array.from({ length: settled }, (_, i) => 100 + i);
  const requests: number[] = [];
  const stored: string[] = [];
  const question = () => ({
    question: 1,
    name: 'q',
    description: questionText,
    fallbackOutcome: 9,
    namedOutcomes: named(),
    settledNamedOutcomes: settledIds,
  });
  const heldOf: string[][] = [];
  const directory = openDirectory();
  const read = await openOutcomeWatch({
    analytics: {
      async rows(_query: unknown, { coins }: { coins?: string[] }) {
        if (coins === undefined) return [];
        heldOf.push(coins);
        return holder === '' ? [] : [{ holder }];
      },
    } as unknown as AnalyticsStore,
    info: {
      async ask(request: { type: string; outcome?: number }) {
        if (request.type === 'outcomeMeta')
          return { data: { outcomes: listed().map(spec), questions: [question()] }, rejected: [] };
        requests.push(request.outcome!);
        const isReported = request.outcome !== settledIds[0];
        return {
          data: isReported ? { spec: spec(request.outcome!), settleFraction: '1.0' } : null,
          rejected: [],
        };
      },
    } as unknown as InfoClient,
    facts: {
      async write({ name }: { name: string }, rows: { outcome: number; time: number }[]) {
        if (name !== 'outcome_settlements') return;
        stored.push(...rows.map(({ outcome }) => String(outcome)));
        times.push(...rows.map(({ time }) => time));
      },
    } as unknown as FactWriter,
    finish,
    directory,
    watch: createFeedWatch({}),
    templates: noTemplates,
    clock,
    signal: new AbortController().signal,
  });
  const passMs = (ms: number) => {
    nowMs += ms;
  };
  return { read: () => read(staleness), directory, heldOf, asked: requests, stored, times, passMs };
}

test('thousands of settled outcomes are asked for a few at a time, and each until it has its settlement', async () => {
  const { read, asked: requests, stored } = await open(70);
  await read();
  assert.equal(requests.length, 30);
  await read();
  await read();
  assert.equal(new Set(stored).size, 69);
  assert.equal(stored.length, 69, 'none twice');
  requests.length = 0;
  await read();
  assert.deepEqual(requests, [100], 'the one without a settlement, once more');
});

test("an outcome's candles are read to their end before its settlement is stored, and again where that failed", async () => {
  const finished: string[] = [];
  let isAway = true;
  let listed = [1];
  const { read, stored } = await open(2, {
    listed: () => listed,
    async finish(coin) {
      if (isAway) throw new Error('away');
      finished.push(coin);
    },
  });
  await read();
  listed = [];
  await assert.rejects(read(), /away/);
  assert.deepEqual([finished, stored], [[], ['101']], 'one that was never listed has none to be read');
  isAway = false;
  await read();
  assert.deepEqual(
    [finished, stored],
    [
      ['#10', '#11'],
      ['101', '1'],
    ],
  );
});

test('an outcome of a template was never settled in 1970', () => {
  const nowMs = Date.UTC(2026, 8, 20);
  const of = (description: string, last?: { listedMs: number; goneMs: number }, name = 'template:x') =>
    settledMs({ name, description }, nowMs, last);
  const price = 'perp:BTC|seconds:60|threshold:77177|time:20260912-0630';
  assert.equal(of(price), Date.UTC(2026, 8, 12, 6, 30), 'by its time');
  const contest = 'participantA:a|resolutionDeadline:20261004-2300|scheduledStart:20260918-1700';
  assert.equal(of(contest), Date.UTC(2026, 8, 18, 17), 'after its start');
  const gone = { listedMs: nowMs - 2_000, goneMs: nowMs - 1_000 };
  assert.equal(of(contest, gone), gone.goneMs, 'when it left the list');
  assert.equal(of('perp:BTC|target:1|time:20261004-2300'), nowMs, 'touched before its time');
  const early = { listedMs: Date.UTC(2026, 8, 10), goneMs: Date.UTC(2026, 8, 11) };
  assert.equal(of(price, early), early.goneMs, 'touched before its time, and read after it');
  assert.equal(of(''), nowMs, 'it names no time');
  assert.equal(of(price, undefined, 'Words'), 0);
});

test('a settlement has the time of the settlement, not that of its reading', async () => {
  const questionText = 'class:priceBucket|underlying:BTC|expiry:20260503-0600|period:1d|priceThresholds:9,11';
  const stated = await open(3, { questionText });
  await stated.read();
  assert.deepEqual(stated.times, [Date.UTC(2026, 4, 3, 6), Date.UTC(2026, 4, 3, 6)], 'its terms have it');

  let listed = [1];
  const unstated = await open(2, { listed: () => listed });
  await unstated.read();
  assert.deepEqual(unstated.times, [0], 'settled before anybody read the list: it is not known');
  listed = [];
  unstated.passMs(60_000);
  await unstated.read();
  assert.deepEqual(unstated.times, [0, startMs + 60_000], 'when it left the list');
});

test('holders of the fallback are read again when an outcome is added to its question', async () => {
  const holder = `0x${'a1'.repeat(20)}`;
  let named = [1];
  const { read, directory, heldOf } = await open(0, { named: () => named, listed: () => named, holder });
  const tracked = directory.track(holder)!;
  await read();
  await read();
  assert.deepEqual(heldOf, [], 'nothing was added');
  tracked.suspectMs = undefined;
  named = [1, 2];
  await read();
  assert.deepEqual(heldOf, [['#90', '#91']]);
  assert.notEqual(tracked.suspectMs, undefined);
  await read();
  assert.equal(heldOf.length, 1, 'once');
});
