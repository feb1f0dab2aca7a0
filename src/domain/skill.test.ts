import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '../kernel/clock.ts';
import { seededRng } from '../kernel/rng.ts';
import type { PnlAmount } from './pnl-curve.ts';
import { type SkillDay, type SkillFigureName, skillOf } from './skill.ts';

const startMs = Date.parse('2026-01-01T00:00:00Z');
const one = 10n ** 24n;
const exact = (usd: number): bigint => BigInt(Math.round(usd * 1e6)) * 10n ** 18n;

interface Draft {
  net?: PnlAmount | number;
  deposits?: PnlAmount | number;
  fees?: number;
  value: PnlAmount | number;
  closed?: number;
  closedPnl?: number;
  exposed?: number;
  volume?: number;
}
const amount = (of: PnlAmount | number): PnlAmount => (typeof of === 'number' ? exact(of) : of);

function daysOf(drafts: readonly Draft[], fromMs = startMs): SkillDay[] {
  return drafts.map(({ net = 0, deposits = 0, fees = 0, value, ...rest }, at) => ({
    point: {
      fromMs: fromMs + at * dayMs,
      untilMs: fromMs + (at + 1) * dayMs,
      netPnl: amount(net),
      netDeposits: amount(deposits),
      ledgerFees: exact(fees),
      accountValue: amount(value),
    },
    closed: rest.closed ?? 0,
    closedPnl: exact(rest.closedPnl ?? 0),
    exposedMs: (rest.exposed ?? 0) * dayMs,
    volumeUsd: rest.volume ?? 0,
  }));
}

/** An account that makes a share of itself each day. @param flows by day */
function traderOf(returns: readonly number[], flows: Readonly<Record<number, number>> = {}, start = 1_000) {
  let value = start;
  return daysOf(
    returns.map((share, at) => {
      const flow = flows[at] ?? 0;
      const profit = (value + Math.max(0, flow)) * share;
      value += profit + flow;
      return {
        net: profit,
        deposits: flow,
        value,
        closed: 1,
        closedPnl: profit,
        exposed: 0.5,
        volume: value,
      };
    }),
  );
}
const close = (found: number | null, right: number, within = 1e-9) =>
  assert.ok(
    found !== null && Math.abs(found - right) <= within * Math.max(1, Math.abs(right)),
    `${found} is not ${right}`,
  );

test('figures of a small set are what is worked out by hand', () => {
  const days = daysOf([
    { net: 100, value: 1_100, closed: 2, closedPnl: 90, exposed: 0.5, volume: 3_000 },
    { net: -220, value: 880, closed: 1, closedPnl: -200, exposed: 1, volume: 1_100 },
    { net: 88, value: 968 },
    { net: 242, value: 1_210, closed: 1, closedPnl: 230, exposed: 0.25 },
  ]);
  const { figures, drawdown } = skillOf(1_000n * one, days);
  const of = (name: SkillFigureName) => figures[name].value;
  close(of('return'), 21);
  close(of('maxDrawdown'), 20);
  const mean = (0.1 - 0.2 + 0.1 + 0.25) / 4;
  const deviation = Math.sqrt([0.1, -0.2, 0.1, 0.25].reduce((sum, r) => sum + (r - mean) ** 2, 0) / 3);
  close(of('sharpe'), (mean / deviation) * Math.sqrt(365));
  close(of('sortino'), (mean / Math.sqrt(0.04 / 4)) * Math.sqrt(365));
  close(of('netPerDay'), 52.5);
  close(of('profitFactor'), 430 / 220);
  close(of('expectancy'), 30);
  close(of('exposure'), 43.75);
  close(of('turnover'), 4_100 / (1_000 + 1_100 + 880 + 968));
  assert.deepEqual(drawdown, {
    fromMs: startMs + dayMs,
    toMs: startMs + 2 * dayMs,
    usd: 220,
    recoveredMs: startMs + 4 * dayMs,
  });
  assert.deepEqual(
    [figures.sharpe.days, figures.sharpe.closedPositions, figures.sharpe.insufficient, figures.sharpe.low],
    [4, 4, ['days', 'closedPositions'], null],
  );
});

test('deposits, withdrawals and what they cost move no figure of profit', () => {
  const returns = Array.from({ length: 40 }, (_, day) => ((day * 7) % 11) / 1_000 - 0.004);
  const [still, moved] = [traderOf(returns), traderOf(returns, { 3: 5_000, 9: -2_000, 20: 400, 31: -1_500 })];
  const [one, other] = [still, moved].map((days) => skillOf(exact(1_000), days).figures);
  for (const name of ['return', 'sharpe', 'sortino', 'maxDrawdown'] as const)
    close(other![name].value, one![name].value!, 1e-6);
  const withdrawn = daysOf([{ net: 0, deposits: -500, fees: 1, value: 499 }]);
  const { figures } = skillOf(exact(1_000), withdrawn);
  assert.deepEqual([figures.return.value, figures.maxDrawdown.value], [0, 0]);
});

test('windows add up: what halves made is what the whole made', () => {
  const days = traderOf(Array.from({ length: 60 }, (_, day) => (((day * 13) % 17) - 7) / 500));
  const whole = skillOf(exact(1_000), days).figures;
  const halves = [
    skillOf(exact(1_000), days.slice(0, 25)).figures,
    skillOf(days[24]!.point.accountValue, days.slice(25)).figures,
  ];
  const growth = halves.reduce((product, { return: made }) => product * (1 + made.value! / 100), 1);
  close(whole.return.value, (growth - 1) * 100);
  close(whole.netPerDay.value! * 60, halves[0]!.netPerDay.value! * 25 + halves[1]!.netPerDay.value! * 35);
});

test('what is not known is null with its reason and never 0; a midnight without a value joins the days beside it', () => {
  const days = daysOf([
    { net: 10, value: 'no-state' },
    { net: 'funding-not-read', value: 1_021 },
    { net: 5, value: 1_026 },
  ]);
  const { figures } = skillOf(exact(1_000), days);
  close(figures.return.value, 2.6);
  assert.deepEqual([figures.return.days, figures.return.reason], [1, 'no-state']);
  assert.deepEqual(
    [figures.sharpe.value, figures.sharpe.reason, figures.netPerDay.days, figures.netPerDay.reason],
    [null, 'no-variation', 2, 'funding-not-read'],
  );
  assert.deepEqual([figures.profitFactor.value, figures.expectancy.value], [null, null]);
  assert.deepEqual([figures.expectancy.reason, figures.turnover.value], ['no-position', 0]);
  const unread = daysOf([{ value: 'no-state' }, { value: 'no-state' }]);
  for (const name of ['return', 'sharpe', 'sortino', 'maxDrawdown', 'turnover'] as const) {
    const { value, reason } = skillOf('no-state', unread).figures[name];
    assert.deepEqual([name, value, reason], [name, null, 'no-state']);
  }
  const moved = daysOf([{ deposits: 'flows-not-read', value: 1_050 }, { value: 1_060 }]);
  assert.deepEqual(skillOf(exact(1_000), moved).figures.return.reason, 'flows-not-read');
  assert.equal(skillOf(exact(0), daysOf([{ value: 0 }])).figures.return.reason, 'no-equity');
  assert.equal(skillOf(exact(0), []).figures.return.reason, 'no-day');
});

test('what is traded on days that begin with nothing is turned over of no capital, and these days are named', () => {
  const days = daysOf([
    { value: 1_000, deposits: 1_000, volume: 5_000 },
    { value: 1_000, volume: 2_000 },
  ]);
  const { turnover } = skillOf(exact(0), days).figures;
  assert.deepEqual([turnover.value, turnover.days, turnover.reason], [2, 1, 'no-equity']);
});

test('an account that lost all has lost 100 %, and what is brought later does not bring it back', () => {
  const days = daysOf([{ net: -1_000, value: 0 }, { value: 0 }, { deposits: 500, net: 50, value: 550 }]);
  const { figures, drawdown } = skillOf(exact(1_000), days);
  assert.deepEqual([figures.return.value, figures.maxDrawdown.value, drawdown!.usd], [-100, 100, 1_000]);
});

test('intervals repeat, and are left out below the least sample', () => {
  const rng = seededRng('repeat');
  const returns = Array.from({ length: 45 }, () => rng.normal() / 100);
  const days = traderOf(returns);
  const { figures } = skillOf(exact(1_000), days);
  assert.deepEqual(skillOf(exact(1_000), days).figures, figures);
  assert.ok(figures.sharpe.low! < figures.sharpe.value! && figures.sharpe.value! < figures.sharpe.high!);
  const few = skillOf(exact(1_000), days.slice(0, 29)).figures.sharpe;
  assert.deepEqual([few.low, few.high, few.insufficient], [null, null, ['days']]);
});

test('intervals hold the true mean of 93 to 97 of 100 traders', (t) => {
  const traders = 400;
  let hits = 0;
  for (let trader = 0; trader < traders; trader++) {
    const rng = seededRng(`trader ${trader}`);
    const drafts = Array.from(
      { length: 60 },
      (): Draft => ({ net: 12 + 100 * rng.normal(), value: 'no-state', closed: 1 }),
    );
    const { low, high } = skillOf(exact(1_000), daysOf(drafts)).figures.netPerDay;
    if (low! <= 12 && 12 <= high!) hits += 1;
  }
  const shown = (hits * 100) / traders;
  t.diagnostic(`${shown} of 100`);
  assert.ok(shown >= 93 && shown <= 97);
});
