import { coinRisk } from '../../endpoints/live/risk-coin.ts';
import type { FigureFeed } from './figure-feed.ts';
import { listReading, partsOf } from './figure-list.ts';

/** Times that go on by themselves, within parts that stay as they are. */
const times = new Set(['timestamp', 'generatedAt', 'since', 'freshness']);
const withoutTimes = (name: string, value: unknown) => (times.has(name) ? undefined : value);
/** Parts of the answer that are nothing but times. */
const isTime = (part: string) => part === 'generatedAt' || part === 'freshness';

/** The risk of a coin, as its endpoint answers it: each part is sent again once it differs. */
export const coinRiskFeed: FigureFeed = {
  tier: 'pro',
  argument: undefined,
  isOwn: true,
  isOfFigures: true,
  subjects: ['coin'],
  // As old as the answer may be (`live` of the ages).
  pauseMs: 2_000,
  open: ({ coin }) =>
    listReading(
      async (context) => {
        const { body } = await coinRisk(coin!, context);
        const parts = Object.entries(body).filter(([part]) => !isTime(part));
        return { parts: partsOf(Object.fromEntries(parts)), name: '', rows: new Map() };
      },
      { comparable: (json) => JSON.stringify(JSON.parse(json), withoutTimes) },
    ),
};
