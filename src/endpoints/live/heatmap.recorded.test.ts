/** Real account states of the exchange: their heatmap, and longs and shorts, as the exchange's own figures give them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import type { PositionDraft } from '../../../test/given-facts.ts';
import { recordedJson, recordedLines } from '../../../test/recorded-data.ts';
import { walletOf } from '../../../test/source-fills.ts';
import { liquidationHeatmap } from './liquidation-heatmap.ts';
import { coinLongShortNow } from './long-short.ts';

const nowMs = Date.parse('2026-08-01T12:00:00Z');

interface Recorded {
  coin: string;
  szi: string;
  entryPx: string;
  positionValue: string;
  unrealizedPnl: string;
  liquidationPx: string | null;
  marginUsed: string;
  leverage: { type: 'cross' | 'isolated'; value: number };
}
interface State {
  assetPositions: { position: Recorded }[];
}

const states: State[] = [
  ...recordedLines('states/clearinghouse.jsonl').map((line) => JSON.parse(line).state as State),
  ...[recordedJson('states/whale.json')].map((whale) => (whale.state ?? whale) as State),
];
const recorded = states.flatMap(({ assetPositions }, n) =>
  assetPositions.map(({ position }) => ({ ...position, wallet: walletOf(n + 1) })),
);
/** The states are from different moments: for each coin, the mark implied by one of them is used. */
const marks = new Map(
  recorded.map(({ coin, szi, positionValue }) => [coin, Number(positionValue) / Math.abs(Number(szi))]),
);

let harness: EndpointHarness;
before(async () => {
  const positions = recorded.map((one): PositionDraft => {
    const { wallet, coin, szi, entryPx, liquidationPx, marginUsed, leverage } = one;
    return {
      wallet,
      coin,
      szi,
      entryPx,
      liquidationPx,
      marginUsed,
      time: nowMs,
      leverage: leverage.value,
      leverageType: leverage.type,
      markPx: String(marks.get(coin)),
    };
  });
  const contexts = [...marks].map(([coin, mark]) => ({ coin, markPx: mark.toFixed(10) }));
  harness = await openEndpointHarness({ given: { positions, market: { contexts } }, nowMs });
});
after(() => harness.close());

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) <= 1e-6 * Math.max(1, Math.abs(expected)), `${actual} ${expected}`);

test('every real position is in the bucket of its own liquidation price, outside, or without one', async (t) => {
  let placed = 0;
  for (const [coin, exact] of marks) {
    const mark = Number(exact.toFixed(10));
    const { body, headers } = await harness.ask(liquidationHeatmap, { path: { coin } });
    const all = recorded.filter((one) => one.coin === coin);
    const priced = all.filter(({ liquidationPx }) => liquidationPx !== null);
    const inRange = priced.filter(({ liquidationPx }) => Math.abs(Number(liquidationPx) / mark - 1) <= 0.3);
    assert.equal(headers!['X-Positions-Without-Price'], all.length - priced.length, coin);
    assert.equal(headers!['X-Positions-Outside'], priced.length - inRange.length, coin);
    for (const { szi, liquidationPx } of inRange) {
      const place = Math.floor(((Number(liquidationPx) / mark - 0.7) / 0.6) * 50);
      const bucket = body.buckets![place]!;
      assert.ok(
        (Number(szi) > 0 ? bucket.longPositions : bucket.shortPositions) > 0,
        `${coin} ${liquidationPx}`,
      );
      placed += 1;
    }
    const atRisk = (sign: number) =>
      inRange
        .filter(({ szi }) => Math.sign(Number(szi)) === sign)
        .reduce((sum, { szi }) => sum + Math.abs(Number(szi)) * mark, 0);
    near(body.totalLongAtRisk, atRisk(1));
    near(body.totalShortAtRisk, atRisk(-1));

    const balance = (await harness.ask(coinLongShortNow, { path: { coin } })).body;
    const longs = all.filter(({ szi }) => Number(szi) > 0);
    assert.deepEqual([balance.longAccounts, balance.sampleSize], [longs.length, all.length]);
    near(
      balance.totalUnrealizedPnl,
      all.reduce((sum, { szi, entryPx }) => sum + Number(szi) * (mark - Number(entryPx)), 0),
    );
  }
  t.diagnostic(`${recorded.length} positions of ${marks.size} coins, ${placed} in buckets`);
  assert.ok(recorded.length > 100 && placed > 5);
});
