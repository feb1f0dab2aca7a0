import type { AnalyticsStore } from '../analytics/store.ts';
import { monotonicMs } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { pause } from '../kernel/pause.ts';
import type { FoldWatch } from '../lifecycles/fold-watch.ts';
import { createLifecycleFold, type FoldCost } from '../lifecycles/lifecycle-fold.ts';

/** Between two looks for new batches. */
const pollMs = 5_000;
/** Of the time, for following new batches; they are folded after so long at the latest. */
const share = 0.1;
const longestRestMs = 20_000;
const retryMs = 10_000;
/** Between two lines of the log. */
const tellMs = 10_000;

/**
 * Folds lifecycles behind the fills that are stored, in a process that has the right to write them, until the signal aborts.
 * Never rejects.
 *
 * @param parts.dir for files on their way to the engine, of this process alone
 * @param untilDone true to end as soon as everything is folded
 */
export async function keepFolding(
  parts: { analytics: AnalyticsStore; dir: string; log: Log; watch: FoldWatch },
  signal: AbortSignal,
  untilDone = false,
): Promise<void> {
  const { analytics, dir, log, watch } = parts;
  const fold = createLifecycleFold({ store: analytics, dir });
  const tell = createFoldLog(log);
  while (!signal.aborted) {
    let restMs = retryMs;
    const turn = watch.begin();
    try {
      const cost = await fold.step(signal);
      turn.end(cost);
      if (cost === undefined && untilDone) break;
      if (cost !== undefined) tell(cost);
      restMs = restAfter(cost);
    } catch (err) {
      turn.fail();
      if (!signal.aborted) log.error({ err }, 'lifecycles cannot be folded; trying again');
    }
    await pause(restMs, signal);
  }
  watch.rest();
  await fold.close();
}

function restAfter(cost: FoldCost | undefined): number {
  if (cost === undefined) return pollMs;
  if (cost.isBehind) return 0;
  return Math.min(longestRestMs, Math.max(pollMs, (cost.ms * (1 - share)) / share));
}

function createFoldLog(log: Log): (cost: FoldCost) => void {
  let toldMs = Number.NEGATIVE_INFINITY;
  return (cost) => {
    const { kind, rangesDone, ranges } = cost;
    const isDone = kind === 'range' && rangesDone === ranges;
    if (isDone) log.info(cost, 'lifecycles are folded from all stored fills');
    else if (kind === 'batches') log.debug(cost, 'lifecycles follow new fills');
    else if (monotonicMs() - toldMs >= tellMs) log.info(cost, 'folding lifecycles from the stored fills');
    else return;
    toldMs = monotonicMs();
  };
}
