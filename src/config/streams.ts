import { Type } from 'typebox';
import { given } from './setting.ts';

/** Bounds of streams (docs/guides/streams.md#limits). */
export const streamSettings = {
  streamConnections: Type.String({
    ...given({
      env: 'TIDEMARK_STREAM_CONNECTIONS',
      description: 'Open streams per account, by tier, as TIER=NUMBER between commas; other tiers have none',
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
};
