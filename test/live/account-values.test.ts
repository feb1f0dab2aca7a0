/** Account values from a connector's stored data, compared with the simulated exchange's own books. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { dexes, type Market } from '../../packages/exchange-simulator/src/market.ts';
import type { ExchangeQueries } from '../../packages/exchange-simulator/src/queries.ts';
import { type AccountValue, accountValue, valueDecimals } from '../../src/domain/account-value.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { hourMs } from '../../src/kernel/clock.ts';
import { scaledText } from '../../src/kernel/scaled.ts';
import { accountMarkets } from '../../src/market/account-prices.ts';
import { createMarketMemory } from '../../src/market/market-memory.ts';
import { readAccountParts } from '../../src/positions/account-parts.ts';
import { chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';
import { until } from '../until.ts';
import { trackedAddresses } from './ledger-check.ts';
import { openLiveWorld, startTestConnector, testPace } from './live-world.ts';

let harness: StoreHarness;
before(async () => {
  harness = await chdbHarness();
});
after(() => harness.stop());

const scaled = (units: number, decimals: number) => BigInt(units) * 10n ** BigInt(valueDecimals - decimals);

/** Of the exchange's integers, in the units of an {@link AccountValue}: every dex's collateral counts as 1 here. */
function truthOf(exchange: ExchangeQueries, wallet: number) {
  const worth = (market: Market, size: number, decimals: number) => {
    const { markPx } = exchange.context(market);
    return BigInt(size) * BigInt(markPx) * 10n ** BigInt(valueDecimals - decimals - market.pxDecimals);
  };
  const sum = (values: readonly bigint[]) => values.reduce((all, value) => all + value, 0n);
  const owned = exchange.owned(wallet).filter(({ relation }) => relation === 'vault');
  const equity = sum(
    dexes.map((_, dex) => scaled(exchange.account(wallet, dex).marginSummary.accountValue, 6)),
  );
  const isPooled = exchange.isPooled(wallet);
  return {
    perps: isPooled ? 0n : equity,
    spot:
      (isPooled ? equity : 0n) +
      scaled(exchange.spotCash(wallet), 8) +
      sum(exchange.balances(wallet).map(({ market, size, decimals }) => worth(market, size, decimals))),
    vaults: sum(owned.map(({ wallet: vault }) => scaled(exchange.vaultEquity(vault), 6))),
    staked: worth(exchange.market('@107')!, exchange.staked(wallet), 8),
  };
}

/** Difference from the books; undefined if there is none. */
function differenceOf(value: AccountValue, truth: ReturnType<typeof truthOf>): string | undefined {
  const perps = value.perps.reduce((sum, { known }) => sum + known, 0n);
  const total = truth.perps + truth.spot + truth.vaults + truth.staked;
  const pairs = {
    perps: [perps, truth.perps],
    spot: [value.spot.value, truth.spot],
    vaults: [value.vaults.value, truth.vaults],
    staked: [value.staked.value, truth.staked],
    total: [value.total, total],
  } as const;
  const shown = (amount: bigint | null) =>
    amount === null ? 'unknown' : scaledText(amount, valueDecimals, 12);
  for (const [part, [is, should]] of Object.entries(pairs))
    if (is !== should) return `${part} is ${shown(is)}, in the books ${shown(should)}`;
  return undefined;
}

test('every kind of wallet is worth what it has in the books of the exchange, to the last digit', async () => {
  const world = await openLiveWorld({
    seed: 'worth-4',
    wallets: 40,
    coins: 3,
    fillsPerSecond: 0.2,
    historyMs: 6 * hourMs,
    movements: { everyMs: 12_000 },
  });
  const { record, clock } = world;
  const { exchange } = record;
  const analytics = await harness.open('worth');
  const memory = createMarketMemory({ clock });
  const connector = await startTestConnector(world, {
    analytics,
    batches: createBatchStore(analytics),
    journalDir: join(harness.dir, 'worth-journal'),
    memory,
    pace: { ...testPace, rolesMs: 500, holdingsMs: 500 },
  });
  try {
    const differences = async () => {
      const markets = accountMarkets(memory);
      const found: string[] = [];
      for (const address of await trackedAddresses(analytics)) {
        const [parts] = await readAccountParts(analytics, [address], new AbortController().signal);
        const dexes = (parts?.dexes ?? []).map((part) => ({
          ...part,
          collateral: markets.collateralOf(part.dex),
          open: 0,
        }));
        const value = parts && accountValue({ ...parts, dexes }, markets);
        const truth = truthOf(exchange, exchange.walletIndex(address)!);
        const difference = value === undefined ? 'nothing is read' : differenceOf(value, truth);
        if (difference !== undefined) found.push(`${address}: ${difference}`);
      }
      return found;
    };
    const isRead = async () =>
      (await trackedAddresses(analytics)).length > 20 && (await differences()).length === 0;
    await until('every account is read', isRead, { everyMs: 500, deadlineMs: 120_000 }).catch(
      async (error) => {
        assert.deepEqual(await differences(), [], String(error));
      },
    );
    const wallets = (await trackedAddresses(analytics)).map((address) => exchange.walletIndex(address)!);
    const kinds = {
      ordinary: (wallet: number) => /trend|holder|scalper|retail/.test(exchange.wallets[wallet]!.character),
      vault: (wallet: number) => exchange.wallets[wallet]!.character === 'vault',
      leader: (wallet: number) => truthOf(exchange, wallet).vaults > 0n,
      subAccount: (wallet: number) => exchange.wallets[wallet]!.character === 'subAccount',
      maker: (wallet: number) => exchange.wallets[wallet]!.character === 'maker',
      spot: (wallet: number) => exchange.balances(wallet).some(({ market }) => market.kind === 'spot'),
      outcome: (wallet: number) => exchange.balances(wallet).some(({ market }) => market.kind === 'outcome'),
      staker: (wallet: number) => exchange.staked(wallet) > 0,
      pooled: (wallet: number) =>
        exchange.isPooled(wallet) && exchange.account(wallet, 0).positions.length > 0,
      'other dex': (wallet: number) => exchange.account(wallet, 2).marginSummary.accountValue !== 0,
    };
    for (const [kind, is] of Object.entries(kinds)) assert.ok(wallets.some(is), `no ${kind} among them`);
  } finally {
    await connector.close();
    await analytics.close();
    await world.close();
  }
});
