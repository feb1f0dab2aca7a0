import { type RngState, savedRng, seededRng } from '../../../src/kernel/rng.ts';
import { mulDiv } from './decimal.ts';
import type { LedgerUpdate, StakingEvent } from './events.ts';
import type { Venue } from './venue.ts';

/**
 * Money that wallets move without trading: out of the exchange, between their accounts, to each other, out of vaults and into
 * staking. Nothing moves that margin needs, so no wallet is liquidated by it.
 */
export interface Movements {
  /** Runs the movements due at the venue's time. */
  run(): void;
  /** HYPE in the wallet's staking account, 10^-8; all of it is with a validator. */
  staked(wallet: number): number;
  save(): MovementsState;
}

export interface MovementsState {
  rng: RngState;
  nextMs: number;
  /** HYPE in staking accounts, 10^-8, by wallet. */
  staked: Map<number, number>;
  nonce: number;
}

/** Fee of a withdrawal, 10^-6 USD. */
const withdrawalFee = 1_000_000;
/** Minimum amount of a movement, 10^-6 USD. */
const least = 5_000_000;
const stakedToken = 'HYPE';
const validators = Array.from({ length: 4 }, (_, index) => `0x${`5a${index}`.padEnd(40, '0')}`);
/** Hourly reward of a staked balance, 10^-9: about 2.3 % a year. */
const hourlyReward = 2_600;

type Plain<T> = T extends unknown ? Omit<T, 'timeMs'> : never;

/** @param pace.everyMs mean time between two tries: a wallet that has nothing to spare moves nothing */
export function createMovements(
  venue: Venue,
  { everyMs }: { everyMs: number },
  saved?: MovementsState,
): Movements {
  const { accounts, population, positions, markets, events } = venue;
  const { wallets } = population;
  const rng = saved === undefined ? seededRng(`${venue.seed}/movements`) : savedRng(saved.rng);
  const staked = saved?.staked ?? new Map<number, number>();
  let nextMs = saved?.nextMs ?? venue.timeMs;
  let nonce = saved?.nonce ?? 0;
  const token = markets.find(({ kind, base }) => kind === 'spot' && base === stakedToken);

  const book = (update: Plain<LedgerUpdate>) =>
    events.ledger?.({ timeMs: venue.timeMs, ...update } as LedgerUpdate);
  const stake = (event: Plain<StakingEvent>) =>
    events.staking?.({ timeMs: venue.timeMs, ...event } as StakingEvent);
  const nextNonce = () => venue.timeMs * 10 + (nonce++ % 10);

  /** Part of the free margin, 10^-6 USD: twice the margin of the positions stays. */
  function spare(wallet: number): number {
    const { value, initial } = accounts.cross(wallet, 0);
    const free = Math.min(accounts.cash(wallet, 0), value - 2 * initial);
    return part(Math.min(free, wallets[wallet]!.equityUsd * 1_000_000));
  }
  function part(amount: number): number {
    const moved = mulDiv(Math.max(0, Math.floor(amount)), 1 + rng.below(10), 40);
    return moved < least ? 0 : moved;
  }
  function otherThan(wallet: number): number {
    const other = population.pickActive(rng);
    return other === wallet ? (population.makers[0] ?? other) : other;
  }

  const acts: readonly ((wallet: number) => void)[] = [
    function withdraw(wallet) {
      const amount = spare(wallet);
      if (amount <= withdrawalFee) return;
      accounts.addCash(wallet, 0, -amount);
      book({
        wallet,
        type: 'withdraw',
        amount: amount - withdrawalFee,
        fee: withdrawalFee,
        nonce: nextNonce(),
      });
    },
    function toSpot(wallet) {
      const amount = spare(wallet);
      if (amount === 0) return;
      accounts.addCash(wallet, 0, -amount);
      accounts.addSpotCash(wallet, amount * 100);
      book({ wallet, type: 'accountClassTransfer', amount, toPerp: false });
    },
    function toPerp(wallet) {
      const amount = part(accounts.spotCash(wallet) / 100);
      if (amount === 0) return;
      accounts.addSpotCash(wallet, -amount * 100);
      accounts.addCash(wallet, 0, amount);
      book({ wallet, type: 'accountClassTransfer', amount, toPerp: true });
    },
    function transfer(wallet) {
      const [amount, destination] = [spare(wallet), otherThan(wallet)];
      if (amount === 0) return;
      accounts.addCash(wallet, 0, -amount);
      accounts.addCash(destination, 0, amount);
      book({ wallet: destination, type: 'internalTransfer', from: wallet, amount });
    },
    function spotTransfer(wallet) {
      const [amount, destination] = [part(accounts.spotCash(wallet) / 100), otherThan(wallet)];
      if (amount === 0) return;
      accounts.addSpotCash(wallet, -amount * 100);
      accounts.addSpotCash(destination, amount * 100);
      book({ wallet: destination, type: 'spotTransfer', from: wallet, amount, nonce: nextNonce() });
    },
    function vaultWithdraw(wallet) {
      const vault = wallets.findIndex(
        ({ owner, character }, at) => character === 'vault' && owner >= 0 && at > wallet,
      );
      const amount = vault < 0 ? 0 : spare(vault);
      if (amount === 0) return;
      const { owner } = wallets[vault]!;
      accounts.addCash(vault, 0, -amount);
      accounts.addCash(owner, 0, amount);
      book({ wallet: owner, type: 'vaultWithdraw', vault, amount });
    },
    stakeSome,
    unstakeSome,
  ];

  /** From the spot balance to the staking account, and on to a validator. */
  function stakeSome(): void {
    const wallet = population.makers[rng.below(population.makers.length)]!;
    const slot = token === undefined ? -1 : positions.find(wallet, token.index);
    const amount = slot < 0 ? 0 : Math.floor(positions.szi[slot]! / 200);
    if (amount <= 0) return;
    positions.reduce(slot, amount);
    staked.set(wallet, (staked.get(wallet) ?? 0) + amount);
    book({ wallet, type: 'cStakingTransfer', amount, isDeposit: true });
    stake({ wallet, type: 'deposit', amount });
    stake({ wallet, type: 'delegation', amount, validator: validatorOf(wallet), isUndelegate: false });
  }
  function unstakeSome(): void {
    const [wallet, held] = [...staked][rng.below(Math.max(1, staked.size))] ?? [0, 0];
    const amount = Math.floor(held / 10);
    if (token === undefined || amount <= 0) return;
    staked.set(wallet, held - amount);
    stake({ wallet, type: 'delegation', amount, validator: validatorOf(wallet), isUndelegate: true });
    stake({ wallet, type: 'withdrawal', amount, isFinalized: true });
    book({ wallet, type: 'cStakingTransfer', amount, isDeposit: false });
    const cost = mulDiv(amount, venue.prices.mark[token.index]!, 10 ** (8 - token.szDecimals));
    positions.increase(positions.ensure(wallet, token.index), amount, Math.max(0, cost));
  }
  const validatorOf = (wallet: number) => validators[wallet % validators.length]!;

  /** Pays validators the hourly reward for their delegated stake. */
  function reward(): void {
    const rewards = new Map<string, number>();
    for (const [wallet, amount] of staked) {
      const validator = validatorOf(wallet);
      rewards.set(validator, (rewards.get(validator) ?? 0) + mulDiv(amount, hourlyReward, 1e9));
    }
    if (rewards.size > 0) stake({ type: 'rewards', rewards: [...rewards] });
  }

  let rewardedHour = Math.floor(venue.timeMs / 3_600_000);
  return {
    run() {
      const hour = Math.floor(venue.timeMs / 3_600_000);
      if (hour !== rewardedHour) reward();
      rewardedHour = hour;
      while (nextMs <= venue.timeMs) {
        nextMs += 1 + rng.below(2 * everyMs);
        const wallet = population.pickActive(rng);
        acts[rng.below(acts.length)]!(wallet);
      }
    },
    staked: (wallet) => staked.get(wallet) ?? 0,
    save: () => ({ rng: rng.save(), nextMs, staked, nonce }),
  };
}
