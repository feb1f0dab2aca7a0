import { hash } from 'node:crypto';
import { newestGapChange, readGapChanges } from '../coverage/gap-changes.ts';
import type { CoverageInterval } from '../coverage/interval.ts';
import { rfc3339 } from '../kernel/clock.ts';
import type { Change, Changes } from './change-log.ts';
import { derived, type EventFeed, ofChanges } from './feed.ts';
import { integer, object, schemaAt, text, timeMs, wallet } from './schema.ts';

/** Event names by state of a gap. */
const qualityEvents = ['opened', 'lost', 'healed'] as const;
const eventOf: Readonly<Record<string, string>> = { open: 'opened', lost: 'lost', healed: 'healed' };

interface GapChange extends Change {
  /** Id of the gap; the same in every state. */
  gap: string;
  interval: CoverageInterval;
}

/** Changes of coverage gaps, listed by the coverage ledger. */
export const gapChanges: Changes<GapChange> = {
  fact: 'coverage',
  read: async (store, span) => (await readGapChanges(store, span)).map(changeOf),
  newest: newestGapChange,
};

function gapIdOf({ feed, wallet, coin, fromMs, toMs, fromBlock, toBlock }: CoverageInterval): string {
  return hash('sha256', JSON.stringify([feed, wallet, coin, fromMs, toMs, fromBlock, toBlock])).slice(0, 16);
}

function changeOf(interval: CoverageInterval): GapChange {
  const { feed, wallet, coin, fromMs, toMs, fromBlock, toBlock, state, reason, seenMs, changedMs } = interval;
  const [gap, event] = [gapIdOf(interval), eventOf[state]!];
  return {
    changedMs,
    gap,
    interval,
    name: `${gap} ${state} ${changedMs}`,
    wallet,
    coin,
    event,
    json: () =>
      JSON.stringify({
        event,
        gap,
        feed,
        wallet,
        coin,
        from: rfc3339(fromMs),
        to: rfc3339(toMs),
        fromBlock,
        toBlock,
        reason,
        foundAt: rfc3339(seenMs),
        time: changedMs,
      }),
  };
}

export const qualityFeed: EventFeed = {
  ...ofChanges,
  ...derived,
  tier: 'free',
  changes: gapChanges,
  filters: ['wallets', 'coins', 'dex'],
  events: qualityEvents,
  summary: 'Gaps of the record that are found, lost or filled',
  data: schemaAt('QualityEvent'),
  schemas: {
    QualityEvent: object(
      {
        event: { enum: qualityEvents },
        gap: text('Id of the gap, the same when it is filled'),
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
  },
};
