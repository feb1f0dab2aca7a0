import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { walletOf } from '../../../test/source-fills.ts';
import { createCoverageLedger } from '../../coverage/ledger.ts';
import { dayMs, fixedClock } from '../../kernel/clock.ts';
import { traderPnl } from '../pulse/trader-pnl.ts';
import { traderSkill } from '../pulse/trader-skill.ts';

const at = (day: string) => Date.parse(`2026-${day}Z`);
const nowMs = at('05-20T12:00:00');
/** One wallet's answer is imported over March; another wallet is found live on May 10, and its past is read back to April. */
const [alone, tracked] = [1, 2].map(walletOf) as [string, string];
const found = `fromUnixTimestamp64Milli(${at('05-10T06:00:00')}, 'UTC')`;
const readTo = `fromUnixTimestamp64Milli(${nowMs}, 'UTC')`;

/** A spot fill, which needs no funding; its net is $4. */
const fill = (wallet: string, time: number) => ({
  wallet,
  coin: '@107',
  time,
  px: '30',
  sz: '1',
  closedPnl: '5',
  fee: '1',
});
const days = (from: string, count: number) =>
  Array.from({ length: count }, (_, day) => at(`${from}T06:00:00`) + day * dayMs);

let harness: EndpointHarness;
before(async () => {
  const past = [...days('04-01', 20), ...days('05-10', 5)];
  const answer = days('03-05', 21);
  harness = await openEndpointHarness({
    given: {
      fills: [...answer.map((time) => fill(alone, time)), ...past.map((time) => fill(tracked, time))],
    },
    nowMs,
    async imports(store) {
      const ledger = createCoverageLedger({ analytics: store, clock: fixedClock(nowMs) });
      await ledger.cover({ feed: 'fills', wallet: alone, fromMs: answer[0]!, toMs: answer.at(-1)! });
      await ledger.close();
      await store.command(`
        INSERT INTO tracked_wallets (wallet, time, discovered, fills_to)
        VALUES (unhex('${tracked.slice(2)}'), ${found}, ${found}, ${readTo})`);
    },
  });
});
after(() => harness.close());

/** Net PnL of a span and why it is unknown. */
async function netOf(wallet: string, from: string, to: string) {
  const query = `interval=day&from=2026-${from}T00:00:00Z&to=2026-${to}T00:00:00Z`;
  const { total } = (await harness.ask(traderPnl, { path: { address: wallet }, query, tier: 'pro' })).body;
  return [total.netPnl, total.unknown?.find(({ part }) => part === 'netPnl')?.reason];
}

test('the past of a wallet that is read by itself is known for it, and makes no day known for others', async () => {
  assert.deepEqual(await netOf(tracked, '04-02', '04-20'), [72, undefined]);
  assert.deepEqual(await netOf(alone, '03-06', '03-25'), [76, undefined]);
  assert.deepEqual(await netOf(alone, '04-02', '04-20'), [null, 'fills-gap']);
});

test('since the first wallet was found in the trades, every wallet that trades would have been', async () => {
  assert.deepEqual(await netOf(alone, '05-11', '05-14'), [0, undefined]);
});

test('skill has the days that are known of a wallet', async () => {
  const daysOf = async (wallet: string) => {
    const { body } = await harness.ask(traderSkill, { path: { address: wallet }, tier: 'pro' });
    return [body.from, body.netPerDay.days];
  };
  // From its first fill to the day before its last one, and the live record's days but for its last one.
  assert.deepEqual(await daysOf(alone), ['2026-03-05T06:00:00.000Z', 20 + 4]);
});
