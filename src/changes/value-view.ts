import { monotonicMs } from '../kernel/clock.ts';
import { withAbort } from '../kernel/with-abort.ts';
import type { ChangeFeed, Changes, Look } from './change-feed.ts';
import { type RunningView, runView } from './view.ts';
import type { HeldParts, ViewSnapshot } from './view-snapshots.ts';

/** A view that is one value, read as a whole: again when what it rests on changed, and when it has become old. */
export interface ValueView<V> {
  /** For logs and metrics. */
  name: string;
  /** See {@link View.maxAgeMs}. */
  maxAgeMs: number;
  /** @param held the value before; undefined: none. What has not changed may be taken from it */
  read(held: V | undefined): Promise<V>;
  /** Of what it rests on beside fills: another text whenever that changed. Default: it rests on nothing else. */
  version?(look: Look): string;
  /** Whether batches changed it. Default: it does not rest on fills. */
  isChanged?(changes: Changes, held: V): boolean | Promise<boolean>;
  /** Whether the time that passed changed it: at the turn of a day, say. */
  isOver?(held: V): boolean;
  /** At this age it is read again though nothing changed. Default: never. */
  rereadMs?: number;
  /** Of the time, for reading it; 1: it may follow on itself. Default: 0.2. */
  readShare?: number;
  /**
   * Writes it to disk now and then, see {@link ViewSnapshot}. What was written is the value before of the first reading, which takes of
   * it what has not changed. Default: each start reads all of it, for it costs little.
   */
  snapshot?: {
    format: ViewSnapshot['format'];
    save(value: V): HeldParts | Promise<HeldParts>;
    restore(parts: HeldParts): V | Promise<V>;
  };
}

export interface RunningValue<V> {
  /** Begins to follow the store; a first {@link read} does so too. */
  start(): void;
  /**
   * The value, at once where there is one, however old: a view that fails is stale alone.
   * Without one it waits for the reading under way.
   *
   * @throws what the reading rejects with, the signal's reason, and Error where the view is closed
   */
  read(signal?: AbortSignal): Promise<V>;
  /** Another number with every value; 0 before the first. */
  version(): number;
  close(): Promise<void>;
}

/** Keeps a value behind the feed, from the first time that it is wanted until it is closed. */
export function runValueView<V>(options: {
  feed: ChangeFeed;
  view: ValueView<V>;
  /** The value stays as it was, and is read again after the next look. */
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
  // It is one of the followers before it is first asked for.
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
  // A reading may fail that no request waits for.
  attempt.promise.catch(() => undefined);
  return attempt;
}
