/** The figures of a first start on the simulated exchange, from its first minute on. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { simulationModel } from '../../packages/exchange-simulator/src/live/live-plan.ts';
import { dayMs, hourMs, minuteMs, rfc3339, utcDate, utcDayStartMs } from '../../src/kernel/clock.ts';
import { writeDataMark } from '../../src/operate/data-mark.ts';
import { skillBoards } from '../../src/views/skill/skill-ranks.ts';
import { seedControl } from '../data-template.ts';
import { type Command, runCommand, startServer } from './command.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-first-figures-'));
const running: Command[] = [];
after(() => {
  for (const { child } of running) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const settings = { TIDEMARK_SOURCE: 'simulated', TIDEMARK_LOG_LEVEL: 'warn', TIDEMARK_LIMITS: 'off' };
const liveFromMs = Math.floor(Date.now() / hourMs) * hourMs;
// A shorter past than a first start makes by itself: boards rank wallets with ten days.
const startMs = utcDayStartMs(liveFromMs) - 11 * dayMs;

type Json = null | string | number | boolean | Json[] | { [key: string]: Json };
type Rows = Record<string, Json>[];

/** Boards with the figure that they rank by. */
const boards: readonly (readonly [path: string, figure: string])[] = [
  ...skillBoards.flatMap((board) => [[`boards/${board}`, 'value'] as const]),
  ['pulse/leaderboard', 'totalPnl'],
  ['pulse/token-leaderboard/BTC', 'pnl'],
  ['hip4/top-traders', 'realizedPnlUsdh'],
  ['builders/leaderboard', 'revenueUsd'],
];

const ofTrader = ['', '/daily', '/performance', '/tokens', '/lifecycles', '/closed-positions/stats'];
/** What the pages ask for, but for boards. @param traders of three pages */
const pagesOf = (traders: readonly string[]): string[] => [
  ...['stats', 'leaderboard', 'market-overview', 'daily/latest', 'biggest-wins', 'most-traded'].map(inPulse),
  ...['top-liquidators', 'survivors', 'coin-kings', 'lethal-coins', 'perfect-exits'].map(inPulse),
  ...['cohorts/summary', 'cohorts/daily-stats', 'cohorts/pnl/smart_money/positions'].map(inPulse),
  ...['cohorts/pnl/smart_money/history', 'market/candles/recent/BTC'].map(inPulse),
  ...['oi-history/BTC', 'official-oi/BTC', 'long-short', 'coins/BTC/long-short', 'cohort-bias/BTC'].map(
    inLive,
  ),
  ...['liquidation-heatmap/BTC', 'risk/overview', 'risk/coins/BTC', 'risk/liquidations/recent'].map(inLive),
  ...['price/BTC', 'orderbook/BTC'].map((path) => `market/${path}`),
  ...['outcomes', 'questions', 'settlements/recent', 'daily-volume', 'most-active'].map(
    (path) => `hip4/${path}`,
  ),
  ...['exchange/positions', 'exchange/volume', 'exchange/active-traders', 'entities/leaderboard'],
  ...traders.flatMap((address) => [
    ...ofTrader.map((part) => `pulse/trader/${address}${part}`),
    `pulse/trader/${address}/skill`,
    `pulse/trader/${address}/pnl?interval=day&from=${rfc3339(startMs + dayMs)}`,
    `pulse/wallet-drawdown-curve/${address}`,
    `market/positions/${address}`,
  ]),
];
const inPulse = (path: string) => `pulse/${path}`;
const inLive = (path: string) => `live/${path}`;

/**
 * Fields that are null by design: bounds of intervals of less than 30 days; a figure without losses to divide by, a wallet without
 * positions to hedge, an account without a liquidation price, a market liquidation without a liquidator.
 */
const nullByDesign =
  /\.(?:low|high|profitFactor\.value|sortino\.value|hedgedShare|liquidationPx|liquidator)$/;

/** Paths of an answer's fields that are null, except those that are null by design. */
function unknownIn(value: Json, at: string): string[] {
  if (value === null) return nullByDesign.test(at) ? [] : [at];
  if (Array.isArray(value)) return value.flatMap((one, i) => unknownIn(one, `${at}[${i}]`));
  if (typeof value !== 'object') return [];
  // The account has one balance for these parts; its total is known.
  if (value.reason === 'counted-in-spot') return [];
  return Object.entries(value).flatMap(([name, one]) => unknownIn(one, `${at}.${name}`));
}

const listOf = (body: Json): Rows | undefined =>
  (Array.isArray(body) ? body : Object.values(body as object).find(Array.isArray)) as Rows | undefined;

/** On a busy machine a start shows itself after a minute, whether every view has been read or not. */
const readWithinMs = 3 * minuteMs;

test('a first start has full boards, and every figure of its pages', async () => {
  const data = join(root, 'data');
  mkdirSync(data);
  seedControl(join(data, 'control'));
  writeDataMark(data, { source: 'simulated', model: simulationModel, seed: '1', startMs, liveFromMs });
  const server = await startServer(['--data', data], settings);
  running.push(server);
  const key = (await runCommand(['keys', 'create', '--tier', 'enterprise', '--data', data])).stdout.trim();
  let lacking: string[] = [];
  async function ask(path: string): Promise<Json> {
    const answer = await fetch(`${server.address}/api/public/v1/${path}`, { headers: { 'X-API-Key': key } });
    const text = await answer.text();
    if (answer.status !== 200) lacking.push(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Json;
  }

  async function look(): Promise<void> {
    lacking = [];
    const latest = (await ask('pulse/daily/latest')) as { date: string };
    // An edition is due five minutes after its day.
    const due = utcDate(Date.now() - 5 * minuteMs - dayMs);
    if (latest.date !== due) lacking.push(`the newest edition is of ${latest.date}, not ${due}`);
    for (const [path, figure] of boards) {
      const rows = listOf(await ask(path)) ?? [];
      if (rows.length === 0) lacking.push(`${path} is empty`);
      for (const [i, row] of rows.entries())
        if (typeof row[figure] !== 'number') lacking.push(`${path}: row ${i} has no ${figure}`);
      lacking.push(...unknownIn(rows, path));
    }
    const traders = (listOf(await ask('pulse/leaderboard')) ?? [])
      .slice(0, 3)
      .map(({ address }) => String(address));
    for (const path of pagesOf(traders)) {
      const body = await ask(path);
      lacking.push(...unknownIn(body, path));
      // A trader may hold nothing now.
      if (listOf(body)?.length === 0 && !path.startsWith('market/positions/'))
        lacking.push(`${path} is empty`);
    }
  }

  const readyMs = Date.now();
  await look();
  while (lacking.length > 0 && Date.now() < readyMs + readWithinMs) await look();
  assert.deepEqual(lacking, []);
  assert.equal(boards.length, 12);
  server.child.kill('SIGTERM');
  assert.equal((await server.ended).code, 0);
});
