import { candleIntervals } from '../../../../src/wire/candle.ts';

/** What one can subscribe to here. */
export type TopicType = keyof typeof fieldsOf;

/** A stream of messages; subscriptions with equal keys get the same one. */
export interface Topic {
  type: TopicType;
  key: string;
  /** The subscription with every default filled in, as the exchange repeats it. */
  echo: Readonly<Record<string, unknown>>;
  /** Empty where the type has none. */
  coin: string;
  /** In lower case; undefined where it belongs to no wallet. */
  user: string | undefined;
  dex: string;
  interval: string;
  fast: boolean;
  /** How coarse a book is sent: significant figures of its prices, and the step of the last one. */
  nSigFigs: number | null;
  mantissa: number | null;
}

interface Field {
  isRight(value: unknown): boolean;
  /** Stands for a value that is missing; without one the field must be there. */
  standard?: unknown;
  /** What is missing is left out of the echo. */
  leftOut?: true;
}

const text: Field = { isRight: (value) => typeof value === 'string' && value !== '' };
const dex: Field = { isRight: (value) => typeof value === 'string', standard: '' };
const address: Field = {
  isRight: (value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value),
};
const flag: Field = { isRight: (value) => typeof value === 'boolean', standard: false };
const interval: Field = { isRight: (value) => candleIntervals.includes(value as string) };
/** One of some numbers, or none. */
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
  // As in REST: fills are never merged.
  userFills: { user: address, aggregateByTime: flag },
  userEvents: { user: address },
  userFundings: { user: address },
  userNonFundingLedgerUpdates: { user: address },
  clearinghouseState: { user: address, dex },
  outcomeMetaUpdates: {},
} satisfies Record<string, Record<string, Field>>;

/** Reads a subscription; undefined where it is none, as for an unknown type. */
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

/** What topics differ by: messages find the topic that they belong to by it. */
export function topicKey(topic: Pick<Topic, 'type'> & Partial<Omit<Topic, 'type' | 'key' | 'echo'>>): string {
  const { type, coin = '', user = '', dex = '', interval = '', fast = false } = topic;
  const { nSigFigs = null, mantissa = null } = topic;
  return `${type} ${coin} ${user} ${dex} ${interval} ${fast} ${nSigFigs} ${mantissa}`;
}
