import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import type { ValueView } from '../../changes/value-view.ts';
import { minuteMs } from '../../kernel/clock.ts';

/** How a wallet belongs to an entity. */
export type Relation = 'master' | 'subaccount' | 'linked' | 'agent';

/** A wallet of another one: a sub-account of its master, a vault of its leader, an agent of the wallet that it signs for. */
export interface Ownership {
  address: string;
  owner: string;
  relation: Relation;
  /** That the master gave, or the vault's own; empty where none is known. */
  name: string;
}

/** By the kind of a member that the query gives. */
const relations: readonly Relation[] = ['subaccount', 'linked', 'agent'];
const ownershipsLimit = 1_000_000;

/** A role that came without its master. The zero address is no master: one signs for its sub-accounts. */
const unreported = "toFixedString('', 20)";

/** All that is known of who owns whom. A list of sub-accounts names them, which the role of one does not. */
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
      concat('0x', lower(hex(member))) AS address, concat('0x', lower(hex(argMax(owner, (told, time))))) AS owner_address,
      max(member_kind) AS kind, argMax(label, (told, time)) AS name
    FROM (
      SELECT wallet AS member, master AS owner, toUInt8(0) AS member_kind, name AS label, toUInt8(1) AS told, time
      FROM sub_accounts FINAL
      UNION ALL
      SELECT wallet AS member, master AS owner, toUInt8(0) AS member_kind, '' AS label, toUInt8(0) AS told, time
      FROM wallet_roles FINAL WHERE role = 'subAccount' AND master != ${unreported}
      UNION ALL
      SELECT wallet AS member, master AS owner, toUInt8(2) AS member_kind, '' AS label, toUInt8(0) AS told, time
      FROM wallet_roles FINAL WHERE role = 'agent' AND master != ${unreported}
      UNION ALL
      SELECT vaults.vault AS member, leader AS owner, toUInt8(1) AS member_kind, name AS label, toUInt8(1) AS told, time
      FROM vaults FINAL)
    GROUP BY member
    ORDER BY member`,
});

/** Who owns whom. */
export interface Ownerships {
  /** The master, or the leader's master, of a wallet; itself where it has no owner. */
  entityOf(address: string): string;
  /** The wallets of an entity besides its master, by address. */
  membersOf(entity: string): Ownership[];
  /** Entities with more than their master. */
  entities(): Iterable<string>;
}

/** @throws AnalyticsError */
export type ReadOwnerships = (signal?: AbortSignal) => Promise<Ownerships>;

/** Owners of owners: a vault of a sub-account's is its master's. No chain goes on from there, a circle least of all. */
const hopsLimit = 4;

/** Rankings are made from the object of owners: it stays the same as long as they do. */
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
    // What replaces as many rows of one moment is seen at this age.
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
