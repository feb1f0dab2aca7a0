import type { AnalyticsStore } from '../analytics/store.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import { foldName } from '../changes/fold-feed.ts';
import { runView } from '../changes/view.ts';
import { monotonicMs } from '../kernel/clock.ts';
import { createFaultLog } from '../kernel/fault-log.ts';
import type { Log } from '../kernel/log.ts';
import { withAbort } from '../kernel/with-abort.ts';
import type { FoldWatch } from '../lifecycles/fold-watch.ts';
import { createLifecycleFold, type FoldCost } from '../lifecycles/lifecycle-fold.ts';

/** Share of time for folding new batches: a pause lets repeated trades fold in one turn. Longest pause: `longestRestMs`. */
const share = 0.03;
const longestRestMs = 20_000;
/** Maximum time of a turn, and of the poll before it. */
const foldMs = 10_000;
const logEveryMs = 10_000;

/**
 * Keeps lifecycles folded up to the stored fills, in the process with the right to write, until the signal aborts. Never rejects.
 *
 * @param parts.dir for files on their way to the engine; owned by this process
 * @param untilDone true: returns as soon as everything is folded
 */
export async function keepFolding(
  parts: { analytics: AnalyticsStore; feed: ChangeFeed; dir: string; log: Log; watch: FoldWatch },
  signal: AbortSignal,
  untilDone = false,
): Promise<void> {
  const { analytics, feed, dir, log, watch } = parts;
  const fold = createLifecycleFold({ store: analytics, dir });
  const faults = createFaultLog({ log });
  const report = createFoldLog(log);
  async function turn(): Promise<FoldCost | undefined> {
    const cost = await fold.step(signal);
    if (cost === undefined) return undefined;
    watch.turned(cost);
    report(cost);
    return cost;
  }
  const running = runView({
    feed,
    view: {
      name: foldName,
      maxAgeMs: longestRestMs + foldMs,
      async load({ seq }, step) {
        while ((await turn()) !== undefined) await step();
        return seq;
      },
      async apply({ upTo }) {
        for (let cost = await turn(); cost !== undefined; cost = await turn()) {
          if (!cost.isBehind && cost.seq >= upTo) break;
        }
        return true;
      },
      applyRestMs: (tookMs) => Math.min(longestRestMs, (tookMs * (1 - share)) / share),
    },
    onError(err) {
      if (signal.aborted) return;
      watch.failed();
      faults.report('lifecycles', { err }, 'lifecycles cannot be folded; trying again');
    },
  });
  watch.begin(running.checkedMs);
  const done = untilDone ? running.ready : new Promise<void>(() => undefined);
  await withAbort(done, signal).catch(() => undefined);
  watch.rest();
  await running.close();
  await fold.close();
  faults.close();
}

function createFoldLog(log: Log): (cost: FoldCost) => void {
  let loggedMs = Number.NEGATIVE_INFINITY;
  return (cost) => {
    const { kind, rangesDone, ranges } = cost;
    const isDone = kind === 'range' && rangesDone === ranges;
    if (isDone) log.info(cost, 'lifecycles are folded from all stored fills');
    else if (kind === 'batches') log.debug(cost, 'lifecycles follow new fills');
    else if (monotonicMs() - loggedMs >= logEveryMs)
      log.info(cost, 'folding lifecycles from the stored fills');
    else return;
    loggedMs = monotonicMs();
  };
}
