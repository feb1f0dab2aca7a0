import { derivedTables } from '../analytics/derived/derived-tables.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ChangeFeed, Look } from './change-feed.ts';

/** Reads the version of something that answers rest on: another value once it may have changed. Costs next to nothing. */
export type Version = () => unknown;

/** The version of what says nothing of its changes: it may have changed by now. */
export const unknownVersion: Version = () => Symbol();

/** Moves with the time, in steps. */
export function eachStep(clock: Clock, stepMs: number): Version {
  return () => Math.floor(clock.nowMs() / stepMs);
}

/** What a look says of tables that change together. */
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

/** The versions of what is stored, by the newest look at it. */
export interface StoredVersions {
  /** Of all that follows from fills. */
  fills: Version;
  /** Of a query. Rows of candles, and of other tables of which no look says when they change, may have changed by now. */
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
