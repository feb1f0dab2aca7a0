/** Net profit against the books of the simulated exchange, wallet by wallet, to the last digit. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Decimal } from 'decimal.js';
import { wirePayment } from '../../packages/exchange-simulator/src/payloads/funding.ts';
import { type SimulatedDay, simulateDay } from '../../packages/exchange-simulator/test/simulated-day.ts';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { isPerp } from '../../src/domain/coin-name.ts';
import { isMarketTrade } from '../../src/domain/fill.ts';
import { type PnlInterval, pnlBounds } from '../../src/domain/pnl-bounds.ts';
import { type PnlPart, type PnlPoint, pnlScale } from '../../src/domain/pnl-curve.ts';
import { leaderboard } from '../../src/endpoints/pulse/leaderboard.ts';
import { readPnl } from '../../src/endpoints/queries/pnl-window.ts';
import { dayMs, fixedClock, hourMs } from '../../src/kernel/clock.ts';
import type { WireFill } from '../../src/wire/fill.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';
import { campaignSeed, sized } from '../size.ts';
import type { FillDraft } from '../source-fills.ts';

const { seeds, fills } = sized({ check: { seeds: 3, fills: 700 }, campaign: { seeds: 12, fills: 6_000 } });
const startMs = Date.UTC(2026, 4, 1, 3);
const nowMs = startMs + 25 * hourMs;
const stable = new Set(['USDC', 'USDH', 'USDE', 'USDT0']);
const Exact = Decimal.clone({ precision: 60 });

/** The exchange's own wallets trade in all seeds: each has wallets of its own here. */
const worlds = Array.from({ length: seeds }, (_, i) => {
  const seed = (campaignSeed - 1) * seeds + i + 1;
  const day = simulateDay(`net ${seed}`, { fills, startMs });
  const own = (address: string) => `0x${seed.toString(16).padStart(4, '0')}${address.slice(6).toLowerCase()}`;
  return { day, own };
});

function draftsOf({ day, own }: (typeof worlds)[number]): FillDraft[] {
  return day.blocks.flatMap(({ events }) =>
    events.map(([address, fill]): FillDraft => {
      const { liquidation, ...wire } = fill as WireFill;
      return {
        ...wire,
        wallet: own(address),
        ...(liquidation && {
          liquidation: { ...liquidation, liquidatedUser: own(String(liquidation.liquidatedUser)) },
        }),
      };
    }),
  );
}

const drafts = worlds.flatMap(draftsOf).toSorted((a, b) => a.time - b.time);

let harness: EndpointHarness;
before(async () => {
  const funding = worlds.flatMap(({ day, own }) =>
    day.payments.map((payment) => {
      const { nSamples: _, ...paid } = wirePayment(payment);
      return { ...paid, wallet: own(day.exchange.wallets[payment.wallet]!.address) };
    }),
  );
  harness = await openEndpointHarness({ given: { fills: drafts, funding }, nowMs, batchFills: 50_000 });
  const ledger = createCoverageLedger({ analytics: harness.store, clock: fixedClock(nowMs) });
  await ledger.cover({ feed: 'node_misc_events', fromMs: startMs, toMs: nowMs });
});
after(() => harness.close());

/** What the books say, in USD: fees in a token that is no dollar by the price of their fill. */
function booksOf({ day, own }: { day: SimulatedDay; own(address: string): string }, wallet: number) {
  const truth = day.exchange.truth(wallet);
  const dollars = (amounts: Record<string, number>) =>
    Object.entries(amounts)
      .filter(([token]) => stable.has(token))
      .reduce((sum, [, amount]) => sum.plus(amount), new Exact(0))
      .div(1e8);
  const address = own(day.exchange.wallets[wallet]!.address);
  const inTokens = (fillsOf.get(address) ?? [])
    .filter(({ feeToken }) => !stable.has(feeToken!))
    .reduce((sum, { fee, px }) => sum.plus(new Exact(fee!).mul(px!)), new Exact(0));
  return {
    address,
    realizedPnl: dollars(truth.closedPnl),
    fees: dollars(truth.fees).plus(inTokens),
    funding: dollars(truth.funding),
  };
}
const fillsOf = Map.groupBy(drafts, ({ wallet }) => wallet);

const { signal } = new AbortController();
async function read(wallet: string, interval: PnlInterval, span = { fromMs: startMs, toMs: nowMs }) {
  const found = await readPnl(
    harness.sources.analytics,
    { wallet, interval, bounds: pnlBounds(interval, span, nowMs), nowMs },
    signal,
  );
  assert.ok(found !== undefined, wallet);
  return found;
}
const text = (amount: PnlPoint[PnlPart]) =>
  typeof amount === 'string'
    ? amount
    : new Exact(amount.toString()).div(new Exact(10).pow(pnlScale)).toFixed();
/** Read once: the whole day of each wallet. */
const days = new Map<string, ReturnType<typeof read>>();
function readDay(wallet: string): ReturnType<typeof read> {
  const day = days.get(wallet) ?? read(wallet, 'day');
  days.set(wallet, day);
  return day;
}
const traded = worlds.flatMap((world) =>
  world.day.exchange.wallets
    .map((_, wallet) => booksOf(world, wallet))
    .filter(({ address }) => fillsOf.has(address)),
);

test('closed PnL, fees, funding and what is left are those of the books, of every wallet', async (t) => {
  let funded = 0;
  for (const { address, realizedPnl, fees, funding } of traded) {
    const { total } = await readDay(address);
    const netPnl = realizedPnl.minus(fees).plus(funding);
    assert.deepEqual(
      [total.realizedPnl, total.fees, total.funding, total.netPnl].map(text),
      [realizedPnl, fees, funding, netPnl].map((amount) => amount.toFixed()),
      address,
    );
    if (!funding.isZero()) funded += 1;
  }
  t.diagnostic(`${traded.length} wallets, ${funded} with funding`);
  assert.ok(traded.length > 100 && funded > 50);
});

test('rows of every leaderboard have what the books say of its days, and of the days of all of them', async (t) => {
  const first = { allTime: startMs, month: startMs, week: startMs, day: nowMs - (nowMs % dayMs) };
  for (const [period, fromMs] of Object.entries(first)) {
    const { body } = await harness.ask(leaderboard, { query: `period=${period}&sort=volume&limit=500` });
    const compared = body.traders!.filter((_, i) => period !== 'allTime' || i % 5 === 0);
    for (const row of compared) {
      const { total } = await read(row.address, 'day', { fromMs, toMs: nowMs });
      assert.deepEqual(
        [row.funding, row.netPnl],
        [total.funding, total.netPnl].map((amount) => Number(text(amount))),
        `${period} ${row.address}`,
      );
    }
    t.diagnostic(`${period}: ${compared.length} of ${body.traders!.length} rows compared`);
    assert.ok(compared.some(({ funding }) => funding !== 0));
    assert.ok(compared.some(({ unrealizedPnl = 0 }) => unrealizedPnl !== 0));
  }
});

const additive = [
  'realizedPnl',
  'fees',
  'builderFees',
  'funding',
  'netPnl',
  'unrealizedPnl',
  'totalReturnUsd',
] as const;

test('hours add up to days, days to weeks, and each to its whole window, to the last digit', async () => {
  for (const { address } of traded.filter((_, i) => i % 30 === 0)) {
    const whole = await read(address, 'week');
    for (const interval of ['hour', 'day', 'week'] as const) {
      const { points, total } = await read(address, interval);
      for (const part of additive) {
        assert.equal(text(total[part]), text(whole.total[part]), `${address} ${interval} ${part}`);
        if (points.some((point) => typeof point[part] === 'string')) continue;
        const sum = points.reduce((all, point) => all + (point[part] as bigint), 0n);
        assert.equal(text(sum), text(total[part]), `${address} ${interval} ${part}`);
      }
    }
    const { points } = await read(address, 'hour', {
      fromMs: startMs,
      toMs: startMs - (startMs % dayMs) + dayMs,
    });
    const day = await read(address, 'day', { fromMs: startMs, toMs: startMs + 1 });
    const sum = points.reduce((all, { netPnl }) => all + (netPnl as bigint), 0n);
    assert.equal(text(sum), text(day.total.netPnl), address);
  }
});

test('closed PnL and the change of what is open are what positions of the books are worth, less what was paid for them', async () => {
  const trades = drafts.filter(({ coin, dir }) => isPerp(coin!) && isMarketTrade(dir!));
  const lastPx = new Map(trades.map(({ coin, px }) => [coin, px!]));
  let open = 0;
  for (const { day, own } of worlds) {
    for (const [wallet, { address }] of day.exchange.wallets.entries()) {
      const ofPerps = (fillsOf.get(own(address)) ?? []).filter(({ coin }) => isPerp(coin!));
      if (ofPerps.length === 0) continue;
      const held = day.exchange.openLifecycles(wallet);
      const worth = held.reduce((sum, { market, isLong, openedSize, closedSize }) => {
        const size = new Exact(openedSize).minus(closedSize).div(10 ** market.szDecimals);
        return sum.plus(size.mul(lastPx.get(market.coin)!).mul(isLong ? 1 : -1));
      }, new Exact(0));
      const gained = ofPerps.reduce(
        (sum, { side, px, sz, closedPnl }) =>
          sum.minus(new Exact(px!).mul(sz!).mul(side === 'B' ? 1 : -1)).minus(closedPnl!),
        worth,
      );
      const { total } = await readDay(own(address));
      assert.equal(text(total.unrealizedPnl), gained.toFixed(), address);
      if (held.length > 0) open += 1;
    }
  }
  assert.ok(open > 50);
});
