import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '../../../kernel/clock.ts';
import { createLog } from '../../../kernel/log.ts';
import type { FactTable } from '../../facts/fact-table.ts';
import { createMinuteStore } from './minute-store.ts';

/** A store of minutes that records its operations in order. @param answer outcome of writing the rows of a minute */
function open(storedTo?: number, answer: (minute: number) => Promise<void> = async () => undefined) {
  const did: string[] = [];
  const covered: string[] = [];
  const lines: string[] = [];
  const minutes = createMinuteStore<number>({
    feed: 'contexts',
    table: {} as FactTable<number>,
    storedTo,
    facts: {
      async write(_, rows) {
        await answer(rows[0] as number);
        did.push(`stored ${rows.join()}`);
      },
    },
    ledger: {
      async lose({ feed, coin, fromMs, toMs }, reason) {
        assert.deepEqual([feed, coin], ['contexts', undefined], 'all coins are concerned');
        did.push(`gap ${fromMs / minuteMs}-${(toMs + 1) / minuteMs - 1} ${reason}`);
      },
      async cover({ fromMs, toMs }) {
        covered.push(`${fromMs / minuteMs}-${(toMs + 1) / minuteMs - 1}`);
      },
    },
    log: createLog({ level: 'warn', to: { write: (line: string) => void lines.push(line) } }),
  });
  const put = (...seen: number[]) => minutes.put({ seen, rows: seen });
  return { minutes, put, did, covered, lines };
}

test('before a minute is stored the minutes between it and the last one are recorded, in one range', async () => {
  const { minutes, put, did, covered } = open(100);
  put(104);
  put(104);
  put(105);
  put(107, 108);
  await minutes.settled();
  const first = ['gap 101-103 disconnect', 'stored 104', 'stored 104', 'stored 105'];
  assert.deepEqual(did, [...first, 'gap 106-106 disconnect', 'stored 107,108']);
  assert.deepEqual(covered, ['101-104', '101-104', '101-105', '101-108']);
});

test('no minute is missing before the first of all, nor where a restart falls into a minute, or the next', async () => {
  for (const storedTo of [undefined, 7, 6]) {
    const { minutes, put, did } = open(storedTo);
    put(7);
    await minutes.settled();
    assert.deepEqual(did, ['stored 7']);
  }
});

test('rows that no feed carried are stored, and their minute counts for none', async () => {
  const { minutes, put, did } = open();
  minutes.put({ seen: [], rows: [5] });
  put(6);
  minutes.put({ seen: [], rows: [8] });
  put(9);
  await minutes.settled();
  assert.deepEqual(did, ['stored 5', 'stored 6', 'stored 8', 'gap 7-8 disconnect', 'stored 9']);
});

test('minutes that the store refused are a gap, recorded before the next one is stored', async () => {
  const refused = new Set([2, 3]);
  const { minutes, put, did, lines } = open(1, async (minute) => {
    if (refused.has(minute)) throw new Error('no room on the disk');
  });
  for (const minute of [2, 3, 4]) put(minute);
  await minutes.settled();
  refused.add(5);
  put(5);
  await minutes.settled();
  put(7);
  await minutes.settled();
  assert.deepEqual(did, [
    'gap 2-2 not-stored',
    'gap 3-3 not-stored',
    'stored 4',
    'gap 5-6 not-stored',
    'stored 7',
  ]);
  assert.equal(lines.length, 3);
});

test('while the store is away ten minutes wait, and those beyond are a gap', async () => {
  const away = Promise.withResolvers<void>();
  const { minutes, put, did } = open(0, (minute) => (minute === 1 ? away.promise : Promise.resolve()));
  for (let minute = 1; minute <= 15; minute++) put(minute);
  away.resolve();
  await minutes.settled();
  put(16);
  await minutes.settled();
  const stored = Array.from({ length: 11 }, (_, i) => `stored ${i + 1}`);
  assert.deepEqual(did, [...stored, 'gap 12-15 not-stored', 'stored 16']);
});

test('a gap that could not be recorded keeps what lies behind it from being stored', async () => {
  const did: string[] = [];
  let isAway = true;
  const minutes = createMinuteStore<number>({
    feed: 'books',
    table: {} as FactTable<number>,
    storedTo: 1,
    facts: { write: async (_, rows) => void did.push(`stored ${rows.join()}`) },
    ledger: {
      async lose({ fromMs, toMs }) {
        if (isAway) throw new Error('no room on the disk');
        did.push(`gap ${fromMs / minuteMs}-${(toMs + 1) / minuteMs - 1}`);
      },
      cover: async () => undefined,
    },
    log: createLog({ level: 'silent' }),
  });
  minutes.put({ seen: [3], rows: [3] });
  await minutes.settled();
  isAway = false;
  minutes.put({ seen: [4], rows: [4] });
  await minutes.settled();
  assert.deepEqual(did, ['gap 2-3', 'stored 4']);
});
