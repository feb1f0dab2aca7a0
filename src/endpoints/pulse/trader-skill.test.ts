import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { type FillDraft, walletOf } from '../../../test/source-fills.ts';
import { createCoverageLedger } from '../../coverage/ledger.ts';
import { fixedClock } from '../../kernel/clock.ts';
import { traderSkill } from './trader-skill.ts';

const nowMs = Date.parse('2026-03-15T12:30:00Z');
const at = (day: number, time = '00:00:00') => Date.parse(`2026-03-${String(day).padStart(2, '0')}T${time}Z`);
const [trader, maker, master, sub, vault, leader, unread, large, small, unlisted] = Array.from(
  { length: 10 },
  (_, n) => walletOf(n + 1),
) as [string, string, ...[string, string, string, string, string, string, string, string]];
const sale = { side: 'A', dir: 'Close Long' } as const;

const fills: FillDraft[] = [
  // From 06:00 to 18:00 on the 10th, then from 12:00 on the 12th until 12:00 on the 13th.
  { wallet: trader, time: at(10, '06:00:00'), px: '100', sz: '10', fee: '1' },
  {
    wallet: trader,
    time: at(10, '18:00:00'),
    px: '110',
    sz: '10',
    startPosition: '10',
    ...sale,
    closedPnl: '100',
    fee: '1',
  },
  { wallet: trader, time: at(12, '12:00:00'), px: '110', sz: '10', fee: '1' },
  {
    wallet: trader,
    time: at(13, '12:00:00'),
    px: '90',
    sz: '10',
    startPosition: '10',
    ...sale,
    closedPnl: '-200',
    fee: '1',
  },
  { wallet: maker, time: at(11), px: '100', sz: '2', crossed: false },
  {
    wallet: maker,
    time: at(11, '01:00:00'),
    px: '100',
    sz: '1.5',
    startPosition: '2',
    ...sale,
    crossed: false,
  },
  { wallet: maker, time: at(11, '02:00:00'), px: '100', sz: '1', coin: 'ETH' },
  ...[vault, unlisted].map((wallet) => ({
    wallet,
    time: at(10, '06:00:00'),
    coin: '@107',
    px: '10',
    sz: '1',
    closedPnl: '50',
  })),
  { wallet: unread, time: at(11), px: '100', sz: '1' },
  ...[master, sub, large, small].map((wallet) => ({ wallet, time: at(10), coin: '@107' })),
];

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({
    given: {
      fills,
      positions: [
        { wallet: master, coin: 'ETH', szi: '4', entryPx: '3000' },
        { wallet: sub, coin: 'ETH', szi: '-1', entryPx: '3000' },
        { wallet: large, coin: 'ETH', szi: '100', entryPx: '3000' },
        { wallet: small, coin: 'ETH', szi: '-4.9', entryPx: '3000' },
        { wallet: sub, coin: 'BTC', szi: '-1', entryPx: '3000' },
      ],
      subAccounts: [
        { master, wallet: sub, name: 'hedge' },
        { master: large, wallet: small, name: 'little' },
      ],
      vaults: [{ vault, leader, name: 'Vault' }],
    },
    nowMs,
    lifecycles: true,
  });
  const { store } = harness;
  const moved = (wallet: string, day: number, kind: string, [of, usd, fee]: [string, number, number]) =>
    `(unhex('${wallet.slice(2)}'), fromUnixTimestamp64Milli(${at(day, '05:00:00')}, 'UTC'), '${kind}', '${of}', ${usd}, true, ${fee})`;
  await store.command(`
    INSERT INTO ledger_updates (wallet, time, kind, class, usd, is_valued, fee_usd) VALUES
      ${moved(trader, 11, 'deposit', ['external', 1_000, 0])}, ${moved(trader, 14, 'withdraw', ['external', -500, 1])},
      ${[vault, unlisted].map((wallet) => moved(wallet, 11, 'vaultDeposit', ['vault', 300, 0])).join(', ')}`);
  const worth = (wallet: string, values: readonly (number | null)[]) =>
    values.map(
      (total, i) => `(toDateTime(${at(10 + i) / 1_000}), unhex('${wallet.slice(2)}'), ${total ?? 'NULL'})`,
    );
  await store.command(`
    INSERT INTO account_hours (hour, wallet, total) VALUES
      ${[...worth(trader, [980, 1_078, 2_078, null, 1_876, 1_375]), ...[vault, unlisted].flatMap((wallet) => worth(wallet, [200, 250, 550, 550]))].join(', ')}`);
  const ledger = createCoverageLedger({ analytics: store, clock: fixedClock(nowMs) });
  await ledger.cover({ feed: 'node_misc_events', fromMs: at(9), toMs: nowMs });
  await ledger.cover({ feed: 'node_fills', fromMs: at(9), toMs: nowMs });
});
after(() => harness.close());

const ask = async (wallet: string, query = '') =>
  (await harness.ask(traderSkill, { path: { address: wallet }, query })).body;
const near = (found: number | null | undefined, right: number) =>
  assert.ok(Math.abs(found! - right) < 1e-9, `${found} is not ${right}`);

test('figures are those of the account day by day, flows taken out', async () => {
  const body = await ask(trader, 'from=2026-03-10T00:00:00Z');
  assert.deepEqual([body.from, body.to], ['2026-03-10T00:00:00.000Z', '2026-03-15T00:00:00.000Z']);
  // 98 of 980, nothing of 2,078 with the deposit, −202 of 2,078 over two days, nothing but the withdrawal with its fee.
  const [first, fall] = [1 + 98 / 980, 1 - 202 / 2_078];
  near(body.return.value, (first * fall - 1) * 100);
  near(body.maxDrawdown.value, (202 / 2_078) * 100);
  assert.deepEqual(body.drawdown, {
    from: '2026-03-12T00:00:00.000Z',
    to: '2026-03-14T00:00:00.000Z',
    lossUsd: 202,
  });
  assert.deepEqual([body.return.days, body.return.reason], [3, 'no-state']);
  near(body.netPerDay.value, (98 - 1 - 201) / 5);
  near(body.profitFactor.value, 98 / 202);
  near(body.expectancy.value, (98 - 202) / 2);
  near(body.exposure.value, 30);
  near(body.turnover.value, (2_100 + 1_100) / (980 + 1_078 + 2_078 + 1_876));
  assert.deepEqual(
    [body.sharpe.closedPositions, body.sharpe.insufficient, body.sharpe.low, body.sharpe.high],
    [2, ['days', 'closedPositions'], null, null],
  );
});

test('a window without a start is of 90 days within the tier, and begins where the record does', async () => {
  const body = await ask(trader);
  assert.deepEqual(
    body,
    await ask(trader, 'from=2026-03-10T00:00:00Z'),
    'days before its first fill are none of $0',
  );
  const part = await ask(trader, 'from=2026-03-11T09:00:00Z&to=2026-03-13T01:00:00Z');
  assert.deepEqual([part.from, part.to], ['2026-03-11T00:00:00.000Z', '2026-03-13T00:00:00.000Z']);
  assert.deepEqual([part.return.value, part.return.days], [0, 1]);
  const today = await ask(trader, 'from=2026-03-15T01:00:00Z');
  assert.deepEqual([today.return.value, today.return.reason], [null, 'no-day']);
  await assert.rejects(ask(trader, 'from=2025-01-01T00:00:00Z'), /reaches back at most 30 days/);
  await assert.rejects(ask(walletOf(99)), /has no indexed fills/);
});

test('what was not read is null with its reason', async () => {
  const body = await ask(unread);
  for (const figure of [body.return, body.sharpe, body.sortino, body.maxDrawdown, body.turnover])
    assert.deepEqual([figure.value, figure.reason], [null, 'no-state']);
  assert.deepEqual([body.expectancy.value, body.expectancy.reason], [null, 'no-position']);
  assert.equal(body.drawdown, undefined);
});

test('what depositors bring a vault is no return of it', async () => {
  const { return: made, flags } = await ask(vault, 'from=2026-03-10T00:00:00Z&to=2026-03-13T00:00:00Z');
  near(made.value, 25);
  assert.deepEqual([flags.isVault, flags.owner, flags.isSubAccount], [true, leader, false]);
  const own = await ask(unlisted, 'from=2026-03-10T00:00:00Z&to=2026-03-13T00:00:00Z');
  near(own.return.value, 25);
  assert.deepEqual([own.flags.isVault, own.flags.owner], [true, undefined]);
});

test('flags say who makes markets, belongs to whom, and is hedged by wallets of one owner', async () => {
  const { flags } = await ask(maker);
  near(flags.makerShare, (350 / 450) * 100);
  assert.deepEqual([flags.isMarketMaker, flags.isHedged, flags.isVault], [true, false, false]);
  const taker = (await ask(trader)).flags;
  assert.deepEqual([taker.makerShare, taker.isMarketMaker, taker.isLiquidator], [0, false, false]);
  const [owner, hedge] = [(await ask(master)).flags, (await ask(sub)).flags];
  assert.deepEqual([owner.isHedged, owner.hedgedShare, owner.owner], [true, 25, undefined]);
  const little = (await ask(large)).flags;
  assert.deepEqual([little.isHedged, little.hedgedShare], [false, 4.9]);
  assert.deepEqual([hedge.isSubAccount, hedge.owner, hedge.hedgedShare], [true, master, 50]);
});
