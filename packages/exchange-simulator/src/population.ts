import { type SeededRng, seededRng } from '../../../src/kernel/rng.ts';
import { addressOf } from './hex.ts';
import { dexes } from './market.ts';

/** Trading behaviour of a wallet. `system` wallets are the exchange's own. */
export type Character =
  | 'system'
  | 'maker'
  | 'trend'
  | 'holder'
  | 'scalper'
  | 'whale'
  | 'gambler'
  | 'retail'
  | 'subAccount'
  | 'vault';

export interface Wallet {
  address: string;
  character: Character;
  /** Initial deposit in USD, repeated after a total loss. */
  equityUsd: number;
  leverage: number;
  /** Trades on isolated margin. */
  isolated: boolean;
  /** Row of `feeTiers`. */
  feeTier: number;
  /** Its orders carry client ids. */
  cloid: boolean;
  /** Address of the builder whose app it uses; '' for none. */
  builder: string;
  /** Tenths of a basis point. */
  builderFee: number;
  /** A sub-account's master or a vault's leader; −1 elsewhere. */
  owner: number;
}

export interface Population {
  wallets: readonly Wallet[];
  /** Index of the wallet that quotes; the exchange's own market makers are among them. */
  makers: readonly number[];
  /** Index of a wallet that acts next: a few act very often, most seldom. */
  pickActive(rng: SeededRng): number;
  /** Takes over positions on a dex. */
  liquidatorOf(dex: number): number;
  /** Wallet that sells the dust collected by conversions. */
  dustSeller: number;
  indexOf(address: string): number | undefined;
}

const builders = [
  { address: '0x4950994884602d1b6c6d96e4fe30f58205c39395', fee: 0 },
  { address: '0xb84168cf3be63c6b8dad05ff5d755e97432ff80b', fee: 20 },
  { address: '0x1924b8561eef20e70ede628a296175d358be80e5', fee: 5 },
  { address: '0x2868fc0d9786a740b491577a43502259efa78a39', fee: 100 },
];

/**
 * The children of the protocol's vault (docs/exchange.md#addresses-of-the-exchange): liquidator and
 * makers; fees of 0.
 */
const hlpLiquidator = '0x2e3d94f0562703b25c83308a05046ddaf9a8dd14';
const hlpMakers = [
  '0x010461c14e146ac35fe42271bdc1134ee31c703a',
  '0x31ca8395cf837de08b24da3f660e77761dfb974b',
];
/** Vaults of the exchange itself. */
export const exchangeVaults: readonly string[] = [hlpLiquidator, ...hlpMakers];
const dustAddress = `0x${'e'.repeat(40)}`;
/** Rows of `feeTiers` in fees.ts. */
const systemFeeTier = 0;
const makerFeeTiers = [1, 2];
const traderFeeTiers = [3, 3, 3, 4, 4, 5, 6, 7];
/** Cumulative shares of the characters among traders. */
const shares: readonly [number, Character][] = [
  [0.2, 'trend'],
  [0.36, 'holder'],
  [0.48, 'scalper'],
  [0.5, 'whale'],
  [0.64, 'gambler'],
  [0.94, 'retail'],
  [0.98, 'subAccount'],
  [1, 'vault'],
];

/**
 * Makes the wallets of one simulation.
 *
 * @param count wallets in addition to the exchange's own, 20 to 2,000,000
 * @throws RangeError if `count` is out of bounds
 */
export function createPopulation(seed: string, count: number): Population {
  if (!Number.isInteger(count) || count < 20 || count > 2_000_000) {
    throw new RangeError(`wallets is ${count}, should be an integer from 20 to 2000000`);
  }
  const rng = seededRng(`${seed}/population`);
  const wallets: Wallet[] = [hlpLiquidator, ...systemAddresses()].map((address) => systemWallet(address));
  const liquidators = [0, ...dexes.slice(1).map((_, order) => order + 2)];
  const firstMaker = wallets.length;
  for (const address of hlpMakers) wallets.push({ ...maker(rng, 0), address, feeTier: systemFeeTier });
  const makerCount = Math.max(4, Math.min(24, Math.floor(count / 50)));
  while (wallets.length < firstMaker + hlpMakers.length + makerCount) {
    wallets.push({ ...maker(rng, wallets.length), address: addressOf(seed, wallets.length) });
  }
  const firstTrader = wallets.length;
  const traderCount = count - makerCount;
  for (let i = 0; i < traderCount; i++) {
    wallets.push(trader(rng, addressOf(seed, wallets.length), { firstTrader, index: wallets.length }));
  }
  const indexes = new Map(wallets.map(({ address }, index) => [address, index]));
  return {
    wallets,
    makers: Array.from({ length: firstTrader - firstMaker }, (_, i) => firstMaker + i),
    pickActive(source) {
      const share = source.unit();
      return firstTrader + Math.floor(traderCount * share * share * share);
    },
    liquidatorOf: (dex) => liquidators[dex]!,
    dustSeller: 1,
    indexOf: (address) => indexes.get(address.toLowerCase()),
  };
}

/**
 * The dust seller, then one liquidator for each builder's dex
 * (docs/exchange.md#addresses-of-the-exchange).
 */
function systemAddresses(): string[] {
  return [dustAddress, ...dexes.slice(1).map((_, order) => `0x4${String(order + 1).padStart(39, '0')}`)];
}

function systemWallet(address: string): Wallet {
  return { ...plain, address, character: 'system', equityUsd: 50e6, leverage: 1, feeTier: systemFeeTier };
}

const plain = { isolated: false, cloid: false, builder: '', builderFee: 0, owner: -1 };

function maker(rng: SeededRng, order: number): Omit<Wallet, 'address'> {
  return {
    ...plain,
    character: 'maker',
    equityUsd: 20e6 + rng.below(20) * 1e6,
    leverage: 5,
    feeTier: makerFeeTiers[order % makerFeeTiers.length]!,
    cloid: order % 3 > 0,
  };
}

function trader(rng: SeededRng, address: string, at: { firstTrader: number; index: number }): Wallet {
  const share = rng.unit();
  const [, drawn] = shares.find(([below]) => share < below)!;
  const needsOwner = drawn === 'subAccount' || drawn === 'vault';
  const character = needsOwner && at.index === at.firstTrader ? 'trend' : drawn;
  const builder = character === 'retail' ? builders[rng.below(builders.length)]! : undefined;
  // Pareto with exponent 1: most bring some hundred dollars, a few millions.
  const large = character === 'whale' || character === 'vault';
  const wealth = Math.min(2e6, 150 / (rng.unit() + 1e-4));
  return {
    address,
    character,
    equityUsd: Math.round(large ? Math.min(10e6, 1_500_000 + 4_000 * wealth) : wealth),
    leverage: leverageOf(character, rng),
    isolated: character === 'gambler' && rng.unit() < 0.5,
    feeTier: traderFeeTiers[rng.below(traderFeeTiers.length)]!,
    cloid: rng.unit() < (character === 'scalper' ? 0.7 : 0.12),
    builder: builder?.address ?? '',
    builderFee: builder?.fee ?? 0,
    owner: needsOwner && character !== 'trend' ? at.firstTrader + rng.below(at.index - at.firstTrader) : -1,
  };
}

function leverageOf(character: Character, rng: SeededRng): number {
  if (character === 'gambler') return 15 + rng.below(26);
  if (character === 'holder') return 1 + rng.below(3);
  return 2 + rng.below(9);
}
