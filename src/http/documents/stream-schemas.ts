import { boardPeriods, boardSorts } from '../../boards/traders.ts';
import { lifecycleEvents, outcomeEvents } from '../../streams/derived-feeds.ts';
import { qualityEvents } from '../../streams/quality.ts';
import { candleIntervals } from '../../wire/candle.ts';
import { twapStatuses } from '../../wire/twap.ts';

/** Parts of schemas of streams, and the data of their messages. */

export type Schema = Readonly<Record<string, unknown>>;

export const text = (description?: string): Schema => ({
  type: 'string',
  ...(description && { description }),
});
export const decimal: Schema = { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' };
export const integer: Schema = { type: 'integer' };
const timeMs: Schema = { type: 'integer', description: 'Unix milliseconds' };
export const wallet: Schema = { type: 'string', pattern: '^0x[0-9a-f]{40}$' };
export const address: Schema = { type: 'string', pattern: '^0[xX][0-9a-fA-F]{40}$' };
export const list = (items: Schema): Schema => ({ type: 'array', items });
export const schemaAt = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export function object(
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties };
}

const number: Schema = { type: 'number' };
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
/** null: beyond the listed ranks. */
const rank = orNull(integer);
/** A state has all fields except those of changes; a change has the fields that differ. */
const figures = (fields: Readonly<Record<string, Schema>>): Schema =>
  object({ kind: { enum: ['state', 'change'] }, asOf: text('RFC 3339'), ...fields }, Object.keys(fields));

const twapHead: Readonly<Record<string, Schema>> = {
  time: timeMs,
  twapId: orNull(integer),
  status: text(`${twapStatuses.join(', ')}, or one that is new on the exchange`),
};
const twapTerms: Readonly<Record<string, Schema>> = {
  coin: text(),
  user: wallet,
  side: { enum: ['B', 'A'] },
  sz: decimal,
  minutes: integer,
  reduceOnly: { type: 'boolean' },
  randomize: { type: 'boolean' },
  timestamp: timeMs,
  trigger: {
    ...orNull(object({ px: decimal, above: { type: 'boolean' } })),
    description: 'The order waits until the mark price is above, or below, this price',
  },
  stopPx: { ...orNull(decimal), description: 'The order ends at this price' },
};

export const dataSchemas: Readonly<Record<string, Schema>> = {
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
  Liquidation: object(
    {
      time: timeMs,
      liquidatedUser: { type: ['string', 'null'] },
      liquidator: wallet,
      coin: text(),
      side: { enum: ['B', 'A'] },
      px: decimal,
      sz: decimal,
      markPx: decimal,
      method: text(),
      hash: text(),
      tid: integer,
      closedPnl: decimal,
    },
    ['liquidator', 'markPx', 'closedPnl'],
  ),
  PositionChange: object({
    event: { enum: lifecycleEvents },
    by: { enum: ['trade', 'liquidation', 'adl', 'settlement'] },
    wallet,
    coin: text(),
    time: timeMs,
    side: { enum: ['long', 'short'] },
    startPosition: decimal,
    endPosition: decimal,
    px: decimal,
    sz: decimal,
    closedPnl: decimal,
    fee: decimal,
    feeToken: text(),
    hash: text(),
    tid: integer,
  }),
  QualityEvent: object(
    {
      event: { enum: qualityEvents },
      gap: text('Of the gap, also when it is filled'),
      feed: text(),
      wallet,
      coin: text(),
      from: text('RFC 3339'),
      to: text('RFC 3339'),
      fromBlock: integer,
      toBlock: integer,
      reason: text(),
      foundAt: text('RFC 3339'),
      time: timeMs,
    },
    ['wallet', 'coin', 'fromBlock', 'toBlock'],
  ),
  TwapOrder: object({ ...twapHead, ...twapTerms }),
  TwapStatus: object(
    {
      ...twapHead,
      description: text('Reason of an error'),
      state: object({ ...twapTerms, executedSz: decimal, executedNtl: { ...decimal, description: 'USD' } }),
    },
    ['description'],
  ),
  OutcomeEvent: object({
    event: { enum: outcomeEvents },
    wallet,
    coin: text(),
    time: timeMs,
    side: { enum: ['B', 'A'] },
    px: decimal,
    sz: decimal,
    dir: text(),
    startPosition: decimal,
    closedPnl: decimal,
    fee: decimal,
    feeToken: text(),
    hash: text(),
    tid: integer,
  }),
  Candle: object(
    {
      t: timeMs,
      T: timeMs,
      s: text('Coin'),
      i: { enum: candleIntervals },
      o: decimal,
      c: decimal,
      h: decimal,
      l: decimal,
      v: decimal,
      n: integer,
      closed: { const: true, description: 'The last state of its bucket' },
    },
    ['closed'],
  ),
  Level: object({ px: decimal, sz: decimal, n: integer }),
  BestBidAndAsk: object({
    coin: text(),
    time: timeMs,
    bbo: list({ anyOf: [schemaAt('Level'), { type: 'null' }] }),
  }),
  Book: object({ coin: text(), time: timeMs, levels: list(list(schemaAt('Level'))) }),
  Mids: object({ time: timeMs, mids: { type: 'object', additionalProperties: decimal } }),
  Position: object({
    address: wallet,
    coin: text(),
    side: { enum: ['long', 'short'] },
    size: number,
    entryPx: orNull(number),
    leverage: orNull(number),
    leverageType: orNull(text()),
    liquidationPx: orNull(number),
    marginUsed: orNull(number),
    fundingSinceOpen: orNull(number),
    openedAt: text('RFC 3339'),
    updatedAt: text('RFC 3339'),
  }),
  Positions: figures({
    marks: { type: 'object', additionalProperties: decimal },
    leftOut: { type: 'integer', description: 'Positions beyond those that are shown' },
    positions: {
      ...list(schemaAt('Position')),
      description: 'Largest first; in a change those that are new or differ',
    },
    gone: list(object({ address: wallet, coin: text() })),
  }),
  Leaderboard: figures({
    sort: { enum: boardSorts },
    period: { enum: Object.keys(boardPeriods) },
    leftOut: { type: 'integer', description: 'Traders beyond those that are shown' },
    traders: list({ type: 'object', description: 'rank, address and the figures of the board' }),
    gone: list(wallet),
    moves: list(object({ address: wallet, from: rank, to: rank })),
  }),
  CohortMembers: figures({
    count: { type: 'integer', description: 'Wallets in it' },
    leftOut: { type: 'integer', description: 'Members beyond those that a state names' },
    members: list(wallet),
    entered: list(object({ address: wallet, from: orNull(text('Cohort of before')) })),
    left: list(object({ address: wallet, to: orNull(text('Cohort of now')) })),
  }),
  CoinRisk: figures({
    coin: text(),
    market: { type: 'object', description: 'And the other fields of the answer of the risk of a coin' },
  }),
  Gap: object(
    {
      id: text(),
      from: text('RFC 3339'),
      to: text('RFC 3339'),
      reason: text(),
      state: { enum: ['open', 'lost', 'healed', 'several'] },
      feed: text(),
      wallet,
      coin: text(),
      fromBlock: integer,
      toBlock: integer,
      gaps: integer,
    },
    ['state', 'feed', 'wallet', 'coin', 'fromBlock', 'toBlock', 'gaps'],
  ),
};
