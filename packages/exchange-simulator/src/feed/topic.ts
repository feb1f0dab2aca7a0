import { candleIntervals } from '../../../../src/wire/candle.ts';

/** Subscription types that are supported. */
export type TopicType = keyof typeof fieldsOf;

/** A stream of messages; subscriptions with equal keys get the same one. */
export interface Topic {
  type: TopicType;
  key: string;
  /** The subscription with every default filled in, as the exchange repeats it. */
  echo: Readonly<Record<string, unknown>>;
  /** Empty if the type has no coin. */
  coin: string;
  /** Lower case; undefined if the topic belongs to no wallet. */
  user: string | undefined;
  dex: string;
  interval: string;
  fast: boolean;
  /** Granularity of a book: significant figures of its prices, and the step of the last figure. */
  nSigFigs: number | null;
  mantissa: number | null;
}

interface Field {
  isRight(value: unknown): boolean;
  /** Default of an optional field; without a default the field is required. */
  standard?: unknown;
  /** True: a missing value is left out of the echo. */
  leftOut?: true;
}

const text: Field = { isRight: (value) => typeof value === 'string' && value !== '' };
const dex: Field = { isRight: (value) => typeof value === 'string', standard: '' };
const address: Field = {
  isRight: (value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value),
};
const flag: Field = { isRight: (value) => typeof value === 'boolean', standard: false };
const interval: Field = { isRight: (value) => candleIntervals.includes(value as string) };
/** Accepts any of some numbers, or null. */
const oneOf = (...numbers: number[]): Field => ({
  isRight: (value) => numbers.includes(value as number),
  standard: null,
});

/** The fields of each type (docs/exchange.md#subscriptions). */
const fieldsOf = {
  trades: { coin: text },
  l2Book: { coin: text, nSigFigs: oneOf(2, 3, 4, 5), mantissa: oneOf(1, 2, 5), fast: flag },
  bbo: { coin: text },
  candle: { coin: text, interval },
  allMids: { dex: { ...dex, leftOut: true } },
  activeAssetCtx: { coin: text },
  allDexsAssetCtxs: {},
  fastAssetCtxs: {},
  // As in REST: fills are never merged.
  userFills: { user: address, aggregateByTime: flag },
  userEvents: { user: address },
  userFundings: { user: address },
  userNonFundingLedgerUpdates: { user: address },
  clearinghouseState: { user: address, dex },
  outcomeMetaUpdates: {},
} satisfies Record<string, Record<string, Field>>;

/** Parses a subscription; undefined if it is invalid or of an unknown type. */
export function readTopic(subscription: unknown): Topic | undefined {
  if (typeof subscription !== 'object' || subscription === null) return undefined;
  const params = subscription as Record<string, unknown>;
  if (typeof params.type !== 'string' || !Object.hasOwn(fieldsOf, params.type)) return undefined;
  const type = params.type as TopicType;
  const echo: Record<string, unknown> = { type };
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fieldsOf[type] as Record<string, Field>)) {
    const value = params[name] ?? field.standard;
    const isStandard = 'standard' in field && value === field.standard;
    if (!isStandard && !field.isRight(value)) return undefined;
    values[name] = name === 'user' ? (value as string).toLowerCase() : value;
    if (!(isStandard && field.leftOut)) echo[name] = values[name];
  }
  const parts = {
    coin: '',
    user: undefined,
    dex: '',
    interval: '',
    fast: false,
    nSigFigs: null,
    mantissa: null,
    ...(values as Partial<Topic>),
  };
  return { type, key: topicKey({ type, ...parts }), echo, ...parts };
}

/** Key of a topic; messages find their topic by it. */
export function topicKey(topic: Pick<Topic, 'type'> & Partial<Omit<Topic, 'type' | 'key' | 'echo'>>): string {
  const { type, coin = '', user = '', dex = '', interval = '', fast = false } = topic;
  const { nSigFigs = null, mantissa = null } = topic;
  return `${type} ${coin} ${user} ${dex} ${interval} ${fast} ${nSigFigs} ${mantissa}`;
}
