import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { AnalyticsError, type AnalyticsStore } from '../../src/analytics/store.ts';
import { countGaps, listGaps } from '../../src/coverage/gap-list.ts';
import type { CoverageInterval } from '../../src/coverage/interval.ts';
import { type CoverageLedger, createCoverageLedger } from '../../src/coverage/ledger.ts';
import type { StoreHarness } from '../ingest/store-harness.ts';

const wallet = `0x${'ab'.repeat(20)}`;
const zeroWallet = `0x${'0'.repeat(40)}`;
const all = { fromMs: 0, toMs: 10_000 };

/** Short text of an interval: state, ends, reason. */
function shown({ state, reason, fromMs, toMs, fromBlock, toBlock, ...rest }: CoverageInterval): string {
  const key = [rest.wallet, rest.coin].filter((part) => part !== undefined).join(' ');
  const blocks = fromBlock === undefined ? '' : ` blocks ${fromBlock}-${toBlock}`;
  return `${key === '' ? '' : `${key}: `}${state} ${fromMs}-${toMs}${blocks}${reason === '' ? '' : ` ${reason}`}`;
}

/** Guarantees of the coverage ledger, on any engine. */
export function coverageSuite(openHarness: () => Promise<StoreHarness>): void {
  describe('the ledger of coverage', () => {
    let harness: StoreHarness;
    let store: AnalyticsStore;
    let nowMs = 1_000_000;
    const clock = { nowMs: () => nowMs };
    const ledgerOf = (analytics: Pick<AnalyticsStore, 'rows' | 'command'> = store): CoverageLedger =>
      createCoverageLedger({ analytics, clock, retryMs: 1 });
    const intervalsOf = async (feed: string, params = {}) =>
      (await ledgerOf().read({ feed, ...all, ...params })).map(shown);

    before(async () => {
      harness = await openHarness();
      store = await harness.open('coverage');
    });
    after(async () => {
      await store.close();
      await harness.stop();
    });

    test('a gap is open until it is healed or lost, and keeps when it was first seen', async () => {
      const ledger = ledgerOf();
      const at = { feed: 'trades', coin: 'BTC', fromMs: 1_000, toMs: 2_000 };
      nowMs = 5_000;
      await ledger.record(at, 'disconnect');
      nowMs = 6_000;
      await ledger.record(at, 'disconnect');
      const [open] = await ledger.read({ feed: 'trades', ...all });
      assert.deepEqual(open, { ...at, state: 'open', reason: 'disconnect', seenMs: 5_000, changedMs: 5_000 });
      await ledger.lose(at, 'disconnect');
      nowMs = 7_000;
      await ledger.heal(at);
      const [healed] = await ledger.read({ feed: 'trades', ...all });
      assert.deepEqual(healed, { ...open, state: 'healed', changedMs: 7_000 });
      // Whatever the clock says, the newest change counts.
      nowMs = 10;
      await ledger.record(at, 'disconnect');
      assert.deepEqual(await ledger.read({ feed: 'trades', ...all }), [{ ...open, changedMs: 7_001 }]);
    });

    test('what is healed in part stays a gap where it is not, by block where blocks are known', async () => {
      const ledger = ledgerOf();
      const gap = { feed: 'node_fills', fromMs: 1_000, toMs: 1_900, fromBlock: 100, toBlock: 109 };
      await ledger.record(gap, 'missing-blocks');
      await ledger.heal({ feed: 'node_fills', fromMs: 1_300, toMs: 1_400, fromBlock: 103, toBlock: 104 });
      assert.deepEqual(await intervalsOf('node_fills'), [
        'open 1000-1300 blocks 100-102 missing-blocks',
        'healed 1300-1400 blocks 103-104 missing-blocks',
        'open 1400-1900 blocks 105-109 missing-blocks',
      ]);
      await ledger.heal({ feed: 'node_fills', fromMs: 900, toMs: 1_350, fromBlock: 99, toBlock: 105 });
      await ledger.lose(
        { feed: 'node_fills', fromMs: 1_800, toMs: 1_900, fromBlock: 108, toBlock: 109 },
        'file-gone',
      );
      assert.deepEqual(await intervalsOf('node_fills', { states: ['open', 'lost'] }), [
        'open 1400-1800 blocks 106-107 missing-blocks',
        'lost 1800-1900 blocks 108-109 file-gone',
      ]);
      await ledger.record({ feed: 'contexts', fromMs: 1_000, toMs: 1_999 }, 'disconnect');
      await ledger.heal({ feed: 'contexts', fromMs: 1_200, toMs: 1_299 });
      assert.deepEqual(await intervalsOf('contexts'), [
        'open 1000-1199 disconnect',
        'healed 1200-1299 disconnect',
        'open 1300-1999 disconnect',
      ]);
    });

    test('what is covered grows by what touches it, and spans that meet become one', async () => {
      const ledger = ledgerOf();
      const blocks = (fromBlock: number, toBlock: number) => ({
        feed: 'node_misc',
        fromBlock,
        toBlock,
        fromMs: fromBlock * 10,
        toMs: toBlock * 10 + 5,
      });
      await Promise.all([
        ledger.cover(blocks(10, 19)),
        ledger.cover(blocks(30, 39)),
        ledger.cover(blocks(20, 24)),
      ]);
      assert.deepEqual(await intervalsOf('node_misc'), [
        'covered 100-245 blocks 10-24',
        'covered 300-395 blocks 30-39',
      ]);
      await ledger.cover(blocks(12, 20));
      await ledger.cover(blocks(25, 29));
      assert.deepEqual(await intervalsOf('node_misc'), ['covered 100-395 blocks 10-39']);
      await ledger.record(blocks(15, 16), 'missing-blocks');
      await ledger.cover(blocks(5, 50));
      assert.deepEqual(await intervalsOf('node_misc'), [
        'covered 50-505 blocks 5-50',
        'open 150-165 blocks 15-16 missing-blocks',
      ]);
    });

    test('a wallet has its own, and a heal that names none is of all', async () => {
      const ledger = ledgerOf();
      const at = { feed: 'fills', fromMs: 0, toMs: 5_000 };
      await Promise.all([
        ledger.lose({ ...at, wallet }, 'out-of-reach'),
        ledger.lose({ ...at, wallet: zeroWallet, coin: 'BTC' }, 'chain-break'),
        ledger.lose(at, 'disconnect'),
      ]);
      assert.deepEqual(await intervalsOf('fills', { wallet }), [
        'lost 0-5000 disconnect',
        `${wallet}: lost 0-5000 out-of-reach`,
      ]);
      await ledger.heal({ feed: 'fills', wallet, fromMs: 0, toMs: 9_000 });
      await ledger.heal({ feed: 'fills', fromMs: 4_000, toMs: 4_500 }, { isOpenOnly: true });
      assert.deepEqual(await intervalsOf('fills', { coin: 'BTC', states: ['lost'] }), [
        'lost 0-5000 disconnect',
        `${zeroWallet} BTC: lost 0-5000 chain-break`,
      ]);
      await ledger.heal({ feed: 'fills', fromMs: 0, toMs: 9_000 });
      assert.deepEqual(await intervalsOf('fills', { states: ['open', 'lost'] }), []);
      assert.deepEqual(await intervalsOf('fills', { limit: 1, offset: 2 }), [
        `${wallet}: healed 0-5000 out-of-reach`,
      ]);
    });

    test('gaps are listed, found last first, those that may still be filled behind all others', async () => {
      const ledger = ledgerOf();
      const at = { coin: 'GAP', fromMs: 1_000, toMs: 2_000 };
      nowMs = 2_000_000;
      await ledger.lose({ ...at, feed: 'trades' }, 'disconnect');
      nowMs += 1;
      await ledger.lose({ ...at, feed: 'fills', wallet: zeroWallet }, 'chain-break');
      nowMs += 1;
      await ledger.lose({ ...at, feed: 'fills', wallet, fromMs: 0 }, 'out-of-reach');
      nowMs += 1;
      await ledger.record({ ...at, feed: 'candles' }, 'disconnect');
      await ledger.heal({ ...at, feed: 'trades', coin: 'OTHER' });
      const listed = async (options = {}) =>
        (await listGaps(store, { limit: 1_000, ...options })).filter(({ coin }) => coin === 'GAP');
      assert.deepEqual((await listed()).map(shown), [
        `${wallet} GAP: lost 0-2000 out-of-reach`,
        `${zeroWallet} GAP: lost 1000-2000 chain-break`,
        'GAP: lost 1000-2000 disconnect',
        'GAP: open 1000-2000 disconnect',
      ]);
      assert.deepEqual((await listed({ wallet: zeroWallet })).length, 1);
      assert.deepEqual((await listed({ limit: 1 })).length, 1);
      const blocks = { fromBlock: 10, toBlock: 14 };
      nowMs += 1;
      await ledger.record({ ...at, feed: 'candles', ...blocks }, 'disconnect');
      const counted = (await countGaps(store)).filter(({ feed }) => feed === 'candles');
      assert.deepEqual(counted, [
        { feed: 'candles', state: 'open', gaps: 2, blocks: 5, sinceMs: nowMs - 1, reason: 'disconnect' },
      ]);
      assert.deepEqual((await listed({ feed: 'trades' })).map(shown), ['GAP: lost 1000-2000 disconnect']);
    });

    test('thousands of changes at once are all stored, and one that is no span fails alone', async () => {
      const ledger = ledgerOf();
      const coins = Array.from({ length: 1_000 }, (_, n) => ({
        feed: 'books',
        coin: `C${n}`,
        fromMs: 1,
        toMs: 9,
      }));
      const wrong = ledger.record({ feed: 'books', fromMs: 9, toMs: 1 }, 'disconnect');
      const stored = coins.map((at) => ledger.record(at, 'disconnect'));
      await assert.rejects(wrong, /goes from 9 to 1/);
      await Promise.all(stored);
      await Promise.all(coins.slice(0, 400).map((at) => ledger.heal(at)));
      const count = async (state: 'open' | 'healed') =>
        (await ledger.read({ feed: 'books', ...all, states: [state] })).length;
      assert.deepEqual([await count('open'), await count('healed')], [600, 400]);
    });

    test('an engine that is away is tried again; one that refuses for good fails the change', async () => {
      let failures = 5;
      const failing = (failure: 'unavailable' | 'engine'): Pick<AnalyticsStore, 'rows' | 'command'> => ({
        rows: store.rows,
        async command(sql, options) {
          failures -= 1;
          if (failures >= 0) throw new AnalyticsError(failure, 'command', 'no engine');
          return store.command(sql, options);
        },
      });
      const at = { feed: 'candles', coin: 'ETH', fromMs: 5, toMs: 6 };
      await ledgerOf(failing('unavailable')).record(at, 'disconnect');
      assert.deepEqual(await intervalsOf('candles', { coin: 'ETH' }), ['ETH: open 5-6 disconnect']);
      failures = 5;
      await assert.rejects(ledgerOf(failing('engine')).heal(at), /no engine/);
      assert.deepEqual(await intervalsOf('candles', { coin: 'ETH' }), ['ETH: open 5-6 disconnect']);
      const closed = ledgerOf();
      const last = closed.heal(at);
      await closed.close();
      await last;
      await assert.rejects(closed.heal(at), /closed/);
      assert.deepEqual(await intervalsOf('candles', { coin: 'ETH' }), ['ETH: healed 5-6 disconnect']);
    });
  });
}
