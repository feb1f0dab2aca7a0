import { hash } from 'node:crypto';
import { newestGapChangeOfAll, readGapChanges } from '../coverage/gap-changes.ts';
import type { CoverageInterval } from '../coverage/interval.ts';
import { rfc3339 } from '../kernel/clock.ts';
import type { Change, Changes } from './change-log.ts';

/** Event names by state of a gap. */
export const qualityEvents = ['opened', 'lost', 'healed'] as const;
const eventOf: Readonly<Record<string, string>> = { open: 'opened', lost: 'lost', healed: 'healed' };

/** Changes of coverage gaps, listed by the coverage ledger. */
export const gapChanges: Changes = {
  read: async (store, span) => (await readGapChanges(store, span)).map(changeOf),
  newest: newestGapChangeOfAll,
};

/** Id of a gap; the same in every state. */
function gapIdOf({ feed, wallet, coin, fromMs, toMs, fromBlock, toBlock }: CoverageInterval): string {
  return hash('sha256', JSON.stringify([feed, wallet, coin, fromMs, toMs, fromBlock, toBlock])).slice(0, 16);
}

function changeOf(interval: CoverageInterval): Change {
  const { feed, wallet, coin, fromMs, toMs, fromBlock, toBlock, state, reason, seenMs, changedMs } = interval;
  const [gap, event] = [gapIdOf(interval), eventOf[state]!];
  return {
    changedMs,
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
