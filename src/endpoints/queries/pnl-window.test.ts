import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { walletOf } from '../../../test/source-fills.ts';
import { createCoverageLedger } from '../../coverage/ledger.ts';
import { fixedClock } from '../../kernel/clock.ts';
import { trader as traderEndpoint } from '../pulse/trader.ts';
import { traderPnl } from '../pulse/trader-pnl.ts';

const nowMs = Date.parse('2026-03-15T20:30:00Z');
const at = (time: string) => Date.parse(`2026-03-15T${time}Z`);
const [trader, depositor] = [1, 2].map(walletOf) as [string, string];

let harness: EndpointHarness;
before(async () => {
  const fills = ['10:10:00', '12:10:00'].map((time) => ({
    wallet: trader,
    coin: '@107',
    time: at(time),
    px: '30',
    sz: '1',
    closedPnl: '7',
    fee: '1',
  }));
  harness = await openEndpointHarness({ given: { fills }, nowMs });
  await harness.store.command(`
    INSERT INTO ledger_updates (wallet, time, kind, class, usd, is_valued) VALUES
      (unhex('${depositor.slice(2)}'), fromUnixTimestamp64Milli(${at('10:20:00')}, 'UTC'), 'deposit', 'external', 1000, true)`);
  const ledger = createCoverageLedger({ analytics: harness.store, clock: fixedClock(nowMs) });
  const feed = 'node_fills';
  await ledger.cover({ feed, fromMs: at('10:05:00'), toMs: at('10:59:59') });
  await ledger.cover({ feed, fromMs: at('12:00:00'), toMs: at('13:29:00') });
  // The first of the node's other file is 19 seconds later.
  await ledger.cover({ feed: 'node_misc_events', fromMs: at('10:05:19'), toMs: at('13:29:00') });
});
after(() => harness.close());

const ask = async (wallet: string, query: string) =>
  (await harness.ask(traderPnl, { path: { address: wallet }, query })).body;
const hour = (time: string) => time.slice(11, 16);

test('parts that the record does not have are not 0, and those that it has are known', async () => {
  const { points, total } = await ask(trader, 'interval=hour&from=2026-03-15T08:00:00Z');
  const reasonOf = (part: string, { unknown }: NonNullable<typeof points>[number]) =>
    unknown?.find((one) => one.part === part)?.reason;
  assert.deepEqual(
    points!.map((point) => [
      hour(point.from),
      hour(point.to),
      point.netPnl,
      point.netDeposits,
      reasonOf('netPnl', point),
      reasonOf('netDeposits', point),
    ]),
    [
      ['10:05', '11:00', 6, 0, undefined, undefined],
      ['11:00', '12:00', null, 0, 'fills-gap', undefined],
      ['12:00', '13:00', 6, 0, undefined, undefined],
      ['13:00', '13:30', 0, 0, undefined, undefined],
      ...['14:00', '15:00', '16:00', '17:00', '18:00', '19:00', '20:00'].map((from) => [
        from,
        from === '20:00' ? '20:30' : `${Number(from.slice(0, 2)) + 1}:00`,
        null,
        null,
        'after-record',
        'after-record',
      ]),
    ],
  );
  assert.deepEqual(
    [hour(total.from), hour(total.to), total.netPnl, total.netDeposits],
    ['10:05', '13:30', null, 0],
  );
  for (const part of ['realizedPnl', 'fees', 'builderFees', 'funding', 'netPnl', 'totalReturnUsd'] as const)
    assert.deepEqual([points!.at(-1)![part], reasonOf(part, points!.at(-1)!)], [null, 'after-record'], part);
  const { total: day } = await ask(trader, 'interval=day&from=2026-03-15T00:00:00Z');
  assert.deepEqual([hour(day.from), hour(day.to)], ['10:05', '13:30']);
  const { total: first } = await ask(
    trader,
    'interval=hour&from=2026-03-15T00:00:00Z&to=2026-03-15T11:00:00Z',
  );
  assert.deepEqual([first.netPnl, first.netDeposits, first.unknown?.length], [6, 0, 1]);
});

test('windows outside of the record have no figure, and say on which side they are', async () => {
  const sides = { 'before-record': '&to=2026-03-15T09:00:00Z', 'after-record': '' };
  for (const [reason, to] of Object.entries(sides)) {
    const from = to === '' ? '16' : '08';
    const { total, points } = await ask(trader, `interval=hour&from=2026-03-15T${from}:00:00Z${to}`);
    for (const { realizedPnl, fees, funding, netPnl, netDeposits, unknown } of [total, ...points!]) {
      assert.deepEqual([realizedPnl, fees, funding, netPnl, netDeposits], [null, null, null, null, null]);
      assert.deepEqual([...new Set(unknown!.map((one) => one.reason))], [reason, 'no-state']);
    }
  }
});

test('a wallet that moved money and never traded answers', async () => {
  const { total } = await ask(depositor, 'interval=hour&from=2026-03-15T10:00:00Z&to=2026-03-15T11:00:00Z');
  assert.deepEqual([total.netDeposits, total.netPnl, total.realizedPnl], [1000, 0, 0]);
  const { body: row } = await harness.ask(traderEndpoint, { path: { address: depositor } });
  assert.deepEqual([row.totalTrades, row.totalPnl, row.firstTradeAt, row.netPnl], [0, 0, null, undefined]);
  await assert.rejects(harness.ask(traderEndpoint, { path: { address: walletOf(98) } }), /no indexed fills/);
});
