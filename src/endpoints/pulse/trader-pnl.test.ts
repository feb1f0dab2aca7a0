import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { type FillDraft, walletOf } from '../../../test/source-fills.ts';
import { until } from '../../../test/until.ts';
import { createCoverageLedger } from '../../coverage/ledger.ts';
import { quarantineReasons } from '../../coverage/quarantined.ts';
import { fixedClock } from '../../kernel/clock.ts';
import { compare } from './compare.ts';
import { trader } from './trader.ts';
import { traderPnl } from './trader-pnl.ts';

const nowMs = Date.parse('2026-03-15T12:30:00Z');
const at = (time: string) => Date.parse(`2026-03-15T${time}Z`);
const [fieldsExample, holder, gapped, unpriced, quiet, seller, lender, closedUnread] = [
  1, 2, 3, 4, 5, 6, 7, 8,
].map(walletOf) as [string, string, string, string, string, string, string, string];
const sale = { side: 'A', dir: 'Close Long' } as const;

const fills: FillDraft[] = [
  // The worked example of the field: the exchange's own page shows +4.91.
  { wallet: fieldsExample, coin: 'ETH', time: at('09:10:00'), px: '3000', sz: '0.0282', fee: '0.0380' },
  {
    wallet: fieldsExample,
    coin: 'ETH',
    time: at('09:50:00'),
    px: '3176.815602837',
    sz: '0.0282',
    startPosition: '0.0282',
    ...sale,
    closedPnl: '4.9862',
    fee: '0.0382',
    builderFee: '0.01',
  },
  // Bought before the window's hours, a half sold at 11:20.
  { wallet: holder, coin: 'BTC', time: at('08:30:00'), px: '100', sz: '2', fee: '0.1' },
  {
    wallet: holder,
    coin: 'BTC',
    time: at('11:20:00'),
    px: '130',
    sz: '1',
    startPosition: '2',
    ...sale,
    closedPnl: '30',
    fee: '0.05',
  },
  // A purchase between these two is missing.
  { wallet: gapped, coin: 'BTC', time: at('08:31:00'), px: '100', sz: '1' },
  {
    wallet: gapped,
    coin: 'BTC',
    time: at('10:15:00'),
    px: '110',
    sz: '3',
    startPosition: '3',
    ...sale,
    closedPnl: '20',
  },
  { wallet: unpriced, coin: 'ETH', time: at('10:00:00'), px: '3000', sz: '0', fee: '0.5', feeToken: 'NEVER' },
  // Its state shows that it has sold since.
  { wallet: seller, coin: 'BTC', time: at('10:15:00'), px: '110', sz: '3' },
  { wallet: lender, coin: 'ETH', time: at('08:30:00'), px: '3000', sz: '0' },
  { wallet: closedUnread, coin: 'BTC', time: at('08:30:00'), px: '100', sz: '1', fee: '0' },
  { wallet: quiet, coin: '@107', time: at('10:00:00'), px: '30', sz: '1', closedPnl: '7', fee: '1' },
];

let harness: EndpointHarness;
before(async () => {
  const marks = { '07': '99', '08': '101', '09': '110', '10': '120', '11': '125', '12': '128' };
  const contexts = Object.entries(marks).map(([hour, markPx]) => ({
    coin: 'BTC',
    markPx,
    time: at(`${hour}:29:59.000`),
  }));
  // The node and the exchange's API may give one payment times that differ.
  const funding = [
    ['09:00:00.041', '-0.2'],
    ['10:00:00.040', '-0.25'],
    ['10:00:00.052', '-0.25'],
    ['11:00:00.044', '0.5'],
    ['12:00:00.041', '-0.1'],
  ].map(([time, usdc]) => ({ wallet: holder, coin: 'BTC', time: at(time!), usdc: usdc! }));
  harness = await openEndpointHarness({ given: { fills, funding, market: { contexts } }, nowMs });
  const { store } = harness;
  const moved = (
    wallet: string,
    time: string,
    kind: string,
    [of, usd, valued, fee]: [string, number, boolean, number],
  ) =>
    `(unhex('${wallet.slice(2)}'), fromUnixTimestamp64Milli(${at(time)}, 'UTC'), '${kind}', '${of}', ${usd}, ${valued}, ${fee})`;
  await store.command(`
    INSERT INTO ledger_updates (wallet, time, kind, class, usd, is_valued, fee_usd) VALUES
      ${moved(holder, '09:05:00', 'deposit', ['external', 1000, true, 0])},
      ${moved(holder, '10:05:00', 'withdraw', ['external', -250, true, 1])},
      ${moved(holder, '10:06:00', 'vaultDeposit', ['vault', -100, true, 0])},
      ${moved(holder, '10:07:00', 'accountActivationGas', ['cost', -1, true, 0])},
      ${moved(quiet, '10:05:00', 'spotTransfer', ['transfer', 0, false, 0])}`);
  await store.command(`
    INSERT INTO account_hours (hour, wallet, total) VALUES
      (toDateTime(${at('10:00:00') / 1_000}), unhex('${holder.slice(2)}'), 1500.25),
      (toDateTime(${at('11:00:00') / 1_000}), unhex('${holder.slice(2)}'), NULL),
      (toDateTime(${at('12:00:00') / 1_000}), unhex('${holder.slice(2)}'), 1600)`);
  await store.command(`
    INSERT INTO ledger_updates (wallet, time, kind, class, usd, is_valued, fee_usd) VALUES
      ${moved(lender, '09:20:00', 'borrowLend', ['own', 0, true, 0])}`);
  await store.command(`
    INSERT INTO ledger_updates (wallet, time, kind, class, usd, is_valued, is_fee_valued, raw) VALUES
      (unhex('${lender.slice(2)}'), fromUnixTimestamp64Milli(${at('10:20:00')}, 'UTC'), 'send', 'transfer', -50, true, false,
        '{"type":"send","user":"${lender}","fee":"0.0","nativeTokenFee":"0.00002","feeToken":""}')`);
  const hour = (end: string, read: string, [total, lent]: [number, string]) =>
    `(toDateTime(${at(end) / 1_000}), unhex('${lender.slice(2)}'), fromUnixTimestamp64Milli(${at(read)}, 'UTC'), ${total}, ${lent})`;
  await store.command(`
    INSERT INTO account_hours (hour, wallet, oldest, total, lent) VALUES
      ${hour('09:00:00', '08:50:00', [1_250, 'NULL'])}, ${hour('10:00:00', '09:10:00', [250, '0'])},
      ${hour('11:00:00', '10:10:00', [250, 'NULL'])}, ${hour('12:00:00', '11:30:00', [1_250.93, '1000.93'])}`);
  const ledger = createCoverageLedger({ analytics: store, clock: fixedClock(nowMs) });
  const feed = 'node_misc_events';
  await ledger.cover({ feed, fromMs: at('08:00:00'), toMs: at('12:19:00') });
});
after(() => harness.close());

const ask = async (wallet: string, query: string) =>
  (await harness.ask(traderPnl, { path: { address: wallet }, query })).body;

test('a closed position is what the exchange shows of it: 4.9862 less 0.0762 of fees is 4.91', async () => {
  const { total, points } = await ask(fieldsExample, 'interval=day&from=2026-03-15T00:00:00Z');
  const { realizedPnl, fees, builderFees, funding, netPnl, unrealizedPnl, totalReturnUsd } = total;
  assert.deepEqual([realizedPnl, fees, builderFees, funding, netPnl], [4.9862, 0.0762, 0.01, 0, 4.91]);
  assert.equal(points!.length, 1);
  // Sold for more than the exchange's rounded entry says.
  assert.ok(Math.abs(unrealizedPnl!) < 1e-6 && Math.abs(totalReturnUsd! - 4.91) < 1e-6);
});

test('hours have fees, funding and the change at marks, each payment once', async () => {
  const { total, points } = await ask(holder, 'interval=hour&from=2026-03-15T08:00:00Z');
  const shown = points!.map(({ from, realizedPnl, fees, funding, netPnl, unrealizedPnl, totalReturnUsd }) => [
    from.slice(11, 16),
    realizedPnl,
    fees,
    funding,
    netPnl,
    unrealizedPnl,
    totalReturnUsd,
  ]);
  assert.deepEqual(shown, [
    ['08:30', 0, 0.1, 0, -0.1, 2, 1.9],
    ['09:00', 0, 0, -0.2, -0.2, 18, 17.8],
    ['10:00', 0, 0, -0.25, -0.25, 20, 19.75],
    ['11:00', 30, 0.05, 0.5, 30.45, -15, 15.45],
    ['12:00', 0, 0, -0.1, -0.1, 3, 2.9],
  ]);
  assert.deepEqual(
    [total.realizedPnl, total.fees, total.funding, total.netPnl, total.unrealizedPnl, total.totalReturnUsd],
    [30, 0.15, -0.05, 29.8, 28, 57.8],
  );
  assert.equal(total.to, '2026-03-15T12:30:00.000Z');
  const day = await ask(holder, 'interval=day&from=2026-03-15T00:00:00Z');
  // The day starts at the start of the record, as the hours do.
  assert.deepEqual(day.total, total);
  assert.equal(total.from, '2026-03-15T08:30:00.000Z');
});

test('a window begins where the record does, and of what was not covered funding is null where a position was open', async () => {
  const { points, total } = await ask(holder, 'interval=day&from=2026-03-13T00:00:00Z');
  assert.deepEqual(
    points!.map(({ from, funding }) => [from.slice(0, 10), funding]),
    [['2026-03-15', -0.05]],
  );
  assert.equal(total.from, points![0]!.from);
  const old = await ask(holder, 'interval=day&from=2026-03-10T00:00:00Z&to=2026-03-12T00:00:00Z');
  assert.deepEqual(old.points!.length, 1);
  assert.deepEqual(old.total.unknown![0], { part: 'realizedPnl', reason: 'before-record' });
});

test('the value of the account at the end of each part is that of the hour, where all of it was known', async () => {
  const { points, total } = await ask(holder, 'interval=hour&from=2026-03-15T09:00:00Z');
  assert.deepEqual(
    [...points!, total].map(({ accountValue }) => accountValue),
    [1_500.25, null, 1_600, 1_600, 1_600],
  );
});

test('an hour between whose readings money was lent out has no account value, nor one of a version that did not read lending', async () => {
  const { points } = await ask(lender, 'interval=hour&from=2026-03-15T08:00:00Z');
  assert.deepEqual(
    points!.map(({ accountValue }) => accountValue),
    [1_250, null, null, 1_250.93, 1_250.93],
  );
});

test('a fee of a transfer in a token without a known value makes what transfers cost unknown', async () => {
  const { points } = await ask(lender, 'interval=hour&from=2026-03-15T10:00:00Z&to=2026-03-15T12:00:00Z');
  assert.deepEqual(
    points!.map(({ netDeposits, ledgerFees }) => [netDeposits, ledgerFees]),
    [
      [-50, null],
      [0, 0],
    ],
  );
  assert.deepEqual(points![0]!.unknown![0], { part: 'ledgerFees', reason: 'unvalued-transfer' });
});

test('deposits move no figure of profit, and what they cost stands beside them', async () => {
  const { points, total } = await ask(holder, 'interval=hour&from=2026-03-15T08:00:00Z');
  assert.deepEqual(
    points!.slice(0, 3).map(({ netDeposits, ledgerFees }) => [netDeposits, ledgerFees]),
    [
      [0, 0],
      [1_000, 0],
      [-250, 2],
    ],
  );
  assert.deepEqual([total.netDeposits, total.ledgerFees, total.netPnl], [750, 2, 29.8]);
  const { total: sent } = await ask(quiet, 'interval=hour&from=2026-03-15T08:00:00Z&to=2026-03-15T12:00:00Z');
  assert.deepEqual(sent.unknown![0], { part: 'netDeposits', reason: 'unvalued-transfer' });
  assert.equal(sent.netPnl, 6);
});

test('deposits are those until the last read of the ledger, which is named where it is before the end', async () => {
  const { points, total } = await ask(holder, 'interval=hour&from=2026-03-15T08:00:00Z');
  const flowsTo = '2026-03-15T12:20:00.000Z';
  assert.deepEqual([total.netDeposits, total.ledgerFees, total.flowsTo], [750, 2, flowsTo]);
  assert.deepEqual(
    points!.slice(-2).map((point) => [point.netDeposits, point.flowsTo]),
    [
      [0, undefined],
      [0, flowsTo],
    ],
  );
});

test('where a fill is missing, profit is not known, and elsewhere it is', async () => {
  const { total, points } = await ask(gapped, 'interval=hour&from=2026-03-15T08:00:00Z');
  assert.deepEqual(
    points!.map(({ unrealizedPnl }) => unrealizedPnl),
    [null, null, null, 0, 0],
  );
  assert.deepEqual(
    points![1]!.unknown!.filter(({ part }) => part === 'totalReturnUsd'),
    [{ part: 'totalReturnUsd', reason: 'fills-gap' }],
  );
  assert.deepEqual(
    [total.unrealizedPnl, total.realizedPnl, total.fees, total.netPnl],
    [null, null, null, null],
  );
  assert.deepEqual(
    points!.map(({ netPnl }) => netPnl),
    [null, null, null, 0, 0],
  );
});

test('a fee without a price is not known, and nor is what rests on it', async () => {
  const { total } = await ask(unpriced, 'interval=day&from=2026-03-15T00:00:00Z');
  assert.deepEqual([total.fees, total.netPnl, total.realizedPnl], [null, null, 0]);
  assert.deepEqual(
    total.unknown!.map(({ part, reason }) => `${part} ${reason}`),
    [
      'fees fee-price',
      'builderFees fee-price',
      'netPnl fee-price',
      'totalReturnUsd fee-price',
      'accountValue no-state',
    ],
  );
});

test('a state ahead of the fills that made it is no gap; one that no fill followed is', async () => {
  const state = (time: string) =>
    harness.store.command(`
      INSERT INTO positions (coin, wallet, time, szi)
      VALUES ('BTC', unhex('${seller.slice(2)}'), fromUnixTimestamp64Milli(${at(time)}, 'UTC'), 1)`);
  const shown = async () => (await ask(seller, 'interval=day&from=2026-03-15T00:00:00Z')).total.unrealizedPnl;
  await state('12:15:00');
  assert.equal(await shown(), null);
  await state('12:29:50');
  assert.equal(await shown(), 54);
});

test('spot counts with its closed PnL and fees, and has no open position', async () => {
  const { total } = await ask(quiet, 'interval=day&from=2026-03-15T00:00:00Z');
  assert.deepEqual([total.netPnl, total.unrealizedPnl, total.totalReturnUsd, total.funding], [6, 0, 6, 0]);
});

test('one trader has net figures over every fill, and a comparison those of its window', async () => {
  const { body } = await harness.ask(trader, { path: { address: holder } });
  // 30 − 0.15 − 0.05, and 1 BTC from 100 to the newest mark.
  assert.deepEqual([body.funding, body.netPnl, body.unrealizedPnl], [-0.05, 29.8, 28]);
  const { body: none } = await harness.ask(trader, { path: { address: unpriced } });
  assert.equal(none.netPnl, undefined);
  const { body: compared } = await harness.ask(compare, {
    query: `wallets=${holder},${quiet}`,
    tier: 'starter',
  });
  assert.deepEqual(
    compared.wallets!.map(({ net }) => net!.netPnl),
    [29.8, 6],
  );
});

test('windows that are too long, turned round or of an unknown wallet are refused with what would be right', async () => {
  await assert.rejects(ask(walletOf(99), ''), /has no indexed fills/);
  const date = await ask(holder, 'interval=day&from=2026-03-14&to=2026-03-15');
  assert.deepEqual(date, await ask(holder, 'interval=day&from=2026-03-14T00:00:00Z&to=2026-03-15T00:00:00Z'));
  await assert.rejects(ask(holder, 'from=2026-02-30'), /or a date/);
  await assert.rejects(ask(holder, 'from=2025-01-01T00:00:00Z'), /reaches back at most 30 days/);
  await assert.rejects(
    ask(holder, 'from=2026-03-15T10:00:00Z&to=2026-03-15T09:00:00Z'),
    /must not lie after to/,
  );
  const params = {
    path: { address: holder },
    query: 'interval=hour&from=2026-01-15T00:00:00Z',
    tier: 'pro',
  } as const;
  await assert.rejects(harness.ask(traderPnl, params), /at most 31 days.*interval=day/);
  const { points } = await ask(holder, 'interval=hour');
  assert.deepEqual([points!.length, points![0]!.from], [5, '2026-03-15T08:30:00.000Z']);
});

test('where the fill that closed a position is in quarantine, a row has no unrealized PnL, as its net profit', async () => {
  const { store } = harness;
  const ledger = createCoverageLedger({ analytics: store, clock: fixedClock(nowMs) });
  const lost = { feed: 'node_fills', wallet: closedUnread, coin: 'BTC' };
  const shown = async () =>
    (await harness.ask(trader, { path: { address: closedUnread } })).body.unrealizedPnl;
  assert.equal(await shown(), 28);
  await ledger.lose(
    { ...lost, coin: '@107', fromMs: at('10:00:00'), toMs: at('10:59:59') },
    quarantineReasons.fill,
  );
  await ledger.lose({ ...lost, fromMs: at('09:00:00'), toMs: at('09:59:59') }, quarantineReasons.fill);
  await until('the row without it', async () => (await shown()) === undefined);
  const { total } = await ask(closedUnread, 'interval=day&from=2026-03-15T00:00:00Z');
  assert.deepEqual([total.unrealizedPnl, total.netPnl], [null, null]);
});
