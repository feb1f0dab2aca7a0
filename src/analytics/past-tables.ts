import { derivedTables } from './derived/derived-tables.ts';

/** How a table is cut at a moment. */
export interface PastTable {
  table: string;
  /** Condition of the rows that were there by then. */
  kept: string;
  /** Columns about later moments, each with the expression that replaces it. */
  columns?: Readonly<Record<string, string>>;
}

/**
 * Tables of a copy that ends at a moment, except `fills`; facts are cut by the time they describe. Rows that a later row has
 * replaced since are no longer in the store, so the copy lacks them. Conditions on coins traded by then query the copy,
 * which receives its fills first.
 *
 * @param at the moment, as SQL
 */
export function pastTables(at: string): PastTable[] {
  return [
    ...byTime.map((table) => ({ table, kept: `time <= ${at}` })),
    ...byHour.map((table) => ({ table, kept: `hour <= ${at}` })),
    // Days that were over.
    ...byDay.map((table) => ({ table, kept: `addDays(toDateTime(day, 'UTC'), 1) <= ${at}` })),
    ...whole.map((table) => ({ table, kept: '1' })),
    ...byRulesOfTheirOwn(at),
    ...byName(at),
  ];
}

const byTime = [
  'positions',
  'position_hours',
  'accounts',
  'asset_contexts',
  'asset_context_hours',
  'market_funding',
  'book_snapshots',
  'outcome_questions',
  'outcome_settlements',
  'wallet_roles',
  'sub_accounts',
  'vaults',
  'builder_rewards',
  'ledger_updates',
  'balances',
  'account_modes',
  'trades',
  'newest_states',
];
const byHour = ['long_short_hours', 'cohort_bias_hours', 'liquidation_level_hours'];
const byDay = ['wallet_tiers', 'cohort_days'];
const whole = ['fill_sources', 'exchange_mark', 'outcome_templates'];

function byRulesOfTheirOwn(at: string): PastTable[] {
  const cut = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, `least(${name}, ${at})`]));
  const candleSeconds = `multiIf(interval = '1m', 60, interval = '1h', 3600, 86400)`;
  return [
    // One that was open then holds what came later.
    { table: 'candles', kept: `addSeconds(open_time, ${candleSeconds}) <= ${at}` },
    // A merged day is dated at its start.
    { table: 'wallet_funding', kept: `if(samples > 0, addDays(toStartOfDay(time), 1), time) <= ${at}` },
    { table: 'coverage', kept: `from_time <= ${at}`, columns: cut('to_time', 'seen', 'changed') },
    {
      table: 'tracked_wallets',
      kept: `discovered <= ${at}`,
      columns: cut('time', 'fills_to', 'funding_to', 'role_checked', 'ledger_to'),
    },
    { table: 'account_hours', kept: `hour <= ${at} AND oldest <= ${at}`, columns: cut('made') },
    { table: 'census', kept: `hour <= ${at} AND chain_time <= ${at}` },
    { table: 'census_differences', kept: `hour <= ${at} AND state_time <= ${at}` },
    { table: 'payment_census', kept: `chain_time <= ${at}` },
    { table: 'payment_census_differences', kept: `paid_time <= ${at}` },
    { table: 'daily_editions', kept: `generated <= ${at}` },
  ];
}

/** A traded coin had its name by then, even if the row with the name is later; its delisting was published later. */
function byName(at: string): PastTable[] {
  const traded = (coin: string) => `${coin} IN (SELECT coin FROM coin_hour)`;
  const side = (number: number) => `concat('#', toString(outcome * 10 + ${number}))`;
  const time = `least(time, ${at})`;
  return [
    {
      table: 'outcomes',
      kept: `(time <= ${at} OR ${traded(side(0))} OR ${traded(side(1))})`,
      columns: { time },
    },
    {
      table: 'listed_markets',
      kept: `(time <= ${at} OR ${traded('coin')})`,
      columns: { time, is_delisted: `is_delisted AND time <= ${at}` },
    },
  ];
}

/** Tables that a copy rebuilds from its fills and payments, and tables of the store alone: work in progress and requests. */
export const notCopied: readonly string[] = [
  ...derivedTables.map(({ table }) => table),
  'lifecycles',
  'lifecycle_ids',
  'lifecycles_by_close',
  'lifecycle_days',
  'lifecycle_coin_days',
  'lifecycle_progress',
  'ingest_batches',
  'promised_batches',
  'writer_epochs',
  'changed_wallet_days',
  'schema_versions',
  'stored_positions',
  'stored_accounts',
  'quarantine',
  'request_log',
  'lost_fills',
  'audits',
  'imported_objects',
  'paid_positions',
  'funding_coin_days',
  'coverage_changes',
];
