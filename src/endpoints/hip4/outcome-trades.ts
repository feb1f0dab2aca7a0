import { bodyQuery } from '../../analytics/body-query.ts';
import { isTrade } from '../../analytics/trade-sql.ts';
import { outcomeWindow } from '../../domain/window.ts';
import { inWindow, sideOfCoin } from '../../views/outcomes/outcome-sql.ts';
import { coinName, dateTime, double, int32, int64, list, text, walletAddress } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { outcomeId } from '../params/names.ts';
import { rowLimit, rowsLimit } from '../params/pages.ts';
import { hours } from '../params/windows.ts';
import { bodySchema, optional } from '../schema.ts';
import { knownOutcome } from './known-outcome.ts';
import { coinsOf, ofCoins } from './outcome-activity.ts';
import { outcomeNames } from './outcome-body.ts';

/** `dirId` of market trades, the only rows of this list. */
const marketTradeDirId = 1;

const outcomeTrade = bodySchema('HIP4RecentTrade', {
  tradeTime: dateTime('Time of the fill.'),
  address: walletAddress(),
  coin: coinName(),
  sideIndex: int64('Side of the outcome, 0 or 1.'),
  side: text('B for a buy, A for a sell.'),
  dirId: int32('1: a market trade; no other rows are listed.'),
  px: double('Price of a contract, USDH, 0 to 1.'),
  sz: double('Contracts, above 0.'),
  pnl: double('Closed PnL as the exchange reports it, before the fee, USDH.'),
  fee: double('Fee in USD; negative for a rebate.'),
});

const outcomeTradesBody = bodySchema('HIP4RecentTradesBody', {
  outcomeId: int64('Id without a side.'),
  name: optional(text('As the exchange names it.')),
  displayName: optional(text('A readable name.')),
  count: int64('Rows returned.'),
  trades: list(outcomeTrade),
});

const newestTrades = bodyQuery({
  name: 'hip4_recent_trades',
  params: { coins: 'Array(String)', from: 'TimeMs', to: 'TimeMs', limit: 'UInt64' },
  body: outcomeTrade,
  fields: {
    tradeTime: 'time_ms',
    dirId: () => marketTradeDirId,
    pnl: 'closed_pnl',
    fee: 'fee_usd',
  },
  limits: { maxRows: rowsLimit },
  sql: `
    SELECT
      toUnixTimestamp64Milli(time) AS time_ms, concat('0x', lower(hex(wallet))) AS address, coin,
      ${sideOfCoin} AS side_index, side, px, sz, closed_pnl, fee * fee_px AS fee_usd
    FROM outcome_fills
    WHERE ${isTrade} AND ${ofCoins} AND ${inWindow}
    ORDER BY time DESC, seq DESC, wallet, coin
    LIMIT {limit:UInt64}`,
});

export const outcomeTrades = endpoint({
  id: 'hip4.outcome-recent-trades',
  path: '/api/public/v1/hip4/outcomes/{outcome_id}/recent-trades',
  summary: 'The latest trades of one outcome, newest first',
  description:
    'Market trades of both sides in the window, newest first. A trade is a fill: one side of one match. Settlements, splits, ' +
    'merges and negations are left out: their dir says so, so that a trade at 0.5 is one. Data begin at 2026-05-02: the window ' +
    'is cut there.',
  tags: ['HIP-4'],
  tier: 'free',
  age: 'fills',
  params: {
    outcome_id: outcomeId(),
    limit: rowLimit(100, { bits: 64 }),
    hours: hours({ min: 1, max: 8760, default: 24, bits: 64 }),
  },
  response: outcomeTradesBody,
  errors: [404],
  example: {
    outcomeId: 173,
    name: 'Argentina',
    displayName: '2026 World Cup Champion: Argentina',
    count: 1,
    trades: [
      {
        tradeTime: '2026-06-14T09:30:12.486Z',
        address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
        coin: '#1731',
        sideIndex: 1,
        side: 'B',
        dirId: 1,
        px: 0.76,
        sz: 250,
        pnl: 0,
        fee: 0,
      },
    ],
  },
  async run({ params, sources, clock, signal }) {
    const id = params.outcome_id;
    const facts = await knownOutcome(sources, id, signal);
    const window = outcomeWindow({ hours: params.hours }, clock.nowMs());
    const requests = { coins: coinsOf(id), from: window.fromMs, to: window.toMs, limit: params.limit };
    const trades = await newestTrades.read(sources.analytics, requests, { signal });
    return { body: { outcomeId: id, ...outcomeNames(facts), count: trades.length, trades }, window };
  },
});
