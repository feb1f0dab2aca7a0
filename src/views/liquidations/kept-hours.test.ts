import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { type FillDraft, walletOf } from '../../../test/source-fills.ts';
import { createWalletIndex } from '../../domain/wallet-index.ts';
import { dayMs, hourMs, minuteMs } from '../../kernel/clock.ts';
import { allTime, createKeptHours, hourOf, type KeptHours } from './kept-hours.ts';

const nowMs = Date.parse('2026-03-15T12:30:00Z');
const firstMs = hourOf(nowMs - 7 * dayMs);
let tid = 0;

/** A victim's fill, or the data about it in its counterparty's. */
function liquidation(
  victim: number,
  time: number,
  { coin = 'BTC', oid = 1, sz = '2', isOwn = true, id = ++tid } = {},
): FillDraft {
  const liquidation = { liquidatedUser: walletOf(victim), markPx: '10', method: 'market' };
  const wallet = isOwn ? walletOf(victim) : walletOf(90);
  const own = isOwn ? { oid, closedPnl: '-1.5', fee: '0.25' } : { oid: 7_000 + id };
  return { coin, time, px: '10', sz, tid: id, liquidation, wallet, side: isOwn ? 'A' : 'B', ...own };
}

const edgeMs = hourOf(nowMs - 3 * hourMs);
const unknown = liquidation(3, nowMs - dayMs, { isOwn: false });
let harness: EndpointHarness;
let kept: KeptHours;
before(async () => {
  harness = await openEndpointHarness({
    given: {
      fills: [
        liquidation(1, nowMs - 6 * dayMs),
        // One order on both sides of an hour's end is one liquidation of the first.
        ...[edgeMs - 2_000, edgeMs + 1_000].map((time) => liquidation(2, time, { oid: 5 })),
        unknown,
        liquidation(1, nowMs - 8 * dayMs, { oid: 9 }),
      ],
    },
    nowMs,
  });
  kept = createKeptHours({ analytics: harness.store, wallets: createWalletIndex() });
  await kept.read(allTime, firstMs);
});
after(() => harness.close());

const shown = (hours: KeptHours) =>
  hours.hours().flatMap(({ events }) =>
    events.map(({ coin, beganMs, timesMs, isKnown, usd }) => ({
      coin,
      beganMs,
      fills: timesMs.length,
      isKnown,
      usd: Number(usd / 10n ** 22n),
    })),
  );
/** Totals by coin, added up from the hours. */
function recounted(hours: KeptHours) {
  const sums = new Map<string, [events: number, usd: bigint]>();
  for (const { coin, usd } of hours.hours().flatMap(({ events }) => events)) {
    const [events, before] = sums.get(coin) ?? [0, 0n];
    sums.set(coin, [events + 1, before + usd]);
  }
  return sums;
}
const totals = (hours: KeptHours) =>
  new Map(
    [...hours.totals()].map(([coin, cell]) => [
      coin,
      [cell.longEvents + cell.shortEvents, cell.longNotional + cell.shortNotional],
    ]),
  );

test('liquidations are kept by the hour in which they began, an order once; those before the first hour are not', () => {
  const [far, whole, reported] = [nowMs - 6 * dayMs, edgeMs - 2_000, nowMs - dayMs];
  assert.deepEqual(shown(kept), [
    { coin: 'BTC', beganMs: far, fills: 1, isKnown: true, usd: 20 },
    { coin: 'BTC', beganMs: reported, fills: 1, isKnown: false, usd: 20 },
    { coin: 'BTC', beganMs: whole, fills: 2, isKnown: true, usd: 40 },
  ]);
  assert.deepEqual(totals(kept), recounted(kept));
});

test('what is stored later, however old, is followed, and what lies before the first hour goes', async () => {
  await harness.add([
    liquidation(4, nowMs - 5 * dayMs, { coin: 'ETH', oid: 11 }),
    // The victim's own fill where only its counterparty's was known.
    { ...liquidation(3, unknown.time as number, { oid: 12, id: unknown.tid as number }) },
    liquidation(5, nowMs - minuteMs, { oid: 13 }),
  ]);
  await kept.read({ fromMs: nowMs - 5 * dayMs, toMs: nowMs }, firstMs);
  const fresh = createKeptHours({ analytics: harness.store, wallets: createWalletIndex() });
  await fresh.read(allTime, firstMs);
  assert.deepEqual(shown(kept), shown(fresh));
  assert.equal(shown(kept).length, 5);
  assert.ok(shown(kept).every(({ isKnown }) => isKnown));
  assert.deepEqual(totals(kept), recounted(kept));
  kept.forgetBefore(hourOf(nowMs - 2 * dayMs));
  assert.equal(shown(kept).length, 3);
  assert.deepEqual(totals(kept), recounted(kept));
});

test('a look that fails passes nothing over', async () => {
  let fails = false;
  const analytics = {
    ...harness.store,
    bytes: ((...call: Parameters<typeof harness.store.bytes>) =>
      fails ? Promise.reject(new Error('away')) : harness.store.bytes(...call)) as never,
  };
  const hours = createKeptHours({ analytics, wallets: createWalletIndex() });
  await hours.read(allTime, firstMs);
  const before = shown(hours).length;
  await harness.add([liquidation(6, nowMs - 2 * hourMs, { oid: 14 })]);
  fails = true;
  await assert.rejects(hours.read(allTime, firstMs), /away/);
  fails = false;
  await hours.read(allTime, firstMs);
  assert.equal(shown(hours).length, before + 1);
});
