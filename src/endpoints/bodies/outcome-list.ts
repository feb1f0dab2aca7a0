import type { Static } from 'typebox';
import { bodySchema, optional } from '../schema.ts';
import { dateTime, double, int32, int64, list, oneOf, text } from './fields.ts';

export const outcomeSideBody = bodySchema('HIP4OutcomeSide', {
  index: int64('0 or 1.'),
  name: text('Name of the side, as Yes or No.'),
  sideToken: text('Token of the side: + and its encoding.'),
  coinKey: text('Coin of the side: # and its encoding.'),
  assetId: int64("The exchange's asset id."),
});

export const listedBy = {
  venue: optional(text('Name of the venue that listed it; absent of an outcome that the exchange lists.')),
  deployer: optional(text("Address of the venue's deployer; absent if unknown.")),
  deployerFeeScale: optional(
    double("The deployer's scale s of the fees, total = base × (s + max(s, 1)); absent if unknown."),
  ),
};

/** Terms in the description of a price outcome. */
export const priceBinary = bodySchema('ParsedPriceBinary', {
  class: text('Kind of outcome.'),
  underlying: text('Ticker whose price decides.'),
  expiry: optional(dateTime('When the price is looked at.')),
  targetPrice: optional(double('Price to be met, USD.')),
  period: text('Interval at which such outcomes are listed; once if made from a template.'),
  comparison: optional(
    oneOf(
      ['at-or-above', 'above', 'below', 'touches'],
      'What the price has to do for a Yes; absent if unknown.',
    ),
  ),
  seconds: optional(int32('Seconds over which the price is taken; absent if not stated.')),
});

const keywordValue = bodySchema('HIP4KeywordValue', {
  keyword: text('As the template names it.'),
  type: optional(
    text('Type of the value, as hlPerp, uDecimal, dateTime; absent while the template is not known.'),
  ),
  value: text('As the exchange writes it.'),
});

export const outcomeListItem = bodySchema('HIP4OutcomeListItem', {
  outcomeId: int64('Id without a side.'),
  name: optional(text('Name on the exchange; made from its template if it has one.')),
  displayName: optional(text('A readable name, with its question.')),
  description: optional(text("The exchange's description.")),
  ...listedBy,
  settledAt: optional(dateTime('When it was settled; absent while it is open, and where that is not known.')),
  settleFraction: optional(double('Payout of one Yes, 0 to 1; absent while open.')),
  template: optional(text('Id of the template that it is made from.')),
  keywords: optional(list(keywordValue)),
  rules: optional(text('Settlement source by its template; only in answers for one outcome.')),
  sides: list(outcomeSideBody),
  fills: int64('Market trades of the window, each side of a match.'),
  uniqueWallets: int64('Distinct wallets with one.'),
  notionalUsdh: optional(double('Sum of price × size of the window, USDH.')),
  firstTraded: optional(dateTime('First trade of the window.')),
  lastTraded: optional(dateTime('Last trade of the window.')),
  priceBinary: optional(priceBinary),
});

export const outcomeListBody = bodySchema('ListOutcomesBody', {
  count: int64('Rows returned.'),
  outcomes: list(outcomeListItem),
});

export const outcomeListExample = {
  count: 1,
  outcomes: [
    {
      outcomeId: 839,
      name: 'Recurring',
      displayName: 'BTC at or above 64953 at 2026-07-16 06:00 UTC',
      description: 'class:priceBinary|underlying:BTC|expiry:20260716-0600|targetPrice:64953|period:1d',
      sides: [
        { index: 0, name: 'Yes', sideToken: '+8390', coinKey: '#8390', assetId: 100008390 },
        { index: 1, name: 'No', sideToken: '+8391', coinKey: '#8391', assetId: 100008391 },
      ],
      fills: 4210,
      uniqueWallets: 183,
      notionalUsdh: 210482.25,
      firstTraded: '2026-07-15T06:00:03.120Z',
      lastTraded: '2026-07-16T05:59:58.004Z',
      priceBinary: {
        class: 'priceBinary',
        underlying: 'BTC',
        expiry: '2026-07-16T06:00:00.000Z',
        targetPrice: 64953,
        period: '1d',
        comparison: 'at-or-above',
      },
    },
  ],
} satisfies Static<typeof outcomeListBody>;
