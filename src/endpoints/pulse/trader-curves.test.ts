import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { type FillDraft, seededNumbers, walletOf } from '../../../test/source-fills.ts';
import { dayMs, utcDate } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import { traderCurves } from './trader-curves.ts';

const nowMs = Date.parse('2026-03-15T12:30:00Z');
const below = seededNumbers(77);
const wallets = [1, 2, 3, 4].map(walletOf);
const unknown = walletOf(900);

/** Cents, of days up to 70 ago. */
const closes = Array.from({ length: 300 }, (_, n) => ({
  wallet: wallets[n % 3]!,
  time: nowMs - below(70) * dayMs - below(12 * 3_600_000) - n,
  cents: below(2_000_000) - 1_000_000,
}));
/** Its fills are older than a month. */
const old = { wallet: wallets[3]!, time: nowMs - 40 * dayMs, cents: 123 };

let harness: EndpointHarness;
before(async () => {
  const fills = [...closes, old].map(({ wallet, time, cents }): FillDraft => {
    return { wallet, time, coin: 'BTC', px: '100', sz: '1', closedPnl: (cents / 100).toFixed(2) };
  });
  harness = await openEndpointHarness({ given: { fills }, nowMs });
});
after(() => harness.close());

const ask = async (addresses: readonly string[], more = '', tier: 'free' | 'enterprise' = 'free') =>
  (await harness.ask(traderCurves, { query: `addresses=${addresses.join(',')}${more}`, tier })).body;

/** Cents until the end of a day, from that of another one on. */
function summed(wallet: string, after: string, until: string): number {
  const counted = [...closes, old].filter(
    (one) => one.wallet === wallet && utcDate(one.time) > after && utcDate(one.time) <= until,
  );
  return counted.reduce((sum, { cents }) => sum + cents, 0) / 100;
}

test('each curve is the running sum of its days, from 0 on the eve; in the order asked, and null where nothing is known', async () => {
  const requests = [wallets[2]!, unknown, wallets[0]!, wallets[3]!];
  const { days, stepDays, dates, curves } = await ask(requests);
  assert.deepEqual([days, stepDays, dates!.length], [30, 1, 31]);
  assert.deepEqual([dates![0], dates![1], dates![30]], ['2026-02-13', '2026-02-14', '2026-03-15']);
  const expected = (wallet: string) => dates!.map((date) => summed(wallet, '2026-02-13', date));
  assert.deepEqual(
    curves,
    requests.map((address) => ({ address, values: address === unknown ? null : expected(address) })),
  );
  assert.ok(curves![3]!.values!.every((value) => value === 0));
});

test('a longer window has steps of several days that end today, and still 32 points at most', async () => {
  for (const days of [1, 2, 31, 32, 45, 61, 365]) {
    const { stepDays, dates, curves } = await ask(wallets, `&days=${days}`, 'enterprise');
    assert.ok(dates!.length <= 32 && dates!.at(-1) === '2026-03-15', String(days));
    assert.equal(dates![0], utcDate(nowMs - days * dayMs));
    const gaps = dates!.slice(2).map((date, at) => (Date.parse(date) - Date.parse(dates![at + 1]!)) / dayMs);
    assert.ok(
      gaps.every((gap) => gap === stepDays),
      `${days}: ${gaps}`,
    );
    for (const { address, values } of curves!)
      assert.deepEqual(
        values,
        dates!.map((date) => summed(address, dates![0]!, date)),
        `${days}`,
      );
  }
});

test('more than 100 addresses, none, and one twice are refused by name', async () => {
  const many = Array.from({ length: 101 }, (_, n) => walletOf(n + 1));
  assert.equal((await ask(many.slice(1))).curves!.length, 100);
  for (const addresses of [many, [], [wallets[0]!, wallets[0]!]]) {
    await assert.rejects(ask(addresses), (problem: Problem) =>
      /1 to 100 different addresses/.test(JSON.stringify(problem.fields)),
    );
  }
});

test('the example of the reference is a body', () => {
  checkBody(traderCurves, traderCurves.example);
});
