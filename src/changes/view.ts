import { monotonicMs } from '../kernel/clock.ts';
import { pause } from '../kernel/pause.ts';
import { restMsAfter } from '../kernel/rest.ts';
import { type ChangeFeed, type Changes, type Look, lookEveryMs } from './change-feed.ts';
import { createViewSaver } from './view-saver.ts';
import type { ViewSnapshot } from './view-snapshots.ts';

/** In-memory state that follows the store. {@link runView} supplies the loop, timer and single-flight. */
export interface View {
  /** For logs and metrics. */
  name: string;
  /**
   * Maximum staleness in normal running, milliseconds: from the store (or the fold, for a view of the fold) to the view.
   * Published in `docs/freshness.md` and `/metrics`.
   */
  maxAgeMs: number;
  /**
   * Reads everything.
   *
   * @param step awaited between steps of a long load, so that the current state keeps following the store; throws once the view is closed
   * @returns number of the newest batch certainly included, at least `look.seq`
   */
  load(look: Look, step: () => Promise<void>): Promise<number>;
  /**
   * Applies batches that all name their wallets and coins; some changes may already be included.
   *
   * @returns false if a full load is needed
   */
  apply(changes: Changes): Promise<boolean>;
  /** Work due without a batch; runs after every poll. @returns whether the view changed */
  tend?(look: Look): Promise<boolean>;
  /** Whether a full load is needed without a new batch, for example when the day changes. */
  isOutdated?(look: Look): boolean;
  /** Maximum fills per {@link apply} (at least one batch); later batches wait for the next call. Default: unlimited. */
  turnFills?: number;
  /** Above this many new fills a full load is cheaper than a replay. Default: never. */
  backlogFills?: number;
  /** Maximum share of time spent on full loads; 1 allows back-to-back loads. Default: 1. */
  loadShare?: number;
  /**
   * Milliseconds that changes wait after an `apply` of the given duration, until the next poll, so that they are batched.
   * Default: 0; only {@link turnShare} limits the time spent.
   */
  applyRestMs?(tookMs: number): number;
  /** Periodic snapshot on disk that spares the next start a full load. Default: none, for views that load cheaply. */
  snapshot?: ViewSnapshot;
}

export interface RunningView {
  /** Resolves when the view first catches up with the store; rejects if the view is closed before. */
  ready: Promise<void>;
  isBuilt(): boolean;
  /** Increases with every change. */
  version(): number;
  /** Monotonic time at which the view was last known current; undefined before the first time. */
  checkedMs(): number | undefined;
  /** Number of the newest batch applied. */
  seq(): number | undefined;
  /** Resolves when the view includes everything stored when the poll began, or when the view is closed. */
  reached(look: Pick<Look, 'atMs'>): Promise<void>;
  close(): Promise<void>;
}

export interface RunningViewOptions {
  feed: ChangeFeed;
  view: View;
  /** Views that must apply the result of a poll before this view does. */
  behind?: readonly Pick<RunningView, 'reached'>[];
  /** Called when the view changes. @param isWhole whether a full load changed it */
  onChange?(cost: { isWhole: boolean; ms: number }): void;
  /** Called when a poll or saving a snapshot fails. A failed poll is retried after the next one, a failed snapshot when the next is due. */
  onError(error: unknown): void;
}

/**
 * Maximum share of time spent on applying batches. A node's blocks are stored several times a second, and the cost of a batch
 * depends little on its fills.
 */
const turnShare = 1 / 5;
/** Half a poll interval: together with the wait for a poll, this stays within the `maxAgeMs` of views. */
const longestTurnRestMs = lookEveryMs / 2;

/** Keeps a view up to date with the feed until closed. */
export function runView(options: RunningViewOptions): RunningView {
  const { feed, view, behind = [], onChange, onError } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const ready = Promise.withResolvers<void>();
  // There may be no waiter when the service stops before the first load.
  ready.promise.catch(() => undefined);
  let seq: number | undefined;
  let version = 0;
  let checkedMs: number | undefined;
  let loaded = { endedMs: Number.NEGATIVE_INFINITY, tookMs: 0, isDue: true };
  /** Changes wait until then. */
  let restedMs = 0;
  let waiting: { atMs: number; resolve(): void }[] = [];
  /** The newest turn finished without an error. */
  let isWhole = false;
  /** Milliseconds the newest turn spent on applying batches. */
  let appliedMs = 0;
  const saver = createViewSaver(feed, view);

  async function load(look: Look): Promise<void> {
    const startMs = monotonicMs();
    // Set before the load, so that a retry after a failure also waits.
    loaded = { ...loaded, endedMs: startMs, isDue: true };
    seq = await view.load(look, followMeanwhile());
    const endedMs = monotonicMs();
    loaded = { endedMs, tookMs: endedMs - startMs, isDue: false };
    changed(true, endedMs - startMs);
  }

  async function restore(look: Look): Promise<void> {
    const found = await saver.restore(look, (after) => isFollowable({ feed, view }, after), version + 1);
    if (found === undefined) return;
    seq = found;
    version += 1;
    loaded.isDue = false;
  }

  async function save(): Promise<void> {
    if (seq !== undefined && !loaded.isDue) await saver.save(seq, version);
  }

  /** Step of a load: the current state keeps following the feed as long as possible. */
  function followMeanwhile(): () => Promise<void> {
    let canGoOn = seq !== undefined;
    return async () => {
      signal.throwIfAborted();
      const look = feed.last()!;
      if (!canGoOn || look.atMs === checkedMs) return;
      canGoOn = await follow(look);
      if (canGoOn) caughtUp(look);
    };
  }

  function changed(isWhole: boolean, ms: number): void {
    version += 1;
    onChange?.({ isWhole, ms });
  }

  function isRested(): boolean {
    const { loadShare = 1 } = view;
    return monotonicMs() - loaded.endedMs >= (loaded.tookMs * (1 - loadShare)) / loadShare;
  }

  /** @returns false if a full load is needed */
  async function follow(look: Look): Promise<boolean> {
    const { turnFills = Number.POSITIVE_INFINITY, backlogFills = Number.POSITIVE_INFINITY } = view;
    while (seq! < look.seq) {
      signal.throwIfAborted();
      const changes = await feed.after(seq!);
      if (fillsOf(changes) > backlogFills) return false;
      const turn = firstOf(changes, turnFills);
      if (turn.batches.length === 0) return true;
      const startMs = monotonicMs();
      if (!turn.batches.every(({ isNamed }) => isNamed)) return false;
      if (!(await view.apply(turn))) return false;
      seq = turn.upTo;
      const tookMs = monotonicMs() - startMs;
      restedMs = startMs + tookMs + (view.applyRestMs?.(tookMs) ?? 0);
      appliedMs += tookMs;
      changed(false, tookMs);
    }
    return true;
  }

  async function turn(look: Look): Promise<void> {
    for (const other of behind) await other.reached(look);
    signal.throwIfAborted();
    await restore(look);
    if (seq === undefined || look.seq < seq || view.isOutdated?.(look) === true) loaded.isDue = true;
    const waits = !loaded.isDue && seq! < look.seq && monotonicMs() < restedMs;
    if (!loaded.isDue && !waits) loaded.isDue = !(await follow(look));
    if (loaded.isDue && isRested()) await load(look);
    const startMs = monotonicMs();
    if (seq !== undefined && (await view.tend?.(look)) === true) changed(false, monotonicMs() - startMs);
    if (!loaded.isDue && !waits) caughtUp(look);
  }

  function caughtUp({ atMs }: Look): void {
    checkedMs = atMs;
    ready.resolve();
    release(atMs);
  }

  /** @param atMs time of the newest poll included in the view */
  function release(atMs: number): void {
    const done = waiting.filter((one) => one.atMs <= atMs);
    waiting = waiting.filter((one) => one.atMs > atMs);
    for (const { resolve } of done) resolve();
  }

  async function run(): Promise<void> {
    let look = await newerLook(undefined);
    while (look !== undefined && !signal.aborted) {
      [isWhole, appliedMs] = [false, 0];
      try {
        await turn(look);
        isWhole = true;
        if (saver.isDue()) await save();
      } catch (error) {
        if (!signal.aborted) onError(error);
      }
      await restAfter(appliedMs, signal);
      look = await newerLook(look);
    }
  }

  function newerLook(than: Look | undefined): Promise<Look | undefined> {
    return Promise.race([feed.newer(than), closed.promise]);
  }

  const closed = Promise.withResolvers<undefined>();
  const { name, maxAgeMs } = view;
  const leave = feed.join({ name, maxAgeMs, checkedMs: () => checkedMs });
  const running = run();
  return {
    ready: ready.promise,
    isBuilt: () => checkedMs !== undefined,
    version: () => version,
    checkedMs: () => checkedMs,
    seq: () => seq,
    reached({ atMs }) {
      if (signal.aborted || (checkedMs !== undefined && checkedMs >= atMs)) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.push({ atMs, resolve });
      });
    },
    async close() {
      closing.abort();
      leave();
      closed.resolve(undefined);
      ready.reject(new Error('shutting down'));
      release(Number.POSITIVE_INFINITY);
      await running;
      if (isWhole) await save().catch(onError);
    },
  };
}

/** New changes are batched during the pause. */
async function restAfter(tookMs: number, signal: AbortSignal): Promise<void> {
  const restMs = restMsAfter(tookMs, { share: turnShare, longestMs: longestTurnRestMs });
  if (restMs >= 1) await pause(restMs, signal, { ref: false });
}

/** Whether the changes after a batch number can be replayed. */
async function isFollowable({ feed, view }: Pick<RunningViewOptions, 'feed' | 'view'>, after: number) {
  const { backlogFills = Number.POSITIVE_INFINITY } = view;
  const changes = await feed.after(after);
  return fillsOf(changes) <= backlogFills && changes.batches.every(({ isNamed }) => isNamed);
}

const fillsOf = ({ batches }: Changes) => batches.reduce((sum, { fills }) => sum + fills, 0);

/** The first batches within a maximum number of fills; at least one batch. */
function firstOf(changes: Changes, most: number): Changes {
  let fills = 0;
  const batches = changes.batches.filter((batch, i) => {
    fills += batch.fills;
    return i === 0 || fills <= most;
  });
  return { ...changes, batches, upTo: batches.at(-1)?.seq ?? changes.upTo };
}
