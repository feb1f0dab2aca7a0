import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import type { ValueView } from '../../changes/value-view.ts';
import { minuteMs } from '../../kernel/clock.ts';

/** How a wallet belongs to an entity. */
export type Relation = 'master' | 'subaccount' | 'linked' | 'agent' | 'multisig';

/** A wallet and its owner: a sub-account and its master, a vault and its leader, an agent and the wallet that it signs for, a multi-sig account and its only signer. */
export interface Ownership {
  address: string;
  owner: string;
  relation: Relation;
  /** Name given by the master, or the vault's own; empty if unknown. */
  name: string;
}

/** Relations by `kind` of the query. */
const relations: readonly Relation[] = ['subaccount', 'linked', 'agent', 'multisig'];
const ownershipsLimit = 1_000_000;

/** Placeholder for a role without a master. The zero address is never a master, because a master signs for its sub-accounts. */
const unreported = "toFixedString('', 20)";

/** All known owners. Only lists of sub-accounts carry names; roles do not. */
const everyOwnership = query({
  name: 'entity_ownerships',
  params: {},
  row: Type.Object({
    address: Type.String(),
    owner_address: Type.String(),
    kind: Type.Integer(),
    name: Type.String(),
  }),
  limits: { maxRows: ownershipsLimit },
  sql: `
    SELECT
      concat('0x', lower(hex(member))) AS address, concat('0x', lower(hex(argMax(owner, (is_named, time))))) AS owner_address,
      max(member_kind) AS kind, argMax(label, (is_named, time)) AS name
    FROM (
      SELECT wallet AS member, master AS owner, toUInt8(0) AS member_kind, name AS label, toUInt8(1) AS is_named, time
      FROM sub_accounts FINAL
      UNION ALL
      SELECT wallet AS member, master AS owner, toUInt8(0) AS member_kind, '' AS label, toUInt8(0) AS is_named, time
      FROM wallet_roles FINAL WHERE role = 'subAccount' AND master != ${unreported}
      UNION ALL
      SELECT wallet AS member, master AS owner, if(role = 'agent', 2, 3)::UInt8 AS member_kind, '' AS label, toUInt8(0) AS is_named, time
      FROM wallet_roles FINAL WHERE role IN ('agent', 'multiSig') AND master != ${unreported}
      UNION ALL
      SELECT vaults.vault AS member, leader AS owner, toUInt8(1) AS member_kind, name AS label, toUInt8(1) AS is_named, time
      FROM vaults FINAL)
    GROUP BY member
    ORDER BY member`,
});

export interface Ownerships {
  /** The wallet's master, or its leader's master; the wallet itself if it has no owner. */
  entityOf(address: string): string;
  /** Wallets of an entity besides its master, sorted by address. */
  membersOf(entity: string): Ownership[];
  /** Entities with wallets besides their master. */
  entities(): Iterable<string>;
}

/** @throws AnalyticsError */
export type ReadOwnerships = (signal?: AbortSignal) => Promise<Ownerships>;

/** Most steps up a chain of owners, for example from a vault over its leader's sub-account to the master. Cycles end earlier. */
const hopsLimit = 4;

/** Rankings depend on the returned object: it stays identical until owners change. */
export function ownershipsView(analytics: Pick<AnalyticsStore, 'rows'>): ValueView<HeldOwnerships> {
  return {
    name: 'owners',
    async read(held) {
      const rows = await analytics.rows(everyOwnership, {});
      const text = JSON.stringify(rows);
      if (held?.text === text) return held;
      const all = rows.map(({ address, owner_address: owner, kind, name }): Ownership => {
        return { address, owner, name, relation: relations[kind]! };
      });
      return { text, found: ownerships(all) };
    },
    version: ({ facts }) => facts.owners,
    maxAgeMs: 10 * minuteMs,
    // Changes that keep the row count and the newest time are noticed at this age.
    rereadMs: 9 * minuteMs,
  };
}

interface HeldOwnerships {
  text: string;
  found: Ownerships;
}

export function ownerships(all: readonly Ownership[]): Ownerships {
  const ownerOf = new Map(all.map(({ address, owner }) => [address, owner]));
  const entityOf = (address: string) => {
    const seen = new Set([address]);
    let found = address;
    for (let hop = 0; hop < hopsLimit; hop++) {
      const owner = ownerOf.get(found);
      if (owner === undefined || seen.has(owner)) break;
      seen.add(owner);
      found = owner;
    }
    return found;
  };
  const members = Map.groupBy(all, ({ address }) => entityOf(address));
  return {
    entityOf,
    membersOf: (entity) =>
      (members.get(entity) ?? [])
        .filter(({ address }) => address !== entity)
        .sort((a, b) => (a.address < b.address ? -1 : 1)),
    entities: () => members.keys(),
  };
}
