import { coinRisk } from '../../endpoints/live/risk-coin.ts';
import { figures, schemaAt, text } from '../schema.ts';
import type { StateFeed } from '../state-topic.ts';
import { listReading, partsOf } from './figure-list.ts';
import { figureTopics } from './figure-topic.ts';

/** Time fields that advance without a change of the data; ignored when parts are compared. */
const times = new Set(['timestamp', 'generatedAt', 'since', 'freshness']);
const withoutTimes = (name: string, value: unknown) => (times.has(name) ? undefined : value);
/** Parts of the answer that hold only times. */
const isTime = (part: string) => part === 'generatedAt' || part === 'freshness';

/** The risk of a coin, as its endpoint returns it; changed parts are sent. */
export const coinRiskFeed: StateFeed = {
  summary: 'The risk of a coin as in the API: a state, then the parts that change',
  data: schemaAt('CoinRisk'),
  schemas: {
    CoinRisk: figures({
      coin: text(),
      market: { type: 'object', description: 'The other fields of the API answer' },
    }),
  },
  tier: 'pro',
  isOwn: true,
  subjects: ['coin'],
  // Maximum age of the endpoint's answer (`live` in the ages).
  ...figureTopics(2_000, ({ coin }) =>
    listReading(
      async (context) => {
        const { body } = await coinRisk(coin!, context);
        const parts = Object.entries(body).filter(([part]) => !isTime(part));
        return { parts: partsOf(Object.fromEntries(parts)), name: '', rows: new Map() };
      },
      { comparable: (json) => JSON.stringify(JSON.parse(json), withoutTimes) },
    ),
  ),
};
