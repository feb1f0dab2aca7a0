import {
  activeAssetCtx,
  activeSpotAssetCtx,
  readAllDexsAssetCtxs,
  readFastAssetCtxs,
} from './asset-context.ts';
import { allMidsMessage, bestQuotes, book } from './book.ts';
import { readCandleMessage } from './candle.ts';
import { clearinghouseStateMessage } from './clearinghouse-state.ts';
import { drift } from './drift.ts';
import { fault } from './fault.ts';
import { outcomeChange } from './outcome.ts';
import { eachOf, type Fault, payload, type Read, type Reader } from './payload.ts';
import { text } from './scalar.ts';
import { subscriptionResponse } from './subscription.ts';
import { trade } from './trade.ts';
import { readUserEvent, readUserFills } from './wallet-fills.ts';

/** The channels that are read. A channel has the name of its subscription, but for `user` and `activeSpotAssetCtx`. */
const channels = {
  trades: eachOf(trade),
  l2Book: book.read,
  bbo: bestQuotes.read,
  allMids: allMidsMessage.read,
  candle: readCandleMessage,
  activeAssetCtx: activeAssetCtx.read,
  activeSpotAssetCtx: activeSpotAssetCtx.read,
  allDexsAssetCtxs: readAllDexsAssetCtxs,
  fastAssetCtxs: readFastAssetCtxs,
  userFills: readUserFills,
  user: readUserEvent,
  clearinghouseState: clearinghouseStateMessage.read,
  outcomeMetaUpdates: eachOf(outcomeChange),
  subscriptionResponse: subscriptionResponse.read,
  error: payload('error', text).read,
  pong: (() => ({ data: undefined, rejected: [] })) as Reader<undefined>,
};

export type Channel = keyof typeof channels;

type DataOf<R> = R extends Reader<infer T> ? T : never;

export type Frame = {
  [C in Channel]: { channel: C } & Read<DataOf<(typeof channels)[C]>>;
}[Channel];

export type FrameOf<C extends Channel> = Extract<Frame, { channel: C }>;

export interface FrameFault extends Fault {
  /** The channel it names, where that is one that is read. */
  from?: Channel;
}

/**
 * Reads one WebSocket message (docs/exchange.md#websocket). Never throws.
 *
 * @returns The frame with its rejected elements; or the fault if the whole message is unusable.
 */
export function readFrame(message: string): Frame | FrameFault {
  let value: unknown;
  try {
    value = JSON.parse(message);
  } catch (error) {
    return { fault: `frame is no JSON (${(error as Error).message.slice(0, 160)})` };
  }
  if (typeof value !== 'object' || value === null) return { fault: fault('frame', value, 'an object') };
  const { channel, data } = value as { channel?: unknown; data?: unknown };
  if (typeof channel !== 'string' || !Object.hasOwn(channels, channel)) {
    drift.countValue('frame', 'channel', channel, value);
    return { fault: fault('channel', channel, `one of ${Object.keys(channels).join(', ')}`) };
  }
  const from = channel as Channel;
  const reading = channels[from](data);
  return 'fault' in reading ? { ...reading, from } : ({ channel, ...reading } as Frame);
}
