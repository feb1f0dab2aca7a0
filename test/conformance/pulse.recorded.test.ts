import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Decimal } from 'decimal.js';
import { type BoardPeriod, boardPeriods, boardSorts } from '../../src/boards/traders.ts';
import { leaderboard } from '../../src/endpoints/pulse/leaderboard.ts';
import { stats } from '../../src/endpoints/pulse/stats.ts';
import { trader, traderTokens } from '../../src/endpoints/pulse/trader.ts';
import { traderDaily } from '../../src/endpoints/pulse/trader-daily.ts';
import type { SourceFill } from '../../src/ingest/source-fill.ts';
import { hourMs } from '../../src/kernel/clock.ts';
import type { WireFill } from '../../src/wire/fill.ts';
import { contestants, ranking, sortKey } from '../board-ranking.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';
import { type Totals, walletTotals } from '../fill-totals.ts';
import { recordedLines } from '../recorded-data.ts';

const names = ['node_fills.jsonl', 'node_fills_by_block.jsonl'];
const tolerance = 1e-9;

/** The records of the files, in time order, each fill once; read without code of ingest. */
function realFills(): SourceFill[] {
  const pairs = names.flatMap((name) =>
    recordedLines(`fills/${name}`).flatMap((line) => {
      const value = JSON.parse(line) as [string, WireFill] | { events: [string, WireFill][] };
      return Array.isArray(value) ? [value] : value.events;
    }),
  );
  const distinct = new Map<string, [string, WireFill]>();
  for (const pair of pairs) {
    const [wallet, { coin, time, tid, oid }] = pair;
    const key = [wallet, coin, time, tid, oid].join(' ');
    if (!distinct.has(key)) distinct.set(key, pair);
  }
  const seqs = new Map<number, number>();
  return [...distinct.values()]
    .sort(([, a], [, b]) => a.time - b.time)
    .map(([wallet, fill]) => {
      const seq = seqs.get(fill.time) ?? 0;
      seqs.set(fill.time, seq + 1);
      return { wallet, fill, block: 0, seq };
    });
}

function near(actual: number, expected: Decimal | number, what: string): void {
  const wanted = Number(expected);
  assert.ok(
    Math.abs(actual - wanted) <= tolerance * Math.max(1, Math.abs(wanted)),
    `${what}: ${actual}, ${wanted}`,
  );
}

interface Counted {
  pnl: number;
  trades: number;
  winningTrades: number;
  volume: number;
}

function sameCounts(row: Counted, part: Totals, what: string): void {
  assert.deepEqual([row.trades, row.winningTrades], [part.trades, part.wins], what);
  near(row.pnl, part.pnl, `${what} pnl`);
  near(row.volume, part.volume, `${what} volume`);
}

describe('endpoints over real records', () => {
  const fills = realFills();
  const wallets = walletTotals(fills);
  const nowMs = fills.at(-1)!.fill.time + hourMs;
  let harness: EndpointHarness;
  before(async () => {
    harness = await openEndpointHarness({ given: { fills }, nowMs, batchFills: 50_000 });
  });
  after(() => harness.close());

  test("every wallet's totals, days and coins equal an independent recomputation", async () => {
    for (const [address, wallet] of wallets) {
      const { body } = await harness.ask(trader, { path: { address } });
      assert.deepEqual([body.totalTrades, body.winningTrades], [wallet.trades, wallet.wins], address);
      near(body.totalPnl, wallet.pnl, address);
      near(body.totalVolume, wallet.volume, address);
      near(body.totalFees!, wallet.fees, address);
      near(body.largestWin!, wallet.largestWin, address);
      near(body.largestLoss!, wallet.largestLoss, address);
      assert.equal(Date.parse(body.firstTradeAt!), wallet.firstMs);
      assert.equal(Date.parse(body.lastTradeAt!), wallet.lastMs);
      // Wallets of dust conversions have a single fill: a sample suffices.
      if (wallet.trades === 1 && !address.endsWith('0')) continue;
      const { body: days } = await harness.ask(traderDaily, { path: { address } });
      assert.equal(days!.length, wallet.days.size);
      for (const day of days!) sameCounts(day, wallet.days.get(day.date)!, `${address} ${day.date}`);
      near(days!.at(-1)!.cumulativePnl, wallet.pnl, address);
      const { body: coins } = await harness.ask(traderTokens, { path: { address } });
      assert.equal(coins!.length, wallet.coins.size);
      for (const row of coins!) sameCounts(row, wallet.coins.get(row.coin)!, `${address} ${row.coin}`);
    }
    const { body } = await harness.ask(stats);
    assert.deepEqual([body.totalTraders, body.totalTrades], [wallets.size, fills.length]);
  });

  for (const period of Object.keys(boardPeriods) as BoardPeriod[]) {
    test(`the ${period} leaderboard of every sort equals an independent ranking`, async () => {
      const all = contestants(wallets, period, nowMs);
      const byAddress = new Map(all.map((row) => [row.address, row]));
      for (const sort of boardSorts) {
        const expected = ranking(all, sort).slice(0, 500);
        const query = `sort=${sort}&period=${period}&limit=500`;
        const rows = (await harness.ask(leaderboard, { query })).body.traders!;
        assert.equal(rows.length, expected.length, sort);
        assert.equal(new Set(rows.map((row) => row.address)).size, rows.length, 'no trader stands twice');
        for (const [i, row] of rows.entries()) {
          // Keys that differ only by rounding may change places: keys are compared, not addresses.
          near(sortKey(sort, byAddress.get(row.address)!)!, sortKey(sort, expected[i]!)!, `${sort} ${i}`);
        }
      }
    });
  }
});
