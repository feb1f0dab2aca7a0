import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { type FillDraft, sourceFills, walletOf } from '../../../test/source-fills.ts';
import { seededRng } from '../../kernel/rng.ts';
import { biggestLosses, biggestWins } from './biggest-trades.ts';
import { tradesRecent } from './trades-recent.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const hourMs = 3_600_000;
const random = seededRng('large-first');
// PnL of every magnitude, of both signs, on both sides of the bound, and many alike.
const edges = [
  '999.999999999999',
  '1000',
  '1000.000000000001',
  '9999.999999999999',
  '10000',
  '99999.5',
  '1e5',
];
const fills = sourceFills(
  Array.from({ length: 1_500 }, (_, i): FillDraft => {
    const drawn = (10 ** (random.unit() * 7)).toFixed(i % 3 === 0 ? 0 : 6);
    const size = i % 4 === 0 ? Number(edges[i % edges.length]!).toFixed(12) : drawn;
    return {
      wallet: walletOf(i % 50),
      time: nowMs - Math.floor(random.unit() * 48 * hourMs),
      coin: i % 10 === 0 ? 'ETH' : 'BTC',
      closedPnl: i % 5 === 0 ? '0' : `${i % 2 === 0 ? '-' : ''}${size}`,
    };
  }),
);

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills }, nowMs });
});
after(() => harness.close());

type Fill = (typeof fills)[number];
const pnl = ({ fill }: Fill) => Number(fill.closedPnl);
const tidsOf = (found: readonly Fill[]) => found.map(({ fill }) => fill.tid);

test('wins and losses are the same whether the large ones hold the page or not', async () => {
  for (const limit of [1, 20, 200, 500]) {
    for (const bound of [0, 1, 999.5, 1_000, 1_000.5, 9_999, 10_000, 123_456]) {
      for (const sign of [1, -1]) {
        const size = (record: Fill) => pnl(record) * sign;
        const expected = fills
          .filter((record) => size(record) > 0 && size(record) >= bound)
          .sort((a, b) => size(b) - size(a) || a.fill.time - b.fill.time || a.seq - b.seq)
          .slice(0, limit);
        const query =
          sign === 1 ? `limit=${limit}&minPnl=${bound}` : `limit=${limit}&maxPnl=${bound === 0 ? 0 : -bound}`;
        const { body } = await harness.ask(sign === 1 ? biggestWins : biggestLosses, { query });
        assert.deepEqual(
          body!.map(({ tid }) => tid),
          tidsOf(expected),
          query,
        );
      }
    }
  }
});

test('the trades of a window are the same whether the large ones hold the page or not', async () => {
  for (const limit of [1, 50, 500]) {
    for (const hours of [1, 24, 48]) {
      for (const coin of ['', 'ETH']) {
        const expected = fills
          .filter(({ fill }) => fill.time >= nowMs - hours * hourMs && (coin === '' || fill.coin === coin))
          .sort((a, b) => Math.abs(pnl(b)) - Math.abs(pnl(a)) || b.fill.time - a.fill.time || b.seq - a.seq)
          .slice(0, limit);
        const query = `limit=${limit}&since=${hours}h${coin === '' ? '' : `&coin=${coin}`}`;
        const { body } = await harness.ask(tradesRecent, { query, withoutRecentFills: true });
        assert.deepEqual(
          body!.map(({ tid }) => tid),
          tidsOf(expected),
          query,
        );
      }
    }
  }
});
