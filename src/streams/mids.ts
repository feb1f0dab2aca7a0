import { memoryTopics } from './memory-topic.ts';
import type { StateFeed } from './state-topic.ts';

/** Mid prices of all coins. */
export const midsFeed: StateFeed = {
  tier: 'free',
  subjects: [],
  isLive: true,
  ...memoryTopics((market) => {
    const { marks, spot } = market.observed();
    const timeMs = Math.max(marks ?? 0, spot ?? 0);
    if (timeMs === 0) return undefined;
    const mids = () => [...market.contexts()].flatMap(({ coin, midPx }) => (midPx ? [[coin, midPx]] : []));
    return { of: timeMs, timeMs, data: () => ({ time: timeMs, mids: Object.fromEntries(mids()) }) };
  }),
};
