/** A page of every endpoint that the simulated exchange has data for. */
import assert from 'node:assert/strict';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import type { Param } from '../../src/endpoints/params/param.ts';
import { dayMs, minuteMs } from '../../src/kernel/clock.ts';
import { sized } from '../size.ts';
import { untilFound } from '../until.ts';

type Rows = Record<string, unknown>[];
export interface Page {
  path: string;
  /** The least that its list must hold. */
  rows: number;
}

/** Where values of path parameters are found that have data. */
const found: Record<string, (ask: <T>(path: string) => Promise<T>) => Promise<unknown> | unknown> = {
  // A wallet that has just closed a position, so that every window has data.
  address: async (ask) => (await ask<Rows>('pulse/lifecycles/recent'))[0]?.address,
  coin: () => 'BTC',
  symbol: () => 'BTC',
  // A price outcome, which has positions for the comparison: those listed at 06:00 UTC have no trade for some minutes.
  outcome_id: async (ask) => {
    const { outcomes } = await ask<{ outcomes: Rows }>('hip4/outcomes');
    const binary = outcomes.filter(({ priceBinary }) => priceBinary !== undefined);
    const traded = binary.filter(({ settledAt, fills }) => settledAt === undefined && Number(fills) > 0);
    traded.sort((one, other) => Number(other.fills) - Number(one.fills));
    return [...traded, ...binary][0]?.outcomeId;
  },
  tierType: () => 'pnl',
  tier: async (ask) =>
    (await ask<{ pnlTiers: Rows }>('pulse/cohorts/summary')).pnlTiers.toSorted(
      (one, other) => Number(other.walletCount) - Number(one.walletCount),
    )[0]!.tier,
  builder: async (ask) => (await ask<{ builders: Rows }>('builders/leaderboard')).builders[0]?.builder,
  id: async (ask) => (await ask<Rows>('pulse/lifecycles/recent'))[0]?.id,
  canonical: () => 'BTC',
  feed: () => 'trades',
  board: () => 'net',
  date: () => new Date(Date.now() - dayMs).toISOString().slice(0, 10),
};

/** Hours of the past are made after the start: a day of them at least. */
const byHour = ['pulse.cohort-bias.history', 'live.cohort-bias-history', 'live.long-short-history'].concat([
  'live.oi-history',
  'live.coin-oi-history',
]);
const fewOfAKind = [
  'anti-survivors',
  'backstop-events',
  'capital-titans',
  'coin-alpha-map',
  'coin-kings',
].concat(['lethal-coins', 'max-pain-events', 'newcomer-whales', 'perfect-exits', 'survivors']);
/** Endpoints with fewer rows on the simulated exchange than a page holds. */
const fewerRows: Record<string, number> = {
  ...Object.fromEntries(byHour.map((id) => [id, 24])),
  'live.risk-coin-history': 0,
  'live.mark-dislocations': 0,
  // Hours are kept from the start on.
  'live.liquidation-heatmap-history': 0,
  // Its first row comes with the first minute that was live from its beginning on.
  'live.official-oi': sized({ check: 0, campaign: 1 }),
  // Reads are recorded by minute, as a single interval if no minute is missing.
  'coverage.intervals': 1,
  // No data are missing, and no payments of a node are read.
  'census.differences': 0,
  // A single coin has that name.
  'search.find': 1,
  // Prices within a year's range liquidate few: makers of the large coins take them.
  'pulse.top-liquidators': 10,
  // No wallet there trades at a profit over such a time and so little.
  'pulse.hidden-gems': 0,
  // Three builders exist, and not every wallet pays one or two of them.
  'builders.leaderboard': 3,
  'builders.overlap': 0,
  'builders.trader-builders': 0,
  // Nor does every wallet trade outcomes, or win.
  'hip4.trader-outcomes': 0,
  'pulse.trader-demo': 0,
  // It has no fifty wallets or coins of each kind, and its past not many months.
  ...Object.fromEntries(fewOfAKind.map((id) => [`pulse.${id}`, 1])),
  'pulse.one-month-wonders': 0,
  'pulse.persistent-winners': 0,
};

/** How many rows of a short past are as large as the page's default follows from the hour of its start: smaller ones fill the page. */
const request = sized<Record<string, Record<string, string>>>({
  check: {
    'pulse.biggest-wins': { minPnl: '1000' },
    'pulse.biggest-losses': { maxPnl: '-1000' },
    'pulse.backstop-events': { maxRealizedPnl: '0' },
    'pulse.max-pain-events': { minDrawdownPct: '0', minPnl: '0' },
  },
  campaign: {},
});
const searched: Record<string, Record<string, string>> = { 'search.find': { q: 'bitcoin' } };

/** Every endpoint with a page that it must have, and how many rows that holds. */
export async function pages(ask: <T>(path: string) => Promise<T>) {
  const values = new Map<string, string>();
  const unknown = Object.keys(fewerRows).filter((id) => !catalogue.some((one) => one.id === id));
  assert.deepEqual(unknown, []);
  const made: Page[] = [];
  for (const { id, path, params, queryParams } of catalogue) {
    for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
      assert.ok(found[name!] !== undefined, `this test has to know which {${name}} of ${path} has data`);
      if (values.has(name!)) continue;
      // What follows fills shows by answers only.
      const value = await untilFound(`{${name}} of ${path}`, () => found[name!]!(ask), {
        deadlineMs: 4 * minuteMs,
        everyMs: 200,
      });
      values.set(name!, String(value));
    }
    const all = params as Record<string, Param<unknown>>;
    const required = queryParams.filter((name) => all[name]!.required);
    const given = {
      ...Object.fromEntries(required.map((name) => [name, String(all[name]!.example)])),
      ...request[id],
      ...searched[id],
    };
    const query = Object.keys(given).length > 0 ? `?${new URLSearchParams(given)}` : '';
    const limit = (all.limit?.schema as { default?: number } | undefined)?.default;
    made.push({
      path: `${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name)!))}${query}`,
      // A single wallet, coin or outcome may have fewer rows than a page.
      rows: fewerRows[id] ?? (path.includes('{') || id.startsWith('hip4.') ? 1 : (limit ?? 1)),
    });
  }
  return { made, values };
}
