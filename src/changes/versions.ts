import { derivedTables } from '../analytics/derived/derived-tables.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ChangeFeed, Look } from './change-feed.ts';

/** Reads the version of an input of answers; a new value means a possible change. Nearly free to call. */
export type Version = () => unknown;

/** Version of an input without change information: every call may be a change. */
export const unknownVersion: Version = () => Symbol();

/** Changes with time, in steps. */
export function eachStep(clock: Clock, stepMs: number): Version {
  return () => Math.floor(clock.nowMs() / stepMs);
}

/** Versions of tables that change together, taken from a poll. */
const marks = {
  fills: ({ seq }: Look) => seq,
  folded: ({ foldVersion }: Look) => foldVersion,
  states: ({ statesMs }: Look) => statesMs,
  outcomes: ({ facts }: Look) => facts.outcomes,
  balances: ({ facts }: Look) => facts.balances,
  ledger: ({ facts }: Look) => facts.ledger,
  jobs: ({ facts }: Look) => facts.jobs,
};

const ofTables: Readonly<Record<keyof typeof marks, readonly string[]>> = {
  fills: ['fills', ...derivedTables.map(({ table }) => table)],
  folded: ['lifecycles', 'lifecycle_ids', 'lifecycles_by_close', 'lifecycle_days', 'lifecycle_coin_days'],
  states: ['accounts', 'positions'],
  outcomes: ['outcomes', 'outcome_questions', 'outcome_settlements', 'outcome_templates'],
  balances: ['balances', 'account_modes'],
  ledger: ['wallet_funding', 'ledger_updates'],
  jobs: [
    'account_hours',
    'census',
    'payment_census',
    'payment_census_differences',
    'daily_editions',
    'cohort_days',
    'cohort_bias_hours',
    'long_short_hours',
    'liquidation_level_hours',
  ],
};

/** Versions of the stored data, by the newest poll. */
export interface StoredVersions {
  /** Version of all data derived from fills. */
  fills: Version;
  /** Version of a query's tables. Tables that polls do not cover, such as candles, count as changed on every call. */
  ofQuery(query: { readonly tables: readonly string[] }): Version;
}

export function createStoredVersions(feed: Pick<ChangeFeed, 'last'>): StoredVersions {
  const versionOf = (mark: (look: Look) => unknown): Version => {
    return () => {
      const look = feed.last();
      return look && mark(look);
    };
  };
  const byTable = new Map<string, Version>();
  const names = Object.keys(marks) as (keyof typeof marks)[];
  const byMark = names.map((name) => [name, versionOf(marks[name])] as const);
  for (const [name, version] of byMark) for (const table of ofTables[name]) byTable.set(table, version);
  const byQuery = new WeakMap<object, Version>();

  function joined(tables: readonly string[]): Version {
    const versions = new Set(tables.map((table) => byTable.get(table) ?? unknownVersion));
    const [only = unknownVersion] = versions;
    if (versions.size === 1) return only;
    return versions.has(unknownVersion) ? unknownVersion : () => [...versions].map((one) => one()).join(' ');
  }

  return {
    fills: byTable.get('fills')!,
    ofQuery(query) {
      const known = byQuery.get(query) ?? joined(query.tables);
      byQuery.set(query, known);
      return known;
    },
  };
}
