import { pageOf } from '../../analytics/total-order.ts';
import { isSystemAddress } from '../../domain/system-address.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import type { Ownerships } from '../../views/owners/ownerships.ts';
import { double, int32, list, text } from '../bodies/fields.ts';
import { censusStamp } from '../bodies/verification-stamps.ts';
import { endpoint } from '../endpoint.ts';
import { page } from '../params/pages.ts';
import { bodySchema, optional } from '../schema.ts';
import type { Sources } from '../sources.ts';
import { readCensus } from './census.ts';

const entitiesLimit = 200;
/** Spare candidates: system addresses among the largest are removed. */
const spareEntities = 100;
const largestLooked = entitiesLimit + spareEntities;

const leaderboardRow = bodySchema('EntityLeaderboardRow', {
  entity: text('Address of the master.'),
  wallets: int32('Its wallets: the master, sub-accounts and vaults that they lead.'),
  openPositions: int32('Open perp positions of all of them.'),
  grossEntryNotional: double(
    'Sum of |size| × entry price, USD; a position whose entry is not known counts 0.',
  ),
});

const leaderboardBody = bodySchema('EntityLeaderboardBody', {
  entities: list(leaderboardRow),
  verified: optional(censusStamp),
});

export const entityLeaderboard = endpoint({
  id: 'entities.leaderboard',
  path: '/api/public/v1/entities/leaderboard',
  summary: 'Owners by their open positions',
  description:
    'Entities with an open position by grossEntryNotional of all their wallets, largest first; ties by address. Addresses of the ' +
    'exchange itself are left out; the first 200 alone are ranked.',
  tags: ['Entities'],
  tier: 'pro',
  params: page(25, { maxRows: 100, maxOffset: entitiesLimit - 1 }),
  response: leaderboardBody,
  errors: [503],
  example: {
    entities: [
      {
        entity: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
        wallets: 4,
        openPositions: 12,
        grossEntryNotional: 41203000.5,
      },
    ],
    verified: { verified_at_block: 923950857, chain_time: '2026-03-14T23:59:59.991Z', positions: 48120 },
  },
  async run({ params, sources, signal }) {
    await sources.positions.ready;
    const [owners, verified] = await Promise.all([sources.owners(signal), readCensus(sources, signal)]);
    const entities = pageOf(rankingOf(sources, owners), params);
    return { body: { entities, ...(verified !== undefined && { verified }) } };
  },
});

type RankedEntity = ReturnType<typeof rankedEntities>[number];
/** Rankings by ownership graph: summing millions of positions takes a tenth of a second. */
const rankings = new WeakMap<Ownerships, { version: number; ranked: readonly RankedEntity[] }>();

/** The ranking, rebuilt after a change of positions or owners. */
function rankingOf(sources: Pick<Sources, 'positions'>, owners: Ownerships): readonly RankedEntity[] {
  const version = sources.positions.version();
  const known = rankings.get(owners);
  if (known?.version === version) return known.ranked;
  const ranked = rankedEntities(heldSums(sources, owners), sources);
  rankings.set(owners, { version, ranked });
  return ranked;
}

/** Sums of an entity, or of an independent wallet. */
interface HeldSums {
  /** Undefined for an independent wallet, whose address is resolved for display only. */
  entity: string | undefined;
  wallet: number;
  wallets: number;
  openPositions: number;
  grossEntryNotional: number;
}

/** Sums of all entities, and of the independent wallets that may be among the largest. */
function heldSums({ positions }: Pick<Sources, 'positions'>, owners: Ownerships): HeldSums[] {
  const { open, gross } = sumsByWallet(positions);
  const found: HeldSums[] = [];
  for (const entity of owners.entities()) {
    const addresses = [entity, ...owners.membersOf(entity).map(({ address }) => address)];
    const all = { entity, wallet: -1, wallets: addresses.length, openPositions: 0, grossEntryNotional: 0 };
    for (const address of addresses) {
      const wallet = positions.find(address);
      if (wallet === undefined || !open[wallet]) continue;
      all.openPositions += open[wallet];
      all.grossEntryNotional += gross[wallet]!;
      open[wallet] = 0;
    }
    if (all.openPositions > 0) found.push(all);
  }
  const sorted = gross.filter((_, wallet) => open[wallet]! > 0).sort();
  const least = sorted[Math.max(0, sorted.length - largestLooked)] ?? 0;
  for (const [wallet, openPositions] of open.entries()) {
    const grossEntryNotional = gross[wallet]!;
    if (openPositions === 0 || grossEntryNotional < least) continue;
    found.push({ entity: undefined, wallet, wallets: 1, openPositions, grossEntryNotional });
  }
  return found;
}

/** Open positions and their notional by wallet number. */
function sumsByWallet(positions: Sources['positions']) {
  const coins = positions.coins().map((coin) => positions.ofCoin(coin));
  let wallets = 0;
  for (const { count, wallet } of coins) {
    for (let row = 0; row < count; row++) wallets = Math.max(wallets, wallet[row]! + 1);
  }
  const open = new Uint32Array(wallets);
  const gross = new Float64Array(wallets);
  for (const { count, wallet, size, entryPx } of coins) {
    for (let row = 0; row < count; row++) {
      open[wallet[row]!]! += 1;
      if (!Number.isNaN(entryPx[row]!)) gross[wallet[row]!]! += Math.abs(size[row]!) * entryPx[row]!;
    }
  }
  return { open, gross };
}

function rankedEntities(all: HeldSums[], { positions }: Pick<Sources, 'positions'>) {
  const largest = all.sort((a, b) => b.grossEntryNotional - a.grossEntryNotional);
  const last = largest[Math.min(largestLooked, largest.length) - 1]?.grossEntryNotional ?? 0;
  // Includes all ties with the last entry, since addresses decide their order.
  const end = largest.findIndex(({ grossEntryNotional }) => grossEntryNotional < last);
  return largest
    .slice(0, end < 0 ? largest.length : end)
    .map(({ entity, wallet, grossEntryNotional, ...row }) => ({
      entity: entity ?? positions.address(wallet),
      ...row,
      grossEntryNotional: roundedUsd(grossEntryNotional),
    }))
    .filter(({ entity }) => !isSystemAddress(entity))
    .sort((a, b) => b.grossEntryNotional - a.grossEntryNotional || (a.entity < b.entity ? -1 : 1))
    .slice(0, entitiesLimit);
}
