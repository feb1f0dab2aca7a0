import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { archetypeFills, assertRows, cents, grouped } from '../../../test/archetype-fills.ts';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { sum } from '../../../test/lifecycle-rows.ts';
import { ascending, descending, totalOrder } from '../../analytics/total-order.ts';
import { dayMs, rfc3339, utcDate } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import {
  antiSurvivors,
  capitalTitans,
  marketConcentration,
  newcomerWhales,
  oneMonthWonders,
  persistentWinners,
  survivors,
} from './archetype-wallets.ts';

const { fills, nowMs, fromMs, closes } = archetypeFills();
let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills }, nowMs, lifecycles: true, batchFills: 300 });
});
after(() => harness.close());

const ask = <E extends AnyEndpoint>(endpoint: E, query = '') => harness.ask(endpoint, { query, tier: 'pro' });

const wallets = grouped(
  closes,
  ({ wallet }) => wallet,
  (rows) => {
    let running = 0;
    let trough = 0;
    // All closes of one moment are one step.
    for (const step of Map.groupBy(rows, ({ lastMs }) => lastMs).values()) {
      running = cents(running + sum(step.map(({ pnl }) => pnl)));
      trough = Math.min(trough, running);
    }
    const months = grouped(
      rows,
      ({ lastMs }) => utcDate(lastMs).slice(0, 7),
      (ofMonth) => cents(sum(ofMonth.map(({ pnl }) => pnl))),
    );
    return {
      wallet: rows[0]!.wallet,
      lifecycles: rows.length,
      pnl: running,
      trough,
      months,
      fees: sum(rows.map(({ fees }) => fees)),
      notional: sum(rows.map(({ peak, entryVwap }) => peak * entryVwap)),
    };
  },
);
type Wallet = (typeof wallets)[number];
const byWallet = ascending<Wallet>(({ wallet }) => wallet);
const best = ({ months }: Wallet) => Math.max(...months);
const won = ({ months }: Wallet) => months.filter((pnl) => pnl > 0).length;

test('what is compared has every kind of wallet', () => {
  assert.ok(wallets.length > 20 && closes.length > 100);
  assert.ok(fills.some(({ time }) => time < fromMs - 10 * dayMs));
  assert.ok(wallets.some(({ months }) => months.length > 2));
});

test('survivors are those whose running PnL once was at the bound and is above 0 now', async () => {
  const expected = wallets
    .filter(({ trough, pnl }) => trough <= -5 && pnl > 0)
    .sort(
      totalOrder(
        descending(({ pnl, trough }) => cents(pnl - trough)),
        byWallet,
      ),
    )
    .map(({ wallet, trough, pnl }) => ({ wallet, trough, currentCumPnl: pnl, recoveryAmount: pnl - trough }));
  assert.ok(expected.length > 2);
  assertRows((await ask(survivors, 'maxTrough=-5')).body, expected);
  assertRows((await ask(survivors, 'maxTrough=-5&limit=1&offset=1')).body, expected.slice(1, 2));
  assert.deepEqual((await ask(survivors)).body, []);
  const whoever = wallets.filter(({ pnl }) => pnl > 0);
  assert.equal((await ask(survivors, 'maxTrough=0')).body!.length, whoever.length);
});

test('anti-survivors are those that fell as deep and are still down, the worst first', async () => {
  const expected = wallets
    .filter(({ trough, pnl }) => trough <= -20 && pnl <= -5)
    .sort(
      totalOrder(
        ascending(({ pnl }) => pnl),
        byWallet,
      ),
    )
    .map(({ wallet, trough, pnl }) => ({ wallet, trough, currentCumPnl: pnl }));
  assert.ok(expected.length > 2);
  assertRows((await ask(antiSurvivors, 'maxTrough=-20&stillUnderwater=-5')).body, expected);
});

test('persistent winners have a profit in a number of calendar months', async () => {
  for (const minMonths of [1, 2, 3]) {
    const expected = wallets
      .filter((one) => won(one) >= minMonths)
      .sort(
        totalOrder(
          descending(won),
          descending(({ pnl }) => pnl),
          byWallet,
        ),
      )
      .map((one) => ({
        wallet: one.wallet,
        profitableMonths: won(one),
        totalPnl: one.pnl,
        bestMonthPnl: best(one),
      }));
    assert.ok(expected.length > 0);
    assertRows((await ask(persistentWinners, `minMonths=${minMonths}`)).body, expected);
  }
});

test('one-month wonders lost in their other months together', async () => {
  const expected = wallets
    .filter((one) => best(one) >= 5 && one.pnl - best(one) < -0.001)
    .sort(
      totalOrder(
        descending((one) => cents(best(one) - one.pnl)),
        byWallet,
      ),
    )
    .map((one) => ({
      wallet: one.wallet,
      bestMonthPnl: best(one),
      totalPnl: one.pnl,
      giveback: best(one) - one.pnl,
      activeMonths: one.months.length,
      profitableMonths: won(one),
    }));
  assert.ok(expected.length > 2);
  assertRows((await ask(oneMonthWonders, 'minBestMonth=5')).body, expected);
});

test('capital titans are ranked by PnL for each dollar of fees', async () => {
  const expected = wallets
    .filter(({ pnl, fees }) => pnl >= 10 && fees >= 0.05)
    .sort(
      totalOrder(
        descending(({ pnl, fees }) => pnl / fees),
        byWallet,
      ),
    )
    .map(({ wallet, pnl, fees, lifecycles }) => ({
      wallet,
      totalPnl: pnl,
      totalFees: fees,
      pnlPerFeeDollar: pnl / fees,
      lifecycles,
    }));
  assert.ok(expected.length > 2);
  assertRows((await ask(capitalTitans, 'minPnl=10&minFees=0.05')).body, expected);
});

test('newcomer whales are seen first within the days asked for, and not on the first day that is stored', async () => {
  const firstMs = new Map<string, number>();
  const openedMs = new Map<string, number>();
  for (const { wallet, time } of fills.toSorted((a, b) => b.time - a.time)) {
    firstMs.set(wallet, time);
    openedMs.set(wallet, time);
  }
  const firstDay = utcDate(Math.min(...firstMs.values()));
  for (const days of [75, 80, 90]) {
    const expected = wallets
      .filter(({ wallet, notional }) => {
        const first = firstMs.get(wallet)!;
        return first >= nowMs - days * dayMs && utcDate(first) !== firstDay && notional >= 900;
      })
      .sort(
        totalOrder(
          descending(({ notional }) => notional),
          byWallet,
        ),
      )
      .map(({ wallet, notional, pnl, lifecycles }) => ({
        wallet,
        firstSeen: rfc3339(firstMs.get(wallet)!),
        grossNotional: notional,
        totalPnl: pnl,
        lifecycles,
        firstLifecycleAt: rfc3339(openedMs.get(wallet)!),
        firstTradeAt: rfc3339(firstMs.get(wallet)!),
      }));
    assert.ok(expected.length > 0, `${days} days`);
    assertRows((await ask(newcomerWhales, `newcomerDays=${days}&minNotional=900`)).body, expected);
  }
});

test('the concentration of profits is given in disjoint bands of wallets', async () => {
  const profits = wallets.map(({ pnl }) => pnl).filter((pnl) => pnl > 0);
  profits.sort((a, b) => b - a);
  const ends = [0.001, 0.01, 0.1, 0.5, 1].map((share) => Math.ceil(share * profits.length - 1e-9));
  const names = ['top 0.1%', '0.1–1%', '1–10%', '10–50%', '50–100%'];
  const expected = ends.flatMap((end, i) => {
    const first = i === 0 ? 0 : ends[i - 1]!;
    if (end === first) return [];
    const bandPnl = sum(profits.slice(first, end));
    const cumulativePnl = sum(profits.slice(0, end));
    const percent = (pnl: number) => (pnl / sum(profits)) * 100;
    const shares = { bandPnl, pctOfProfits: percent(bandPnl) };
    const upTo = { cumulativePnl, cumulativePctOfProfits: percent(cumulativePnl) };
    const ranks = { firstRank: first + 1, lastRank: end };
    return [{ percentileBand: names[i], wallets: end - first, ...shares, ...upTo, ...ranks }];
  });
  assert.ok(expected.length >= 3);
  const { body, window } = await ask(marketConcentration);
  assertRows(body, expected);
  assert.deepEqual(window, { fromMs, toMs: nowMs });
});

test('bounds of parameters are checked, and the examples of the reference are bodies', async () => {
  const wrong: [AnyEndpoint, string][] = [
    [survivors, 'maxTrough=1'],
    [antiSurvivors, 'stillUnderwater=1'],
    [persistentWinners, 'minMonths=4'],
    [oneMonthWonders, 'minBestMonth=-1'],
    [capitalTitans, 'minFees=-1'],
    [newcomerWhales, 'newcomerDays=91'],
    [newcomerWhales, 'limit=501'],
  ];
  for (const [endpoint, query] of wrong) {
    await assert.rejects(ask(endpoint, query), (problem: Problem) => problem.fields.status === 422, query);
    checkBody(endpoint, endpoint.example);
  }
  checkBody(marketConcentration, marketConcentration.example);
});
