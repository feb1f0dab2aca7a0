import { spotRows } from '../../src/ingest/facts/balance-rows.ts';
import type { FactTable } from '../../src/ingest/facts/fact-table.ts';
import * as tables from '../../src/ingest/facts/fact-tables.ts';
import type { FactWriter } from '../../src/ingest/facts/fact-writer.ts';
import { ledgerRows } from '../../src/ingest/facts/ledger-rows.ts';
import * as market from '../../src/ingest/facts/market-rows.ts';
import { stateRows } from '../../src/ingest/facts/position-rows.ts';
import * as registry from '../../src/ingest/facts/registry-rows.ts';
import { type LedgerReading, readLedgerDelta } from '../../src/wire/ledger-update.ts';

export const factTime = Date.UTC(2026, 2, 31, 23, 59, 30, 5);
export const factWallet = `0x${'c0'.repeat(20)}`;
const master = `0x${'ab'.repeat(20)}`;
const time = String(factTime);
const paid = { builder: factWallet, time: factTime, rewards: '12.5' };

const withdrawal = readLedgerDelta({
  type: 'withdraw',
  usdc: '123456789012345.000000000001',
  nonce: 2 ** 53 - 1,
  fee: '1.0',
}) as LedgerReading;

/** A row of a table, and its value as read from the store. */
export interface FactCase {
  table: { name: string };
  write(writer: FactWriter): Promise<void>;
  columns: string;
  expected: Record<string, unknown>;
  position?: tables.PositionRow;
}

export function factCase<R>(
  table: FactTable<R>,
  row: R,
  columns: string,
  expected: Record<string, unknown>,
): FactCase {
  return { table, write: (writer) => writer.write(table, [row]), columns, expected };
}

const atTime = 'toUnixTimestamp64Milli(time) AS at';
export const walletText = "concat('0x', lower(hex(wallet))) AS of";

const { positions, account } = stateRows(
  { wallet: factWallet, dex: 'xyz' },
  {
    marginSummary: { accountValue: '6.667557', totalNtlPos: '1', totalRawUsd: '-2', totalMarginUsed: '3' },
    crossMarginSummary: { accountValue: '4', totalNtlPos: '0', totalRawUsd: '0', totalMarginUsed: '0' },
    crossMaintenanceMarginUsed: '5',
    withdrawable: '6.000000000001',
    assetPositions: [
      {
        type: 'oneWay',
        position: {
          coin: 'xyz:TSLA',
          szi: '-1128265.1000000001',
          leverage: { type: 'isolated', value: 5, rawUsd: '-7.5' },
          entryPx: '0.2374',
          positionValue: '2881.477865',
          unrealizedPnl: '-5.478933',
          returnOnEquity: '-0.009489115',
          liquidationPx: '99999999999.25',
          marginUsed: '576.295573',
          maxLeverage: 10,
          cumFunding: { allTime: '0.066797', sinceOpen: '0.0', sinceChange: '-1' },
        },
      },
    ],
    time: factTime,
  },
  [],
);
const position = positions[0]!;

/** A fact for every table. */
export const everyFact: readonly FactCase[] = [
  {
    ...factCase(
      tables.positions,
      position,
      `coin, ${walletText}, dex, ${atTime}, toString(szi) AS size, toString(liquidation_px) AS liquidation, leverage_type, leverage`,
      {
        coin: 'xyz:TSLA',
        of: factWallet,
        dex: 'xyz',
        at: time,
        size: '-1128265.1000000001',
        liquidation: '99999999999.25',
        leverage_type: 'isolated',
        leverage: 5,
      },
    ),
    position,
  },
  factCase(
    tables.accounts,
    account,
    `${walletText}, dex, toString(account_value) AS value, toString(withdrawable) AS free`,
    { of: factWallet, dex: 'xyz', value: '6.667557', free: '6.000000000001' },
  ),
  factCase(
    tables.assetContexts,
    market.perpContextRow(
      { coin: 'BTC', dex: '', timeMs: factTime },
      {
        funding: '-0.0000015186',
        openInterest: '605822.2557999999',
        prevDayPx: '1',
        dayNtlVlm: '1516669192.1953897476',
        premium: null,
        oraclePx: '2',
        markPx: '3',
        midPx: null,
        impactPxs: ['4', '5'],
      },
    ),
    `coin, toUnixTimestamp(minute) AS minute_s, ${atTime}, toString(funding) AS rate, toString(day_ntl_vlm) AS volume, toString(impact_ask_px) AS ask`,
    {
      coin: 'BTC',
      minute_s: Date.UTC(2026, 2, 31, 23, 59) / 1_000,
      at: time,
      rate: '-0.0000015186',
      volume: '1516669192.1953897476',
      ask: '5',
    },
  ),
  factCase(
    tables.candles,
    market.candleRow({
      t: factTime,
      T: factTime,
      s: '@107',
      i: '1h',
      o: '1.5',
      h: '2',
      l: '1',
      c: '1',
      v: '9',
      n: 7,
    }),
    'coin, interval, toString(open) AS first, trades',
    { coin: '@107', interval: '1h', first: '1.5', trades: '7' },
  ),
  factCase(
    tables.marketFunding,
    market.marketFundingRow({ coin: 'ETH', fundingRate: '0.0000125', time: factTime }),
    `coin, ${atTime}, toString(funding_rate) AS rate`,
    { coin: 'ETH', at: time, rate: '0.0000125' },
  ),
  factCase(
    tables.balances,
    spotRows(
      { wallet: factWallet, time: factTime },
      { balances: [{ coin: '+92260', total: '3.000000000001', entryNtl: '1.25' }] },
    )[0]!,
    `${walletText}, kind, asset, ${atTime}, toString(amount) AS has, toString(entry_ntl) AS cost, hold`,
    {
      of: factWallet,
      kind: 'spot',
      asset: '+92260',
      at: time,
      has: '3.000000000001',
      cost: '1.25',
      hold: null,
    },
  ),
  factCase(
    tables.accountModes,
    { wallet: factWallet, time: factTime, mode: 'unifiedAccount' },
    `${walletText}, ${atTime}, mode`,
    { of: factWallet, at: time, mode: 'unifiedAccount' },
  ),
  factCase(
    tables.walletFunding,
    market.walletFundingRow(factWallet, {
      time: factTime,
      delta: { coin: 'HYPER', usdc: '5.739789', szi: '296.75', fundingRate: '-0.0104057238', nSamples: 4 },
    }),
    `${walletText}, ${atTime}, coin, toString(usdc) AS paid, samples, whole_day`,
    {
      of: factWallet,
      at: String(Date.UTC(2026, 2, 31)),
      coin: 'HYPER',
      paid: '5.739789',
      samples: 4,
      whole_day: true,
    },
  ),
  factCase(
    tables.ledgerUpdates,
    ledgerRows()({ wallet: factWallet, timeMs: factTime, hash: `0x${'5e'.repeat(32)}` }, withdrawal),
    `${walletText}, ${atTime}, lower(hex(hash)) AS tx, kind, digest, copy, class, token, toString(amount) AS got, toString(usd) AS value, is_valued, toString(fee_usd) AS fee, raw`,
    {
      of: factWallet,
      at: time,
      tx: '5e'.repeat(32),
      kind: 'withdraw',
      digest: '16977524996175387409',
      copy: 0,
      class: 'external',
      token: 'USDC',
      got: '-123456789012345.000000000001',
      value: '-123456789012345.000000000001',
      is_valued: true,
      fee: '1',
      raw: JSON.stringify(withdrawal.raw),
    },
  ),
  factCase(
    tables.bookSnapshots,
    market.bookRow({
      coin: 'BTC',
      time: factTime,
      levels: [
        [
          { px: '66410.0', sz: '1.99792', n: 6 },
          { px: '66409.0', sz: '0.1', n: 2 },
        ],
        [],
      ],
    }),
    'coin, toString(bid_px) AS bids, toString(bid_sz[1]) AS size, bid_orders, length(ask_px) AS asks',
    { coin: 'BTC', bids: '[66410,66409]', size: '1.99792', bid_orders: [6, 2], asks: '0' },
  ),
  factCase(
    tables.outcomes,
    registry.outcomeRow(factTime, {
      outcome: 173,
      name: 'Argentina “ñ”',
      description: 'a "quoted" \\ text\nof two lines',
      sideSpecs: [{ name: 'Yes' }, { name: "No'" }],
      venue: 'out',
      deployer: master,
      deployerFeeScale: '0.5',
    }),
    'outcome, name, description, side_names, venue, lower(hex(deployer)) AS owner, toString(deployer_fee_scale) AS scale',
    {
      outcome: '173',
      name: 'Argentina “ñ”',
      description: 'a "quoted" \\ text\nof two lines',
      side_names: ['Yes', "No'"],
      venue: 'out',
      owner: master.slice(2),
      scale: '0.5',
    },
  ),
  factCase(
    tables.outcomeTemplates,
    registry.templateRow(factTime, {
      id: 'binaryPrice',
      name: '{perp} above?',
      description: '',
      keywords: [
        ['perp', 'hlPerp'],
        ['time', 'dateTime'],
      ],
    }),
    'id, name, keywords, hints',
    { id: 'binaryPrice', name: '{perp} above?', keywords: ['perp', 'time'], hints: ['hlPerp', 'dateTime'] },
  ),
  factCase(
    tables.outcomeQuestions,
    registry.questionRow(factTime, {
      question: 32,
      name: 'q',
      description: '',
      fallbackOutcome: 171,
      namedOutcomes: [173, 188],
      settledNamedOutcomes: [],
    }),
    'question, has_fallback, fallback_outcome, named_outcomes, settled_named_outcomes',
    {
      question: '32',
      has_fallback: true,
      fallback_outcome: '171',
      named_outcomes: ['173', '188'],
      settled_named_outcomes: [],
    },
  ),
  factCase(
    tables.outcomeSettlements,
    { outcome: 5, time: factTime, settle_fraction: '0.33333', details: 'price:76876.9' },
    'outcome, toString(settle_fraction) AS yes, details',
    { outcome: '5', yes: '0.33333', details: 'price:76876.9' },
  ),
  factCase(
    tables.walletRoles,
    registry.roleRow(factTime, factWallet, { role: 'subAccount', data: { master } }),
    `${walletText}, role, lower(hex(master)) AS owner`,
    { of: factWallet, role: 'subAccount', owner: 'ab'.repeat(20) },
  ),
  factCase(
    tables.subAccounts,
    registry.subAccountRows(factTime, [{ name: 'second', subAccountUser: factWallet, master }])[0]!,
    `${walletText}, lower(hex(master)) AS owner, name`,
    { of: factWallet, owner: 'ab'.repeat(20), name: 'second' },
  ),
  factCase(
    tables.vaults,
    registry.vaultRow(factTime, { vaultAddress: factWallet, leader: master, name: 'Growth' }),
    "concat('0x', lower(hex(vault))) AS of, lower(hex(leader)) AS owner, name",
    { of: factWallet, owner: 'ab'.repeat(20), name: 'Growth' },
  ),
  factCase(tables.builderRewards, paid, 'toString(rewards) AS rewards', { rewards: '12.5' }),
  factCase(
    tables.trades,
    market.tradeRow(
      factTime + 3,
      {
        coin: 'BTC',
        side: 'A',
        px: '66405.5',
        sz: '0.0602',
        time: factTime,
        hash: `0x${'5e'.repeat(32)}`,
        tid: 671457096840761,
        users: [factWallet, master],
      },
      factTime - 1,
    ),
    "coin, tid, side, toString(px) AS price, toString(sz) AS size, lower(hex(hash)) AS tx, concat('0x', lower(hex(buyer))) AS of, lower(hex(seller)) AS to, toUnixTimestamp64Milli(received) AS arrived, toUnixTimestamp64Milli(complete_from) AS since",
    {
      coin: 'BTC',
      tid: '671457096840761',
      side: 'A',
      price: '66405.5',
      size: '0.0602',
      tx: '5e'.repeat(32),
      of: factWallet,
      to: 'ab'.repeat(20),
      arrived: String(factTime + 3),
      since: String(factTime - 1),
    },
  ),
  factCase(
    tables.trackedWallets,
    {
      wallet: factWallet,
      time: factTime,
      discovered: factTime,
      fills_to: 0,
      funding_to: factTime - 1,
      role_checked: 0,
      ledger_to: factTime - 2,
    },
    `${walletText}, toUnixTimestamp64Milli(fills_to) AS fills, toUnixTimestamp64Milli(funding_to) AS funding, toUnixTimestamp64Milli(ledger_to) AS ledger`,
    { of: factWallet, fills: '0', funding: String(factTime - 1), ledger: String(factTime - 2) },
  ),
  factCase(
    tables.quarantine,
    {
      source: 'hyperliquid trades',
      line: 2 ** 53 - 1,
      event: -1,
      reason: 'no JSON',
      raw: '{"',
      time: factTime,
    },
    'source, line, event, reason, raw, toUnixTimestamp64Milli(time) AS at',
    {
      source: 'hyperliquid trades',
      line: String(2 ** 53 - 1),
      event: -1,
      reason: 'no JSON',
      raw: '{"',
      at: String(factTime),
    },
  ),
];
