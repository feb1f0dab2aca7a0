import type { LoggedFill } from '../changes/logged-fill.ts';
import { derived, type EventFeed, threefold } from './feed.ts';
import { decimal, integer, object, schemaAt, text, timeMs, wallet } from './schema.ts';

const fillElement = ({ wallet, json }: LoggedFill) => `["${wallet}",${json()}]`;
const fillElements = (fills: readonly LoggedFill[]) => fills.map(fillElement);

const schemas = {
  Fill: object(
    {
      coin: text(),
      px: decimal,
      sz: decimal,
      side: { enum: ['B', 'A'] },
      time: timeMs,
      startPosition: decimal,
      dir: text(),
      closedPnl: decimal,
      hash: text(),
      oid: integer,
      crossed: { type: 'boolean' },
      fee: decimal,
      tid: integer,
      cloid: text(),
      feeToken: text(),
      builder: wallet,
      builderFee: decimal,
      deployerFee: decimal,
      priorityGas: decimal,
      liquidation: { type: 'object' },
      twapId: { type: ['integer', 'null'] },
    },
    ['tid', 'cloid', 'builder', 'builderFee', 'deployerFee', 'priorityGas', 'liquidation'],
  ),
  WalletFill: { type: 'array', prefixItems: [wallet, schemaAt('Fill')], minItems: 2, maxItems: 2 },
};
const ofFills = { data: schemaAt('WalletFill'), schemas, elements: fillElements };
const trades = {
  kind: undefined,
  ...ofFills,
  summary: 'Both sides of each trade, as the exchange writes fills',
};

/** Feeds whose elements are fills. */
export const fillFeeds = {
  ...threefold('trades', ['starter', 'free', 'starter'], trades),
  tradesByCoin: { ...trades, tier: 'free', argument: 'coin', summary: `${trades.summary} of one coin` },
  ...threefold('twapSliceFills', ['starter', 'free', 'starter'], {
    ...ofFills,
    kind: 'twap',
    summary: 'Fills of slices of TWAP orders',
  }),
  cohortTrades: {
    ...trades,
    ...derived,
    argument: 'cohort',
    summary: 'Fills of wallets that are in a cohort at that time',
  },
  builderFills: { ...derived, ...ofFills, kind: 'builder', summary: 'Fills of orders that name a builder' },
} satisfies Record<string, EventFeed> as Record<string, EventFeed>;
