import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { seededNumbers, walletOf } from '../../../test/source-fills.ts';
import type { Problem } from '../../kernel/problem.ts';
import { entity } from './entity.ts';
import { entityLeaderboard } from './leaderboard.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
/** A sub-account by its role alone. */
const withoutMaster = walletOf(0x77);
const agentWallet = walletOf(0x400);
/** Multi-sig account of the first master. */
const signedWallet = walletOf(0x401);
const below = seededNumbers(8);
const masters = Array.from({ length: 30 }, (_, i) => walletOf(0x100 + i));
const subAccounts = Array.from({ length: 25 }, (_, i) => ({
  master: masters[below(20)]!,
  wallet: walletOf(0x200 + i),
  name: `sub ${i}`,
}));
const vaults = Array.from({ length: 8 }, (_, i) => ({
  vault: walletOf(0x300 + i),
  // The last ones are led by sub-accounts: they belong to the masters of these.
  leader: i < 6 ? masters[below(30)]! : subAccounts[i]!.wallet,
  name: `vault ${i}`,
}));
const fund = `0x${'fe'.repeat(20)}`;
const token = `0x2${'0'.repeat(38)}5`;
const holders = [
  ...masters.slice(3),
  ...subAccounts.map(({ wallet }) => wallet),
  ...vaults.map(({ vault }) => vault),
];
const positions = [
  ...holders.flatMap((wallet) =>
    ['BTC', 'ETH', 'xyz:GOLD'].slice(0, 1 + below(3)).map((coin) => ({
      wallet,
      coin,
      szi: `${below(2) === 0 ? '-' : ''}${1 + below(40)}`,
      entryPx: String(1 + below(500)),
    })),
  ),
  ...[fund, token].map((wallet) => ({ wallet, coin: 'BTC', szi: '90000', entryPx: '100000' })),
];

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { positions, subAccounts, vaults }, nowMs });
  await harness.store.command(
    `INSERT INTO wallet_roles (wallet, time, role) VALUES (unhex('${withoutMaster.slice(2)}'), now64(3, 'UTC'), 'subAccount')`,
  );
  const [agent, signed, master] = [agentWallet, signedWallet, masters[0]!].map(
    (wallet) => `unhex('${wallet.slice(2)}')`,
  );
  await harness.store.command(
    `INSERT INTO wallet_roles (wallet, time, role, master) VALUES
      (${agent}, now64(3, 'UTC'), 'agent', ${master}), (${signed}, now64(3, 'UTC'), 'multiSig', ${master})`,
  );
});
after(() => harness.close());

function ownerOf(wallet: string): string {
  if (wallet === agentWallet || wallet === signedWallet) return masters[0]!;
  const owner =
    subAccounts.find((one) => one.wallet === wallet)?.master ??
    vaults.find(({ vault }) => vault === wallet)?.leader;
  return owner === undefined ? wallet : ownerOf(owner);
}

function relationOf(address: string, master: string, name: string | undefined): string {
  if (address === master) return 'master';
  if (address === agentWallet) return 'agent';
  if (address === signedWallet) return 'multisig';
  return name!.startsWith('sub') ? 'subaccount' : 'linked';
}

const everyWallet = [
  ...masters,
  ...subAccounts.map(({ wallet }) => wallet),
  ...vaults.map(({ vault }) => vault),
  agentWallet,
  signedWallet,
];
const grossOf = (wallets: readonly string[]) =>
  positions
    .filter(({ wallet }) => wallets.includes(wallet))
    .reduce((sum, { szi, entryPx }) => sum + Math.abs(Number(szi)) * Number(entryPx), 0);
const openOf = (wallets: readonly string[]) =>
  positions.filter(({ wallet }) => wallets.includes(wallet)).length;

test('the address of any member gives the same entity, with all members and their positions', async () => {
  for (const wallet of everyWallet) {
    const { body } = await harness.ask(entity, { path: { address: wallet }, tier: 'pro' });
    const master = ownerOf(wallet);
    const others = everyWallet.filter((one) => ownerOf(one) === master && one !== master).sort();
    const members = [master, ...others].map((address) => {
      const name =
        subAccounts.find((one) => one.wallet === address)?.name ??
        vaults.find(({ vault }) => vault === address)?.name;
      return {
        address,
        relation: relationOf(address, master, name),
        ...(name !== undefined && { name }),
        openPositions: openOf([address]),
        grossEntryNotional: grossOf([address]),
      };
    });
    const all = [master, ...others];
    const top = positions
      .filter((position) => all.includes(position.wallet))
      .map(({ wallet: address, coin, szi, entryPx }) => ({
        address,
        coin,
        direction: Number(szi) > 0 ? 'long' : 'short',
        size: Number(szi),
        entryVwap: Number(entryPx),
        openedAt: new Date(nowMs).toISOString(),
      }))
      .sort(
        (a, b) =>
          Math.abs(b.size) * b.entryVwap - Math.abs(a.size) * a.entryVwap ||
          (a.address + a.coin < b.address + b.coin ? -1 : 1),
      );
    assert.deepEqual(body, {
      entity: master,
      isMultiWallet: others.length > 0,
      members,
      combinedWallets: all.length,
      combinedOpenPositions: openOf(all),
      combinedGrossEntryNotional: grossOf(all),
      topOpenPositions: top.slice(0, 20),
    });
  }
});

test('an unknown wallet is an entity of its own', async () => {
  const { body } = await harness.ask(entity, { path: { address: walletOf(0xdead) }, tier: 'pro' });
  assert.deepEqual(
    [
      body.entity,
      body.isMultiWallet,
      body.combinedWallets,
      body.combinedOpenPositions,
      body.topOpenPositions,
    ],
    [walletOf(0xdead), false, 1, 0, []],
  );
  const wrong = harness.ask(entity, { path: { address: '0x1' }, tier: 'pro' });
  await assert.rejects(wrong, (problem: Problem) => problem.fields.status === 400);
});

test('entities rank by what all their wallets hold; addresses of the exchange are none', async () => {
  const groups = [...Map.groupBy(everyWallet, ownerOf)]
    .map(([master, wallets]) => ({
      entity: master,
      wallets: wallets.length,
      openPositions: openOf(wallets),
      grossEntryNotional: grossOf(wallets),
    }))
    .filter(({ openPositions }) => openPositions > 0)
    .sort((a, b) => b.grossEntryNotional - a.grossEntryNotional || (a.entity < b.entity ? -1 : 1));
  const { body } = await harness.ask(entityLeaderboard, { query: 'limit=100', tier: 'pro' });
  assert.deepEqual(body.entities, groups);
  const page = await harness.ask(entityLeaderboard, { query: 'limit=3&offset=2', tier: 'pro' });
  assert.deepEqual(page.body.entities, groups.slice(2, 5));
  for (const query of ['limit=101', 'offset=200', 'limit=0']) {
    const refused = harness.ask(entityLeaderboard, { query, tier: 'pro' });
    await assert.rejects(refused, (problem: Problem) => problem.fields.status === 422);
  }
});

test('the examples of the reference are bodies', () => {
  checkBody(entity, entity.example);
  checkBody(entityLeaderboard, entityLeaderboard.example);
});

test('a sub-account whose master is not known is an entity of its own', async () => {
  const { body } = await harness.ask(entity, { path: { address: withoutMaster }, tier: 'pro' });
  assert.deepEqual([body.entity, body.isMultiWallet], [withoutMaster, false]);
});
