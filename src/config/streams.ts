import { Type } from 'typebox';
import { given } from './setting.ts';

/** Bounds of streams (docs/guides/streams.md#limits). */
export const streamSettings = {
  streamConnections: Type.String({
    ...given({
      env: 'TIDEMARK_STREAM_CONNECTIONS',
      description:
        'Streams that one account may have open, by tier, as TIER=NUMBER between commas; a tier that is left out has none',
    }),
    format: 'by-tier',
    default: 'free=1,starter=1,pro=5,enterprise=50',
  }),
  streamSubscriptions: Type.String({
    ...given({
      env: 'TIDEMARK_STREAM_SUBSCRIPTIONS',
      description: 'Subscriptions of one stream, by tier, in the same form',
    }),
    format: 'by-tier',
    default: 'free=2,starter=25,pro=100,enterprise=1000',
  }),
  streamMaxConnections: Type.Integer({
    ...given({
      env: 'TIDEMARK_STREAM_MAX_CONNECTIONS',
      description: 'Open streams of all accounts; a further one is refused with 503',
    }),
    minimum: 1,
    maximum: 1_000_000,
    default: 5_000,
  }),
  streamMaxSubscriptions: Type.Integer({
    ...given({
      env: 'TIDEMARK_STREAM_MAX_SUBSCRIPTIONS',
      description:
        'Subscriptions of all streams; a further one is refused with `server at subscription capacity`',
    }),
    minimum: 1,
    maximum: 10_000_000,
    default: 100_000,
  }),
  streamUnsentKb: Type.Integer({
    ...given({
      env: 'TIDEMARK_STREAM_UNSENT_KB',
      description: 'Kilobytes that may wait for one client; from then on its events wait in the store',
    }),
    minimum: 16,
    maximum: 65_536,
    default: 256,
  }),
  streamMessagesPerSecond: Type.Integer({
    ...given({
      env: 'TIDEMARK_STREAM_MESSAGES_PER_SECOND',
      description: 'Messages that a client may send each second, ten times as many at once',
    }),
    minimum: 1,
    maximum: 10_000,
    default: 20,
  }),
};
