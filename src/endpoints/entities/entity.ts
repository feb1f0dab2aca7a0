import { ascending, descending, totalOrder } from '../../analytics/total-order.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import type { PositionRow } from '../../positions/position-columns.ts';
import type { Ownership } from '../../views/owners/ownerships.ts';
import {
  coinName,
  dateTime,
  double,
  flag,
  int32,
  int64,
  list,
  text,
  unknownFieldNames,
  unknownFields,
  walletAddress,
} from '../bodies/fields.ts';
import { censusStamp } from '../bodies/verification-stamps.ts';
import { endpoint } from '../endpoint.ts';
import { address } from '../params/names.ts';
import { bodySchema, optional } from '../schema.ts';
import type { Sources } from '../sources.ts';
import { readCensus } from './census.ts';

const positionsShown = 20;

const entityMember = bodySchema('EntityMember', {
  address: walletAddress(),
  relation: text(
    'master, subaccount, agent (it signs for a wallet of the entity), multisig (a wallet of the entity is its only signer), or linked: a vault that the entity leads.',
  ),
  name: optional(text('Name of the sub-account or the vault, if it has one.')),
  openPositions: int32('Open perp positions on all dexes.'),
  grossEntryNotional: double(
    'Sum of |size| × entry price, USD; a position whose entry is not known counts 0.',
  ),
});

const entityPosition = bodySchema('EntityPosition', {
  address: walletAddress(),
  coin: coinName(),
  direction: text('long or short.'),
  size: double('Coins, below 0 for a short.'),
  entryVwap: double('Mean entry price; 0 if unknown, which unknownFields says.'),
  openedAt: dateTime('When it was opened, else the earliest that is known to show it.'),
  ...unknownFieldNames,
});

const entityBody = bodySchema('EntityProfileBody', {
  entity: text('Address of the master.'),
  isMultiWallet: flag('True where it has more than one wallet.'),
  members: list(entityMember),
  combinedWallets: int64('Number of members.'),
  combinedOpenPositions: int32('Open positions of all members.'),
  combinedGrossEntryNotional: double('Sum over all members, USD.'),
  topOpenPositions: list(entityPosition),
  verified: optional(censusStamp),
});

/** |size| × entry, USD. */
export const entryNotional = ({ size, entryPx = 0 }: Pick<PositionRow, 'size' | 'entryPx'>) =>
  Math.abs(size) * entryPx;

export const entity = endpoint({
  id: 'entities.entity',
  path: '/api/public/v1/entity/{address}',
  summary: 'The wallets of one owner, and their open positions',
  description:
    'The master of a wallet with its sub-accounts and the vaults that they lead, the master first, then by address; the address of any ' +
    'of them gives the same entity, and a wallet without an owner is one of its own. topOpenPositions: the 20 largest of all ' +
    'members by |size| × entry; ties by address, then by coin.',
  tags: ['Entities'],
  tier: 'pro',
  params: { address: address() },
  response: entityBody,
  errors: [503],
  example: {
    entity: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    isMultiWallet: true,
    members: [
      {
        address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
        relation: 'master',
        openPositions: 3,
        grossEntryNotional: 1240300.5,
      },
      {
        address: '0x2f8a3f2d4b6c7e9012345678abcdef0123456789',
        relation: 'subaccount',
        name: 'basis',
        openPositions: 1,
        grossEntryNotional: 48000,
      },
    ],
    combinedWallets: 2,
    combinedOpenPositions: 4,
    combinedGrossEntryNotional: 1288300.5,
    topOpenPositions: [
      {
        address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
        coin: 'BTC',
        direction: 'long',
        size: 10,
        entryVwap: 96000,
        openedAt: '2026-01-15T09:30:12.486Z',
      },
    ],
    verified: { verified_at_block: 923950857, chain_time: '2026-03-14T23:59:59.991Z', positions: 48120 },
  },
  async run({ params, sources, signal }) {
    await sources.positions.ready;
    const [owners, verified] = await Promise.all([sources.owners(signal), readCensus(sources, signal)]);
    const master = owners.entityOf(params.address);
    const held = [masterOf(master), ...owners.membersOf(master)].map((member) => heldBy(sources, member));
    const open = held.flatMap(({ body, rows }) => rows.map((row) => ({ address: body.address, ...row })));
    const largest = open.sort(
      totalOrder<(typeof open)[number]>(
        descending(entryNotional),
        ascending((row) => row.address),
        ascending((row) => row.coin),
      ),
    );
    const members = held.map(({ body }) => body);
    const body = {
      entity: master,
      isMultiWallet: members.length > 1,
      members,
      combinedWallets: members.length,
      combinedOpenPositions: open.length,
      combinedGrossEntryNotional: roundedUsd(members.reduce((sum, one) => sum + one.grossEntryNotional, 0)),
      topOpenPositions: largest.slice(0, positionsShown).map(positionBody),
      ...(verified !== undefined && { verified }),
    };
    return { body };
  },
});

const masterOf = (address: string): Ownership => ({ address, owner: address, relation: 'master', name: '' });

function heldBy({ positions }: Pick<Sources, 'positions'>, { address, relation, name }: Ownership) {
  const rows = positions.ofWallet(address);
  const body = {
    address,
    relation,
    ...(name !== '' && { name }),
    openPositions: rows.length,
    grossEntryNotional: roundedUsd(rows.reduce((sum, row) => sum + entryNotional(row), 0)),
  };
  return { body, rows };
}

function positionBody({ address, coin, size, entryPx, openedMs }: PositionRow & { address: string }) {
  return {
    address,
    coin,
    direction: size > 0 ? 'long' : 'short',
    size,
    entryVwap: entryPx ?? 0,
    openedAt: rfc3339(openedMs),
    ...unknownFields({ entryVwap: entryPx }),
  };
}
