import { monotonicMs } from '../kernel/clock.ts';
import { withAbort } from '../kernel/with-abort.ts';
import type { ChangeFeed, Changes, Look } from './change-feed.ts';
import { type RunningView, runView } from './view.ts';
import type { HeldParts, ViewSnapshot } from './view-snapshots.ts';

/** A view of a single value, read as a whole when its inputs change or the value becomes too old. */
export interface ValueView<V> {
  /** For logs and metrics. */
  name: string;
  /** See {@link View.maxAgeMs}. */
  maxAgeMs: number;
  /** @param held the previous value, whose unchanged parts may be reused; undefined if none */
  read(held: V | undefined): Promise<V>;
  /** Version of inputs other than fills; a new text triggers a read. Default: no other inputs. */
  version?(look: Look): string;
  /** Whether batches change the value. Default: does not depend on fills. */
  isChanged?(changes: Changes, held: V): boolean | Promise<boolean>;
  /** Whether time alone invalidates the value, for example at the turn of a day. */
  isOver?(held: V): boolean;
  /** Age at which the value is read again without a change. Default: never. */
  rereadMs?: number;
  /** Maximum share of time spent on reads; 1 allows back-to-back reads. Default: 0.2. */
  readShare?: number;
  /**
   * Periodic snapshot on disk, see {@link ViewSnapshot}. A restored snapshot is the previous value of the first read, which reuses its
   * unchanged parts. Default: none, for values that are cheap to read.
   */
  snapshot?: {
    format: ViewSnapshot['format'];
    save(value: V): HeldParts | Promise<HeldParts>;
    restore(parts: HeldParts): V | Promise<V>;
  };
}

export interface RunningValue<V> {
  /** Starts following the store; the first {@link read} also does. */
  start(): void;
  /**
   * The current value, at once if there is one, however old: a failing view is only stale. Else waits for the read under way.
   *
   * @throws errors of the read, the signal's reason, or Error if the view is closed
   */
  read(signal?: AbortSignal): Promise<V>;
  /** Changes with every value; 0 before the first. */
  version(): number;
  close(): Promise<void>;
}

/** Keeps a value up to date with the feed, from its first use until closed. */
export function runValueView<V>(options: {
  feed: ChangeFeed;
  view: ValueView<V>;
  /** Called when a read or saving a snapshot fails. The value stays; a failed read is repeated after the next poll. */
  onError(error: unknown): void;
}): RunningValue<V> {
  const { feed, view, onError } = options;
  const { rereadMs = Number.POSITIVE_INFINITY, readShare = 0.2 } = view;
  let held: { value: V; version: string | undefined; readMs: number } | undefined;
  let saved: V | undefined;
  let values = 0;
  let running: RunningView | undefined;
  let isClosed = false;
  let attempt = newAttempt<V>();
  // Registers as a follower before the first request.
  const leave = feed.join({
    name: view.name,
    maxAgeMs: view.maxAgeMs,
    checkedMs: () => running?.checkedMs(),
  });
  const joined: ChangeFeed = { ...feed, join: () => leave };

  async function load(look: Look): Promise<number> {
    const [version, readMs] = [view.version?.(look), monotonicMs()];
    try {
      held = { value: await view.read(held?.value ?? saved), version, readMs };
      saved = undefined;
      values += 1;
      attempt.resolve(held.value);
    } catch (error) {
      attempt.reject(error);
      attempt = newAttempt();
      throw error;
    }
    return look.seq;
  }

  function snapshotOf(of: NonNullable<ValueView<V>['snapshot']>): ViewSnapshot {
    return {
      format: of.format,
      save: () => of.save(held!.value),
      async restore(parts) {
        saved = await of.restore(parts);
        return undefined;
      },
    };
  }

  function start(): void {
    if (isClosed) return;
    running ??= runView({
      feed: joined,
      onError,
      view: {
        name: view.name,
        maxAgeMs: view.maxAgeMs,
        load,
        apply: async (changes) => (await view.isChanged?.(changes, held!.value)) !== true,
        isOutdated: (look) =>
          held === undefined ||
          held.version !== view.version?.(look) ||
          monotonicMs() - held.readMs >= rereadMs ||
          view.isOver?.(held.value) === true,
        loadShare: readShare,
        ...(view.snapshot && { snapshot: snapshotOf(view.snapshot) }),
      },
    });
  }

  return {
    start,
    async read(signal) {
      start();
      if (held !== undefined) return held.value;
      return withAbort(attempt.promise, signal);
    },
    version: () => values,
    async close() {
      isClosed = true;
      leave();
      attempt.reject(new Error('shutting down'));
      await running?.close();
    },
  };
}

function newAttempt<V>(): PromiseWithResolvers<V> {
  const attempt = Promise.withResolvers<V>();
  // A failed read may have no waiting request.
  attempt.promise.catch(() => undefined);
  return attempt;
}
