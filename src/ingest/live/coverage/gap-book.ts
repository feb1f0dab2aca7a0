import type { Clock } from '../../../kernel/clock.ts';
import type { Span } from '../../../kernel/span.ts';
import { feedGaps } from '../../facts/fact-tables.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import type { FeedWatch } from './feed-watch.ts';

/** Data that a source had and nothing can bring back, in a span of the exchange's time: from 0 for "since ever". */
export interface RecordedGap extends Span {
  feed: 'trades' | 'fills' | 'walletFunding' | 'candles' | 'contexts' | 'books';
  /** Of fills and walletFunding always, of no other feed: the zero address is a wallet like others. */
  wallet?: string;
  /** Empty where no one coin is concerned. */
  coin?: string;
  reason: string;
}

/** Records what is missing for good, once each. */
export interface GapBook {
  /** Resolves once it is stored. */
  record(gap: RecordedGap): Promise<void>;
  /** A hole that was closed. */
  filled(feed: RecordedGap['feed']): void;
  /** Notes a hole that may still be filled, or, once it was, that it is none any more. Resolves once it is stored. */
  note(gap: RecordedGap, filled: boolean): Promise<void>;
}

/** A hole as it is noted while it may still be filled. */
export function asOpen(
  feed: RecordedGap['feed'],
  hole: Pick<RecordedGap, 'coin' | 'fromMs' | 'toMs'>,
): RecordedGap {
  return { feed, ...hole, reason: 'open' };
}

export function createGapBook(parts: { facts: FactWriter; watch: FeedWatch; clock: Clock }): GapBook {
  const { facts, watch, clock } = parts;
  async function note(gap: RecordedGap, filled: boolean): Promise<void> {
    const { feed, wallet = '', coin = '', fromMs, toMs, reason } = gap;
    const time = clock.nowMs();
    await facts.write(feedGaps, [
      { feed, wallet, coin, from_time: fromMs, to_time: toMs, reason, filled, time },
    ]);
  }
  return {
    async record(gap) {
      watch.gap(gap.feed, false);
      await note(gap, false);
    },
    filled: (feed) => watch.gap(feed, true),
    note,
  };
}
