import { Type } from 'typebox';
import { address, dexName, optional } from '../../../../src/wire/scalar.ts';
import type {
  WireSubAccounts,
  WireUserRole,
  WireVaultDetails,
} from '../../../../src/wire/wallet-identity.ts';
import { decimalText } from '../decimal.ts';
import { dexIndex } from '../market.ts';
import {
  emptyAccount,
  wireAccount,
  wireBalances,
  wireStaking,
  wireVaultEquities,
} from '../payloads/account.ts';
import { exchangeVaults } from '../population.ts';
import type { ExchangeRecord } from '../record/exchange-record.ts';
import { type InfoRoute, route } from './info-route.ts';

const ofUser = Type.Object({ user: address });

/** Identity and holdings of a wallet; an address without an account has nothing. */
export const walletRoutes = {
  clearinghouseState: route({
    weight: 2,
    params: Type.Object({ user: address, dex: optional(dexName) }),
    answer({ exchange }, { user, dex }) {
      const index = dexIndex(dex);
      if (index === undefined) return undefined;
      const wallet = exchange.walletIndex(user);
      return wallet === undefined
        ? emptyAccount(exchange.timeMs)
        : wireAccount(exchange.account(wallet, index), exchange.isPooled(wallet));
    },
  }),
  spotClearinghouseState: route({
    weight: 2,
    params: ofUser,
    answer({ exchange }, { user }) {
      const wallet = exchange.walletIndex(user);
      return wallet === undefined ? { balances: [] } : wireBalances(exchange, wallet);
    },
  }),
  userVaultEquities: route({
    weight: 20,
    params: ofUser,
    answer({ exchange }, { user }) {
      const wallet = exchange.walletIndex(user);
      return wallet === undefined ? [] : wireVaultEquities(exchange, wallet);
    },
  }),
  delegatorSummary: route({
    weight: 20,
    params: ofUser,
    answer({ exchange }, { user }) {
      const wallet = exchange.walletIndex(user);
      return wireStaking(wallet === undefined ? 0 : exchange.staked(wallet));
    },
  }),
  /** No wallet of the simulation lends. */
  borrowLendUserState: route({
    weight: 20,
    params: ofUser,
    answer: () => ({ tokenToState: [], health: 'healthy', healthFactor: null }),
  }),
  userAbstraction: route({
    weight: 20,
    params: ofUser,
    answer({ exchange }, { user }) {
      const wallet = exchange.walletIndex(user);
      return wallet !== undefined && exchange.isPooled(wallet) ? 'unifiedAccount' : 'default';
    },
  }),
  userRole: route({ weight: 60, params: ofUser, answer: (record, { user }) => roleOf(record, user) }),
  userToMultiSigSigners: route({
    weight: 20,
    params: ofUser,
    answer({ exchange, agents }, { user }) {
      const wallet = exchange.walletIndex(user);
      const authorizedUsers = wallet === undefined ? undefined : agents.signersOf(wallet);
      return authorizedUsers === undefined ? null : { authorizedUsers, threshold: 2 };
    },
  }),
  subAccounts: route({
    weight: 20,
    params: ofUser,
    answer: (record, { user }) => subAccountsOf(record, user),
  }),
  vaultDetails: route({
    weight: 20,
    params: Type.Object({ vaultAddress: address }),
    answer: (record, { vaultAddress }) => vaultDetailsOf(record, vaultAddress),
  }),
  referral: route({
    weight: 20,
    params: ofUser,
    answer: (record, { user }) => referralOf(record, user),
  }),
  extraAgents: route({
    weight: 20,
    params: ofUser,
    answer({ exchange, agents }, { user }) {
      const wallet = exchange.walletIndex(user);
      const agent = wallet === undefined ? undefined : agents.agentOf(wallet);
      return agent === undefined ? [] : [{ address: agent, name: 'trading', validUntil: farMs }];
    },
  }),
  maxBuilderFee: route({
    weight: 20,
    params: Type.Object({ user: address, builder: address }),
    answer({ exchange }, { user, builder }) {
      const wallet = exchange.walletIndex(user);
      const approved = wallet === undefined ? undefined : exchange.wallets[wallet];
      return approved?.builder === builder ? approved.builderFee : 0;
    },
  }),
} satisfies Record<string, InfoRoute>;

/** Agents of the simulation stay. */
const farMs = Date.UTC(2099, 0, 1);

function roleOf({ exchange, agents }: ExchangeRecord, user: string): WireUserRole {
  const { wallets } = exchange;
  const wallet = exchange.walletIndex(user);
  if (wallet === undefined) {
    const owner = agents.ownerOf(user);
    return owner === undefined
      ? { role: 'missing' }
      : { role: 'agent', data: { user: wallets[owner]!.address } };
  }
  const { character, owner } = wallets[wallet]!;
  if (character === 'subAccount') return { role: 'subAccount', data: { master: wallets[owner]!.address } };
  return { role: character === 'vault' || exchangeVaults.includes(user) ? 'vault' : 'user' };
}

/** Builder earnings over all wallets; referrals are not simulated. */
function referralOf({ exchange }: ExchangeRecord, user: string) {
  const paid = [...(exchange.services.builders.get(user)?.values() ?? [])];
  const fees = paid.reduce((sum, { fees }) => sum + fees, 0);
  return {
    referredBy: null,
    cumVlm: '0.0',
    unclaimedRewards: '0.0',
    claimedRewards: '0.0',
    builderRewards: decimalText(fees, 8),
    tokenToState: [],
    referrerState: { stage: 'needToCreateCode', data: { required: '10000.0' } },
  };
}

/** Owner of a vault: a leader, or the exchange itself. */
function vaultDetailsOf({ exchange }: ExchangeRecord, vaultAddress: string): WireVaultDetails {
  const { wallets } = exchange;
  const vault = exchange.walletIndex(vaultAddress);
  if (vault === undefined) return null;
  const { character, owner } = wallets[vault]!;
  if (exchangeVaults.includes(vaultAddress))
    return { name: 'Protocol', vaultAddress, leader: exchangeVaults[0]! };
  if (character !== 'vault') return null;
  const { name } = exchange.owned(owner).find(({ wallet }) => wallet === vault)!;
  return { name, vaultAddress, leader: wallets[owner]!.address };
}

function subAccountsOf({ exchange }: ExchangeRecord, user: string): WireSubAccounts {
  const { wallets } = exchange;
  const master = exchange.walletIndex(user);
  if (master === undefined) return null;
  const owned = exchange.owned(master).filter(({ relation }) => relation === 'subAccount');
  if (owned.length === 0) return null;
  return owned.map(({ wallet, name }) => ({
    name,
    subAccountUser: wallets[wallet]!.address,
    master: user,
    clearinghouseState: wireAccount(exchange.account(wallet, 0), exchange.isPooled(wallet)),
    spotState: wireBalances(exchange, wallet),
  }));
}
