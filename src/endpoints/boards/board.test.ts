import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { type FillDraft, walletOf } from '../../../test/source-fills.ts';
import { until } from '../../../test/until.ts';
import { createCoverageLedger } from '../../coverage/ledger.ts';
import { quarantineReasons } from '../../coverage/quarantined.ts';
import { dayMs, fixedClock, hourMs } from '../../kernel/clock.ts';
import { seededRng } from '../../kernel/rng.ts';
import { trader } from '../pulse/trader.ts';
import { traderSkill } from '../pulse/trader-skill.ts';
import { skillBoard } from './board.ts';

const nowMs = Date.parse('2026-03-15T12:30:00Z');
const days = 34;
const startMs = Date.parse('2026-03-15T00:00:00Z') - days * dayMs;
const from = new Date(startMs).toISOString();
const count = 13;
/** First fill ten days ago. */
const fresh = walletOf(13);
const freshDays = 10;
/** Lost all on the tenth day and stopped; trades spot alone; makes markets; is a vault; has a fee without a price; its account was never read. */
const [dead, spot, maker, vault, unpriced, unread] = [1, 2, 3, 4, 5, 6].map(walletOf) as [
  ...[string, string, string, string, string, string],
];

const rng = seededRng('boards');
const fills: FillDraft[] = [];
const funding: { wallet: string; coin: string; time: number; usdc: string }[] = [];
const values: string[] = [];
const moves: string[] = [];
for (let n = 1; n <= count; n++) {
  const wallet = walletOf(n);
  let value = 1_000;
  for (let day = 0; day < days; day++) {
    if (wallet === fresh && day < days - freshDays) continue;
    const at = startMs + day * dayMs;
    values.push(
      `(toDateTime(${at / 1_000}), unhex('${wallet.slice(2)}'), ${wallet === unread ? 'NULL' : value.toFixed(6)})`,
    );
    if (wallet === dead && day > 9) continue;
    const pnl = wallet === dead && day === 9 ? -value + 2 : Math.round((rng.unit() - 0.45) * 100);
    const coin = wallet === spot ? '@107' : n % 4 === 0 && wallet !== vault ? 'xyz:GOLD' : 'BTC';
    const common = { wallet, coin, sz: '1', fee: '1', crossed: wallet !== maker };
    fills.push({
      ...common,
      time: at + hourMs,
      ...(wallet === unpriced && day === 3 && { feeToken: 'NEVER' }),
    });
    fills.push({
      ...common,
      time: at + 6 * hourMs,
      side: 'A',
      dir: 'Close Long',
      startPosition: '1',
      px: String(100 + pnl / 10),
      closedPnl: String(pnl),
    });
    const paid = wallet === spot ? 0 : 0.25;
    if (paid !== 0) funding.push({ wallet, coin, time: at + 2 * hourMs + 40, usdc: String(-paid) });
    const flow = n % 3 === 0 && day === 12 ? 500 : 0;
    if (flow !== 0)
      moves.push(
        `(unhex('${wallet.slice(2)}'), fromUnixTimestamp64Milli(${at + 1}, 'UTC'), 'deposit', 'external', ${flow}, true)`,
      );
    value += pnl - 2 - paid + flow;
    // Lent out: the readings of before say nothing of the accounts of midnights after.
    if (n === 7 && day === 20)
      moves.push(
        `(unhex('${wallet.slice(2)}'), fromUnixTimestamp64Milli(${at + 1}, 'UTC'), 'borrowLend', 'own', 0, true)`,
      );
  }
  values.push(
    `(toDateTime(${startMs / 1_000 + days * 86_400}), unhex('${wallet.slice(2)}'), ${wallet === unread ? 'NULL' : value.toFixed(6)})`,
  );
}
// Only before the window.
const gone = walletOf(50);
fills.push({ wallet: gone, time: startMs - 3 * dayMs });

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({
    given: {
      fills: fills.toSorted((a, b) => a.time - b.time),
      funding,
      vaults: [{ vault, leader: walletOf(60), name: 'V' }],
    },
    nowMs,
    lifecycles: true,
  });
  const { store } = harness;
  await store.command(`INSERT INTO account_hours (hour, wallet, total) VALUES ${values.join(', ')}`);
  await store.command(
    `INSERT INTO ledger_updates (wallet, time, kind, class, usd, is_valued) VALUES ${moves.join(', ')}`,
  );
  const ledger = createCoverageLedger({ analytics: store, clock: fixedClock(nowMs) });
  for (const feed of ['node_misc_events', 'node_fills'] as const)
    await ledger.cover({ feed, fromMs: startMs - 10 * dayMs, toMs: nowMs });
  const lost = {
    feed: 'node_fills',
    wallet: unpriced,
    fromMs: startMs + dayMs,
    toMs: startMs + dayMs + hourMs - 1,
  };
  await ledger.lose(lost, quarantineReasons.fill);
});
after(() => harness.close());

const ask = async (board: string, query = `from=${from}`) =>
  (await harness.ask(skillBoard, { path: { board }, query, tier: 'pro' })).body;

const figureOf = {
  return: 'return',
  sharpe: 'sharpe',
  sortino: 'sortino',
  drawdown: 'maxDrawdown',
  'profit-factor': 'profitFactor',
  expectancy: 'expectancy',
  turnover: 'turnover',
} as const;

test('every figure of a board is that of the wallet by itself, and the best stands first', async () => {
  const skills = new Map(
    await Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const wallet = walletOf(n + 1);
        const params = { path: { address: wallet }, query: `from=${from}`, tier: 'pro' } as const;
        return [wallet, (await harness.ask(traderSkill, params)).body] as const;
      }),
    ),
  );
  for (const [board, figure] of Object.entries(figureOf)) {
    const { rows, matching } = await ask(board, `from=${from}&limit=100&minDays=1`);
    const expected = [...skills]
      .filter(([, body]) => body[figure].value !== null)
      .toSorted(
        (a, b) =>
          (board === 'drawdown' ? 1 : -1) * (a[1][figure].value! - b[1][figure].value!) ||
          (a[0] < b[0] ? -1 : 1),
      );
    const shown = expected.filter(([wallet]) => board !== 'profit-factor' || wallet !== unpriced);
    assert.equal(matching, shown.length, board);
    for (const [i, { address, value }] of rows!.entries()) {
      const { value: right, days: counted } = skills.get(address)![figure] as { value: number; days: number };
      assert.equal(rows![i]!.days, counted, `days of ${board} of ${address}`);
      assert.equal(address, shown[i]![0], `${board} ${i}`);
      assert.ok(
        Math.abs(value - right) <= 1e-9 * Math.max(1, Math.abs(right)),
        `${board} of ${address}: ${value}, ${right}`,
      );
    }
  }
});

test('a wallet whose first fill is ten days old has ten days in the default window', async () => {
  const own = fills.filter(({ wallet }) => wallet === fresh);
  const nets = Array.from({ length: freshDays }, (_, day) => {
    const at = startMs + (days - freshDays + day) * dayMs;
    const ofDay = own.filter(({ time }) => time >= at && time < at + dayMs);
    return ofDay.reduce((sum, { closedPnl = '0' }) => sum + Number(closedPnl) - 1, -0.25);
  });
  const sum = nets.reduce((all, net) => all + net, 0);
  const won = nets.reduce((all, net) => all + Math.max(0, net), 0);
  const ofFresh = values
    .filter((row) => row.includes(fresh.slice(2)))
    .map((row) => Number(/([\d.]+)\)$/.exec(row)![1]));
  const { body } = await harness.ask(traderSkill, { path: { address: fresh } });
  assert.deepEqual(
    [body.from, body.to],
    [new Date(startMs + (days - freshDays) * dayMs).toISOString(), '2026-03-15T00:00:00.000Z'],
  );
  const near = (found: number | null | undefined, right: number) =>
    assert.ok(Math.abs(found! - right) < 1e-9 * Math.max(1, Math.abs(right)), `${found} is not ${right}`);
  near(body.netPerDay.value, sum / freshDays);
  near(body.profitFactor.value, won / (won - sum));
  near(body.expectancy.value, (sum + 0.25 * freshDays) / freshDays);
  near(body.exposure.value, (5 / 24) * 100);
  near(body.return.value, (ofFresh.at(-1)! / ofFresh[0]! - 1) * 100);
  for (const figure of [...Object.values(figureOf), 'netPerDay', 'exposure'] as const) {
    assert.equal(body[figure].days, freshDays, figure);
    assert.deepEqual([body[figure].low, body[figure].insufficient], [null, ['days', 'closedPositions']]);
  }
  for (const board of ['net', ...Object.keys(figureOf)]) {
    const { body: ranked } = await harness.ask(skillBoard, { path: { board }, query: 'limit=100' });
    const row = ranked.rows!.find(({ address }) => address === fresh)!;
    assert.deepEqual([row.days, row.closedPositions], [freshDays, freshDays], board);
    near(row.netPnl, sum);
  }
  const { body: row } = await harness.ask(trader, { path: { address: fresh } });
  assert.equal(row.firstTradeAt, new Date(startMs + (days - freshDays) * dayMs + hourMs).toISOString());
  near(row.netPnl, sum);
});

test('net is closed PnL after fees with funding, of all markets or of those asked for; without a price of a fee it is left out', async () => {
  const netOf = (wallet: string) =>
    fills
      .filter((fill) => fill.wallet === wallet)
      .reduce((sum, { closedPnl = '0', fee = '0' }) => sum + Number(closedPnl) - Number(fee), 0) +
    funding.filter((payment) => payment.wallet === wallet).reduce((sum, { usdc }) => sum + Number(usdc), 0);
  const { rows } = await ask('net', `from=${from}&limit=100`);
  const wallets = rows!.map(({ address }) => address);
  assert.ok(!wallets.includes(unpriced) && wallets.includes(unread) && wallets.includes(dead));
  for (const { address, value, netPnl } of rows!)
    assert.deepEqual([value, netPnl], [netOf(address), netOf(address)]);
  assert.deepEqual(
    rows!.map(({ value }) => value),
    rows!.map(({ value }) => value).toSorted((a, b) => b - a),
  );
  const ofSpot = await ask('net', `from=${from}&market=spot`);
  assert.deepEqual(
    ofSpot.rows!.map(({ address }) => address),
    [spot],
  );
  const ofDex = await ask('net', `from=${from}&dex=xyz`);
  assert.deepEqual(ofDex.rows!.map(({ address }) => address).toSorted(), [8, 12].map(walletOf));
  await assert.rejects(ask('sharpe', `from=${from}&market=spot`), /of the whole account/);
});

test('who stopped or lost all stays in, and population says how many', async () => {
  const { population, rows } = await ask('drawdown', `from=${from}&limit=100&minDays=1`);
  assert.deepEqual(population, { atStart: 1, stopped: 1, blewUp: 0 });
  const last = rows!.at(-1)!;
  assert.equal(last.address, dead);
  assert.equal(last.lastTradedOn, new Date(startMs + 9 * dayMs).toISOString().slice(0, 10));
  const late = new Date(startMs + 8 * dayMs).toISOString();
  const later = await ask('net', `from=${late}`);
  assert.deepEqual(later.population, { atStart: count - 1, stopped: 1, blewUp: 1 });
});

test('filters leave out who makes markets and vaults; samples and pages are kept to', async () => {
  const all = await ask('sharpe', `from=${from}&limit=100`);
  const some = await ask('sharpe', `from=${from}&limit=100&without=makers,vaults`);
  const gonePart = all
    .rows!.map(({ address }) => address)
    .filter((one) => !some.rows!.some(({ address }) => address === one));
  assert.deepEqual(gonePart.toSorted(), [maker, vault]);
  const second = await ask('sharpe', `from=${from}&limit=3&offset=3`);
  assert.deepEqual(second.rows, all.rows!.slice(3, 6));
  assert.deepEqual([second.rows![0]!.rank, second.total, second.matching], [4, 3, all.matching]);
  assert.ok(all.rows!.every(({ days: counted }) => counted >= 10));
  const sample = await ask('sharpe', `from=${from}&minPositions=20&minDays=30&limit=100`);
  assert.ok(sample.rows!.length > 0 && sample.rows!.every(({ insufficient }) => insufficient === undefined));
  assert.ok(!sample.rows!.some(({ address }) => address === dead || address === spot));
});

test('a board of which too much is unread has no ranks, unless that is asked for', async () => {
  const board = await ask('return', `from=${from}&limit=100`);
  assert.deepEqual([board.traded, board.unread, board.reason], [count, 1, undefined]);
  const few = await ask('return', `from=${from}&limit=100&leastRead=95`);
  assert.deepEqual([few.rows, few.matching, few.unread, few.reason], [[], 0, 1, 'unread']);
  const none = await ask('return', `from=${from}&minDays=90&minPositions=90000`);
  assert.deepEqual([none.rows, none.reason], [[], 'no-sample']);
  const net = await ask('net', `from=${from}&limit=100`);
  assert.deepEqual([net.traded, net.unread], [count, 1], 'a fill in quarantine is not read');
});

test('in a window that begins before the record nothing of the days before is unread', async () => {
  const young = async (board: string) =>
    (
      await harness.ask(skillBoard, {
        path: { board },
        query: 'windowDays=90&limit=100&leastRead=0',
        tier: 'enterprise',
      })
    ).body;
  const [net, ret] = [await young('net'), await young('return')];
  // The wallet with a fill in quarantine; the two whose accounts were never read.
  assert.deepEqual([net.traded, net.unread, net.reason], [count + 1, 1, undefined]);
  assert.deepEqual([ret.traded, ret.unread, ret.reason], [count + 1, 2, undefined]);
  assert.ok(net.rows!.length > 0 && net.rows!.every(({ netPnl }) => netPnl !== null));
});

test('windows are of whole days that are over, within the tier and what boards hold', async () => {
  const { body } = await harness.ask(skillBoard, { path: { board: 'net' } });
  assert.deepEqual([body.from, body.to], ['2026-02-13T00:00:00.000Z', '2026-03-15T00:00:00.000Z']);
  const params = { path: { board: 'net' }, query: 'windowDays=60' };
  await assert.rejects(harness.ask(skillBoard, params), /reaches back at most 30 days/);
  const today = await ask('net', 'from=2026-03-15T01:00:00Z');
  assert.deepEqual(
    [today.from, today.to, today.rows],
    ['2026-03-15T00:00:00.000Z', '2026-03-15T00:00:00.000Z', []],
  );
  const long = { ...params, query: 'from=2025-11-01T00:00:00Z', tier: 'enterprise' } as const;
  assert.equal((await harness.ask(skillBoard, long)).body.from, '2025-12-15T00:00:00.000Z');
  await assert.rejects(ask('net', 'dex=xyz&market=spot'), /leave market out/);
});

test('fills, payments and values that come late move it', async () => {
  const shown = async (board: string, wallet: string) =>
    (await ask(board, `from=${from}&limit=100`)).rows!.find(({ address }) => address === wallet)?.value;
  const [net, made] = [await shown('net', spot), await shown('net', maker)];
  const at = startMs + 20 * dayMs + 9 * hourMs;
  await harness.add([{ wallet: spot, coin: '@107', time: at, closedPnl: '1000' }]);
  await until('a late fill is in the board', async () => (await shown('net', spot)) === net! + 1_000);
  await harness.store.command(
    `INSERT INTO wallet_funding (wallet, coin, time, usdc) VALUES (unhex('${maker.slice(2)}'), 'BTC', fromUnixTimestamp64Milli(${nowMs - dayMs}, 'UTC'), 7)`,
  );
  await until('a late payment is in the board', async () => (await shown('net', maker)) === made! + 7);
});
