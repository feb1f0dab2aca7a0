import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hourMs } from '../../../src/kernel/clock.ts';
import { drift } from '../../../src/wire/drift.ts';
import { type InfoType, infoReader } from '../../../src/wire/info-request.ts';
import { freshDrift } from '../../../test/fresh-drift.ts';
import type { ExchangeRecord } from '../src/record/exchange-record.ts';
import { infoRoutes } from '../src/rest/info-routes.ts';
import { type ExchangeServer, serveExchange } from '../src/server.ts';
import { post, recordedDays, reporting, sdkClient, startMs } from './served-exchange.ts';

let record: ExchangeRecord;
let server: ExchangeServer;

before(async () => {
  record = recordedDays();
  server = await serveExchange({ record, weightPerMinute: 1e9 });
});
after(() => server.close());

/** An answer that its schema takes without a rejected element. */
async function requested(request: { type: InfoType } & Record<string, unknown>): Promise<unknown> {
  const { status, text } = await post(server.url, request);
  assert.equal(status, 200, text);
  const reading = infoReader(request.type)(JSON.parse(text));
  assert.ok(!('fault' in reading), `${request.type}: ${JSON.stringify(reading)}`);
  assert.deepEqual(reading.rejected, []);
  return JSON.parse(text);
}

test('every answer is of the form that the exchange documents', async () => {
  const { busiest, master, vault } = reporting(record);
  const { address: user } = busiest;
  const { exchange } = record;
  const settled = exchange.market('#1730')!;
  assert.equal(settled.open, false);
  const requests: ({ type: InfoType } & Record<string, unknown>)[] = [
    ...['', 'xyz', 'flx'].flatMap((dex) => [
      { type: 'meta' as const, dex },
      { type: 'metaAndAssetCtxs' as const, dex },
      { type: 'allMids' as const, dex },
      ...[user, master.address, vault.address].map((of) => ({
        type: 'clearinghouseState' as const,
        user: of,
        dex,
      })),
    ]),
    { type: 'allPerpMetas' },
    { type: 'perpDexs' },
    { type: 'spotMeta' },
    { type: 'spotMetaAndAssetCtxs' },
    ...['BTC', 'xyz:TSLA', '@107', 'PURR/USDC', '#1770'].flatMap((coin) => [
      { type: 'l2Book' as const, coin },
      { type: 'recentTrades' as const, coin },
      {
        type: 'candleSnapshot' as const,
        req: { coin, interval: '15m', startTime: 0, endTime: startMs + 99 * hourMs },
      },
    ]),
    { type: 'l2Book', coin: 'ETH', nSigFigs: 3 },
    { type: 'userFills', user },
    { type: 'userFillsByTime', user, startTime: startMs },
    { type: 'userRole', user },
    { type: 'userToMultiSigSigners', user },
    { type: 'subAccounts', user: master.address },
    { type: 'vaultDetails', vaultAddress: vault.address },
    { type: 'referral', user },
    { type: 'spotClearinghouseState', user },
    { type: 'userVaultEquities', user: exchange.wallets[exchange.wallets[vault.index]!.owner]!.address },
    { type: 'delegatorSummary', user },
    { type: 'userAbstraction', user },
    { type: 'borrowLendUserState', user },
    { type: 'outcomeMeta' },
    { type: 'outcomeTemplates' },
    { type: 'perpConciseAnnotations' },
    { type: 'settledOutcome', outcome: 173 },
    { type: 'fundingHistory', coin: 'ETH', startTime: 0 },
    { type: 'userFunding', user, startTime: 0 },
    { type: 'twapHistory', user: twapOwner(record) },
  ];
  freshDrift();
  for (const request of requests) {
    const answer = await requested(request);
    if (Array.isArray(answer)) assert.ok(answer.length > 0, JSON.stringify(request));
  }
  assert.deepEqual(drift.state().entries, [], 'it sends nothing that readers do not know');
  const tested = new Set<string>(requests.map(({ type }) => type));
  const others = ['userNonFundingLedgerUpdates', 'maxBuilderFee', 'extraAgents', 'exchangeStatus'];
  assert.deepEqual([...tested, ...others].sort(), Object.keys(infoRoutes).sort());
});

test('the public SDK works against it for every request type', async () => {
  const { info, transport } = sdkClient(server.url);
  const { busiest, master, subAccount, vault, builderUser, withAgent, positioned } = reporting(record);
  const user = busiest.address;
  const { exchange } = record;

  const [paidBuilder, users] = [...exchange.services.builders][0]!;
  const paid = [...users.values()].reduce((sum, { fees }) => sum + fees, 0);
  assert.ok(paid > 0);
  assert.equal(Math.round(Number((await info.referral({ user: paidBuilder })).builderRewards) * 1e8), paid);

  const [meta, contexts] = await info.metaAndAssetCtxs();
  assert.deepEqual(await info.meta(), meta);
  assert.equal(contexts.length, meta.universe.length);
  assert.equal(meta.universe.filter(({ isDelisted }) => isDelisted).length, 1);
  assert.deepEqual(
    (await info.perpDexs()).map((dex) => dex?.name),
    [undefined, 'xyz', 'flx'],
  );
  assert.deepEqual((await info.allPerpMetas())[1], await info.meta({ dex: 'xyz' }));
  const [spot, spotContexts] = await info.spotMetaAndAssetCtxs();
  assert.deepEqual(await info.spotMeta(), spot);
  assert.ok(spotContexts.some(({ coin }) => coin === '@107'));

  const mids = await info.allMids();
  for (const coin of ['BTC', '@107', exchange.openOutcomes()[0]!.yes.coin])
    assert.ok(Number(mids[coin]) > 0, coin);
  assert.deepEqual(Object.keys(await info.allMids({ dex: 'flx' })), ['flx:CRCL', 'flx:COIN', 'flx:OIL']);
  const book = await info.l2Book({ coin: 'BTC' });
  assert.ok(Number(book!.levels[0][0]!.px) < Number(book!.levels[1][0]!.px));
  assert.equal(await info.l2Book({ coin: 'NOPE' }), null);

  const candles = await info.candleSnapshot({ coin: 'BTC', interval: '1h', startTime: 0 });
  assert.ok(candles.every(({ t, T }) => T - t === hourMs - 1));
  const trades = await info.recentTrades({ coin: 'BTC' });
  assert.ok(trades.length === 100 && trades[0]!.time >= trades[99]!.time);
  const rates = await info.fundingHistory({ coin: 'BTC', startTime: 0 });
  assert.equal(rates.length, 29);

  const state = await info.clearinghouseState({ user: positioned.address, dex: 'xyz' });
  assert.ok(state.assetPositions.length > 0);
  const balances = await info.spotClearinghouseState({ user });
  assert.equal(balances.balances[0]!.coin, 'USDC');
  const leader = exchange.wallets[exchange.wallets[vault.index]!.owner]!.address;
  const equities = await info.userVaultEquities({ user: leader });
  assert.equal(Math.round(Number(equities[0]!.equity) * 1e6), exchange.vaultEquity(vault.index));
  assert.equal((await info.delegatorSummary({ user })).nPendingWithdrawals, 0);
  assert.equal(await info.userAbstraction({ user }), 'default');
  assert.equal((await info.userFills({ user })).length, 2_000);
  assert.equal((await info.userFillsByTime({ user, startTime: 0 })).length, 2_000);
  assert.ok((await info.userFunding({ user, startTime: 0 })).length > 0);
  const updates = await info.userNonFundingLedgerUpdates({ user, startTime: 0 });
  assert.equal(updates[0]!.delta.type, 'deposit');

  assert.deepEqual(await info.userRole({ user: vault.address }), { role: 'vault' });
  const owner = exchange.wallets[exchange.wallets[subAccount.index]!.owner]!.address;
  assert.deepEqual(await info.userRole({ user: subAccount.address }), {
    role: 'subAccount',
    data: { master: owner },
  });
  const [agent] = await info.extraAgents({ user: withAgent.address });
  assert.deepEqual(await info.userRole({ user: agent!.address }), {
    role: 'agent',
    data: { user: withAgent.address },
  });
  assert.equal((await info.clearinghouseState({ user: agent!.address })).assetPositions.length, 0);
  assert.deepEqual(await info.userRole({ user: `0x${'9'.repeat(40)}` }), { role: 'missing' });
  const subAccounts = await info.subAccounts({ user: master.address });
  assert.equal(subAccounts![0]!.master, master.address);
  const { builder, builderFee } = exchange.wallets[builderUser.index]!;
  assert.equal(await info.maxBuilderFee({ user: builderUser.address, builder }), builderFee);
  assert.equal(await info.maxBuilderFee({ user, builder: user }), 0);

  const { outcomes, questions } = await info.outcomeMeta();
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    exchange.openOutcomes().map(({ outcome }) => outcome),
  );
  assert.equal(questions.length, 2);
  const bucket = questions.find(({ name }) => name === 'Recurring')!;
  assert.deepEqual(
    [bucket.fallbackOutcome!, ...bucket.namedOutcomes].map((id) => {
      const { name, description } = outcomes.find(({ outcome }) => outcome === id)!;
      return `${name} ${description}`;
    }),
    ['Recurring Fallback other', ...[0, 1, 2].map((index) => `Recurring Named Outcome index:${index}`)],
    'as the exchange names the buckets of a price',
  );
  const contest = questions.find(({ name }) => name !== 'Recurring')!;
  assert.deepEqual([contest.namedOutcomes.length, contest.settledNamedOutcomes], [3, []]);
  // The SDK has no method for it.
  const settled = await transport.request<{ settleFraction: string }>('info', {
    type: 'settledOutcome',
    outcome: 173,
  });
  assert.equal(Number(settled.settleFraction), exchange.outcome(173)!.settleFraction);
  assert.equal(
    await transport.request('info', { type: 'settledOutcome', outcome: outcomes[0]!.outcome }),
    null,
  );
});

/** A wallet that has had a TWAP order. */
function twapOwner({ exchange, twaps }: ExchangeRecord): string {
  return exchange.wallets.find((_, index) => twaps.newest(index).length > 0)!.address;
}
