import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWeightWindow } from '../../packages/exchange-simulator/src/rest/weight-window.ts';
import { createWeightBudget, type Reservation } from '../../src/ingest/sources/hyperliquid/weight-budget.ts';
import { hourMs, minuteMs } from '../../src/kernel/clock.ts';
import { seededRng } from '../../src/kernel/rng.ts';
import { type InfoType, infoWeight } from '../../src/wire/info-request.ts';
import { campaignSeed, sized } from '../size.ts';

/** What a connector asks for, in the mix of a busy one. */
const mix: readonly InfoType[] = [
  ...Array<InfoType>(6).fill('userFillsByTime'),
  ...Array<InfoType>(10).fill('clearinghouseState'),
  'userRole',
  'candleSnapshot',
  'userFunding',
  'recentTrades',
];

/** A request on its way: it arrives, is answered, and the client hears of it. */
interface Ask {
  atMs: number;
  type: InfoType;
  elements: number;
  reservation: Reservation;
  arrived: boolean;
}

/** An hour of asking as fast as the client's budget allows, with delays of up to `slowestMs` each way. */
function askForAnHour(seed: string, slowestMs: number) {
  const rng = seededRng(seed);
  const budget = createWeightBudget();
  let nowMs = 0;
  const window = createWeightWindow(1_200, { nowMs: () => nowMs });
  const underWay: Ask[] = [];
  const counts = { refused: 0, weight: 0 };

  function arrive(ask: Ask): void {
    ask.arrived = true;
    if (!window.take('client', infoWeight(ask.type, 0))) counts.refused += 1;
    window.add('client', infoWeight(ask.type, ask.elements) - infoWeight(ask.type, 0));
    ask.atMs = nowMs + rng.below(slowestMs);
  }
  function send(): boolean {
    const type = mix[rng.below(mix.length)]!;
    const reservation = budget.reserve(infoWeight(type), nowMs);
    if (reservation === undefined) return false;
    const elements = rng.unit() < 0.5 ? rng.below(500) : 500;
    underWay.push({ atMs: nowMs + rng.below(slowestMs), type, elements, reservation, arrived: false });
    return true;
  }

  while (nowMs < hourMs) {
    while (underWay.length < 8 && send());
    underWay.sort((a, b) => a.atMs - b.atMs);
    const next = underWay[0];
    if (next === undefined) {
      nowMs += Math.ceil(Math.min(1_000, budget.waitMs(infoWeight('userFillsByTime'), nowMs)) || 1);
      continue;
    }
    nowMs = next.atMs;
    if (!next.arrived) {
      arrive(next);
      continue;
    }
    const weight = infoWeight(next.type, next.elements);
    next.reservation.settle(weight, nowMs);
    counts.weight += weight;
    underWay.shift();
  }
  return { ...counts, peak: window.peak };
}

test('whatever the delays, the client is never refused by the exchange, and leaves little of its weight unused', () => {
  const count = sized({ check: 5, campaign: 40 });
  const first = (campaignSeed - 1) * count + 1;
  for (let seed = first; seed < first + count; seed++) {
    for (const slowestMs of [5, 300, 5_000]) {
      const { refused, peak, weight } = askForAnHour(`weights ${seed}`, slowestMs);
      const about = `seed ${seed}, up to ${slowestMs} ms`;
      assert.equal(refused, 0, about);
      assert.ok(peak <= 1_200, `${about}: ${peak}`);
      assert.ok(weight / (hourMs / minuteMs) > 900, `${about}: ${weight / (hourMs / minuteMs)} a minute`);
    }
  }
});
