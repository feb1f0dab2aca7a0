import { hourMs, minuteMs } from '../../kernel/clock.ts';
import { contextColumns } from './context-columns.ts';
import { factTable, type RowOf } from './fact-table.ts';

/**
 * The tables of `migrations/0102_accounts.sql` to `0105_outcomes.sql`, and the quarantine of live feeds.
 * Times are unix milliseconds, wallets lower-case addresses.
 */

const minuteOf = (timeMs: number) => Math.floor(timeMs / minuteMs);

export const positions = factTable(
  'positions',
  {
    coin: 'text',
    wallet: 'wallet',
    dex: 'text',
    time: 'timeMs',
    szi: 'decimal',
    entry_px: 'maybeDecimal',
    position_value: 'maybeDecimal',
    unrealized_pnl: 'maybeDecimal',
    return_on_equity: 'maybeDecimal',
    liquidation_px: 'maybeDecimal',
    margin_used: 'maybeDecimal',
    leverage_type: 'text',
    leverage: 'integer',
    max_leverage: 'integer',
    raw_usd: 'maybeDecimal',
    funding_all_time: 'maybeDecimal',
    funding_since_open: 'maybeDecimal',
    funding_since_change: 'maybeDecimal',
  },
  // The table's key is coin and wallet, so its newest row replaces all others; `position_hours` keeps the last of each hour.
  { key: ({ coin, wallet, time }) => [coin, wallet, Math.floor(time / hourMs)], version: 'time' },
);
export type PositionRow = RowOf<typeof positions>;

export const accounts = factTable(
  'accounts',
  {
    wallet: 'wallet',
    dex: 'text',
    time: 'timeMs',
    account_value: 'maybeDecimal',
    total_ntl_pos: 'maybeDecimal',
    total_raw_usd: 'maybeDecimal',
    total_margin_used: 'maybeDecimal',
    cross_account_value: 'maybeDecimal',
    cross_maintenance_margin: 'maybeDecimal',
    withdrawable: 'maybeDecimal',
  },
  { key: ({ wallet, dex }) => [wallet, dex], version: 'time' },
);
export type AccountRow = RowOf<typeof accounts>;

export const balances = factTable(
  'balances',
  {
    wallet: 'wallet',
    kind: 'text',
    asset: 'text',
    time: 'timeMs',
    amount: 'decimal',
    entry_ntl: 'maybeDecimal',
    hold: 'maybeDecimal',
  },
  { key: ({ wallet, kind, asset }) => [wallet, kind, asset], version: 'time' },
);
export type BalanceRow = RowOf<typeof balances>;

export const accountModes = factTable(
  'account_modes',
  { wallet: 'wallet', time: 'timeMs', mode: 'text' },
  { key: ({ wallet }) => [wallet], version: 'time' },
);

export const assetContexts = factTable('asset_contexts', contextColumns, {
  key: ({ coin, time }) => [coin, minuteOf(time)],
  version: 'time',
});
export type AssetContextRow = RowOf<typeof assetContexts>;

export const candles = factTable(
  'candles',
  {
    coin: 'text',
    interval: 'text',
    open_time: 'timeMs',
    open: 'decimal',
    high: 'decimal',
    low: 'decimal',
    close: 'decimal',
    volume: 'decimal',
    trades: 'integer',
  },
  { key: ({ coin, interval, open_time }) => [coin, interval, open_time], version: 'trades' },
);
export type CandleRow = RowOf<typeof candles>;

export const marketFunding = factTable(
  'market_funding',
  { coin: 'text', time: 'timeMs', funding_rate: 'decimal', premium: 'decimal' },
  { key: ({ coin, time }) => [coin, time] },
);
export type MarketFundingRow = RowOf<typeof marketFunding>;

export const walletFunding = factTable(
  'wallet_funding',
  {
    wallet: 'wallet',
    time: 'timeMs',
    coin: 'text',
    usdc: 'decimal',
    szi: 'decimal',
    funding_rate: 'decimal',
    samples: 'integer',
    whole_day: 'flag',
  },
  { key: ({ wallet, time, coin, whole_day }) => [wallet, time, coin, String(whole_day)] },
);
export type WalletFundingRow = RowOf<typeof walletFunding>;

export const ledgerUpdates = factTable(
  'ledger_updates',
  {
    wallet: 'wallet',
    time: 'timeMs',
    hash: 'hash',
    kind: 'text',
    digest: 'unsigned',
    copy: 'integer',
    class: 'text',
    token: 'text',
    amount: 'decimal',
    usd: 'decimal',
    is_valued: 'flag',
    fee_usd: 'decimal',
    is_fee_valued: 'flag',
    counterparty: 'wallet',
    raw: 'text',
  },
  {
    key: ({ wallet, time, hash, kind, digest, copy }) => [wallet, time, hash, kind, String(digest), copy],
  },
);
export type LedgerUpdateRow = RowOf<typeof ledgerUpdates>;

export const twapStatuses = factTable(
  'twap_statuses',
  {
    wallet: 'wallet',
    started: 'timeMs',
    coin: 'text',
    twap_id: 'integer',
    status: 'text',
    time: 'timeMs',
    side: 'text',
    sz: 'decimal',
    executed_sz: 'decimal',
    executed_ntl: 'decimal',
    minutes: 'integer',
    reduce_only: 'flag',
    randomize: 'flag',
    trigger_px: 'maybeDecimal',
    trigger_above: 'flag',
    stop_px: 'maybeDecimal',
    description: 'text',
    noted: 'timeMs',
  },
  { key: ({ wallet, started, coin, twap_id, status }) => [wallet, started, coin, twap_id, status] },
);
export type TwapStatusRow = RowOf<typeof twapStatuses>;

export const bookSnapshots = factTable(
  'book_snapshots',
  {
    coin: 'text',
    time: 'timeMs',
    bid_px: 'decimals',
    bid_sz: 'decimals',
    bid_orders: 'integers',
    ask_px: 'decimals',
    ask_sz: 'decimals',
    ask_orders: 'integers',
  },
  { key: ({ coin, time }) => [coin, minuteOf(time)], version: 'time' },
);
export type BookSnapshotRow = RowOf<typeof bookSnapshots>;

export const outcomes = factTable(
  'outcomes',
  {
    outcome: 'integer',
    time: 'timeMs',
    name: 'text',
    description: 'text',
    side_names: 'texts',
    quote_token: 'text',
    venue: 'text',
    deployer: 'wallet',
    deployer_fee_scale: 'maybeDecimal',
  },
  { key: ({ outcome }) => [outcome], version: 'time' },
);
export type OutcomeRow = RowOf<typeof outcomes>;

export const outcomeTemplates = factTable(
  'outcome_templates',
  { id: 'text', time: 'timeMs', name: 'text', description: 'text', keywords: 'texts', hints: 'texts' },
  { key: ({ id }) => [id], version: 'time' },
);
export type OutcomeTemplateRow = RowOf<typeof outcomeTemplates>;

export const outcomeQuestions = factTable(
  'outcome_questions',
  {
    question: 'integer',
    time: 'timeMs',
    name: 'text',
    description: 'text',
    has_fallback: 'flag',
    fallback_outcome: 'integer',
    named_outcomes: 'integers',
    settled_named_outcomes: 'integers',
  },
  { key: ({ question }) => [question], version: 'time' },
);
export type OutcomeQuestionRow = RowOf<typeof outcomeQuestions>;

export const outcomeSettlements = factTable(
  'outcome_settlements',
  { outcome: 'integer', time: 'timeMs', settle_fraction: 'decimal', details: 'text' },
  { key: ({ outcome }) => [outcome] },
);
export type OutcomeSettlementRow = RowOf<typeof outcomeSettlements>;

export const walletRoles = factTable(
  'wallet_roles',
  { wallet: 'wallet', time: 'timeMs', role: 'text', master: 'wallet' },
  { key: ({ wallet }) => [wallet], version: 'time' },
);
export type WalletRoleRow = RowOf<typeof walletRoles>;

export const subAccounts = factTable(
  'sub_accounts',
  { master: 'wallet', wallet: 'wallet', time: 'timeMs', name: 'text' },
  { key: ({ master, wallet }) => [master, wallet], version: 'time' },
);
export type SubAccountRow = RowOf<typeof subAccounts>;

export const vaults = factTable(
  'vaults',
  { vault: 'wallet', time: 'timeMs', leader: 'wallet', name: 'text' },
  { key: ({ vault }) => [vault], version: 'time' },
);
export type VaultRow = RowOf<typeof vaults>;

export const builderRewards = factTable(
  'builder_rewards',
  { builder: 'wallet', time: 'timeMs', rewards: 'decimal' },
  { key: ({ builder, time }) => [builder, time] },
);

export const trades = factTable(
  'trades',
  {
    coin: 'text',
    time: 'timeMs',
    tid: 'integer',
    side: 'text',
    px: 'decimal',
    sz: 'decimal',
    hash: 'hash',
    buyer: 'wallet',
    seller: 'wallet',
    received: 'timeMs',
    complete_from: 'timeMs',
  },
  { key: ({ coin, time, tid }) => [coin, time, tid] },
);
export type TradeRow = RowOf<typeof trades>;

export const trackedWallets = factTable(
  'tracked_wallets',
  {
    wallet: 'wallet',
    time: 'timeMs',
    discovered: 'timeMs',
    fills_to: 'timeMs',
    funding_to: 'timeMs',
    role_checked: 'timeMs',
    ledger_to: 'timeMs',
  },
  { key: ({ wallet }) => [wallet], version: 'time' },
);

export const listedMarkets = factTable(
  'listed_markets',
  {
    coin: 'text',
    time: 'timeMs',
    kind: 'text',
    dex: 'text',
    place: 'integer',
    ticker: 'text',
    symbol: 'text',
    display_name: 'text',
    keywords: 'texts',
    collateral: 'text',
    chain: 'text',
    sz_decimals: 'integer',
    max_leverage: 'integer',
    only_isolated: 'flag',
    tier_bounds: 'decimals',
    tier_leverages: 'integers',
    is_delisted: 'flag',
  },
  { key: ({ coin }) => [coin], version: 'time' },
);
export type ListedMarketRow = RowOf<typeof listedMarkets>;

export const newestStates = factTable(
  'newest_states',
  { kind: 'text', coin: 'text', interval: 'text', time: 'timeMs', state: 'text' },
  { key: ({ kind, coin, interval }) => [kind, coin, interval], version: 'time' },
);
export type NewestStateRow = RowOf<typeof newestStates>;

export const quarantine = factTable(
  'quarantine',
  { source: 'text', line: 'integer', event: 'integer', reason: 'text', raw: 'text', time: 'timeMs' },
  { key: ({ source, line, event }) => [source, line, event] },
);
export type QuarantineRow = RowOf<typeof quarantine>;
