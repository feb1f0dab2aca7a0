import { monotonicMs } from '../kernel/clock.ts';
import { pause } from '../kernel/pause.ts';
import { restMsAfter } from '../kernel/rest.ts';
import { type ChangeFeed, type Changes, type Look, lookEveryMs } from './change-feed.ts';
import { createViewSaver } from './view-saver.ts';
import type { ViewSnapshot } from './view-snapshots.ts';

/** Something that is kept in memory and follows the store. It has no loop, timer or single-flight of its own. */
export interface View {
  /** For logs and metrics. */
  name: string;
  /**
   * How old what it shows may become in normal running: from when something is stored, or folded where it follows the fold, until it
   * is shown, milliseconds. `docs/freshness.md` and `/metrics` name it.
   */
  maxAgeMs: number;
  /**
   * Reads everything.
   *
   * @param step awaited between two steps of a long load: what is shown follows the store meanwhile. Throws once the view is closed
   * @returns number of the newest batch that is surely in it, `look.seq` at least
   */
  load(look: Look, step: () => Promise<void>): Promise<number>;
  /**
   * Adds what batches changed, all of which name their wallets and coins; some of it may be in it already.
   *
   * @returns false where everything has to be read
   */
  apply(changes: Changes): Promise<boolean>;
  /** What is due without a batch, after every look. @returns whether what is shown changed */
  tend?(look: Look): Promise<boolean>;
  /** Whether everything has to be read though no batch came: at the turn of a day, say. */
  isOutdated?(look: Look): boolean;
  /** Fills of one {@link apply}; those of more batches come with the next. Default: all there are. */
  turnFills?: number;
  /** From this many new fills on, reading everything costs less. Default: never. */
  backlogFills?: number;
  /** Of the time, for reading everything; 1 where it may follow on itself. Default: 1. */
  loadShare?: number;
  /**
   * After an `apply` that took so long, what changed waits for this time and the look behind it, so that it comes together. Default: no
   * look is left out, but for {@link turnShare} of the time it is.
   */
  applyRestMs?(tookMs: number): number;
  /** Writes it to disk now and then, so that the next start need not read everything. Default: each start does, for it costs little. */
  snapshot?: ViewSnapshot;
}

export interface RunningView {
  /** Resolves once all that was stored when it began is in it; rejects where it is closed before. */
  ready: Promise<void>;
  isBuilt(): boolean;
  /** Grows with whatever changed. */
  version(): number;
  /** When what is shown was last seen to be all that is stored, by the monotonic clock; undefined before the first time. */
  checkedMs(): number | undefined;
  /** Number of the newest batch that is in it. */
  seq(): number | undefined;
  /** Resolves once all that was stored when the look began is in it, or the view is closed. */
  reached(look: Pick<Look, 'atMs'>): Promise<void>;
  close(): Promise<void>;
}

export interface RunningViewOptions {
  feed: ChangeFeed;
  view: View;
  /** Views that have to have taken in what a look found before this one does. */
  behind?: readonly Pick<RunningView, 'reached'>[];
  /** Called when what is shown changed. @param isWhole whether everything was read */
  onChange?(cost: { isWhole: boolean; ms: number }): void;
  /** The view stays as it was, and tries again after the next look. */
  onError(error: unknown): void;
}

/**
 * Of the time, for what batches changed: a node's blocks are stored several times a second, and what a view reads of a batch costs by the
 * batch more than by its fills.
 */
const turnShare = 1 / 5;
/** Half a look: with the wait for one it is within what views promise. */
const longestTurnRestMs = lookEveryMs / 2;

/** Keeps a view behind the feed, until it is closed. */
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
  /** Nothing was broken off in the newest turn. */
  let isWhole = false;
  /** In the newest turn, for what batches changed. */
  let appliedMs = 0;
  const saver = createViewSaver(feed, view);

  async function load(look: Look): Promise<void> {
    const startMs = monotonicMs();
    // Also where it fails: the next one waits as long.
    loaded = { ...loaded, endedMs: startMs, isDue: true };
    seq = await view.load(look, followMeanwhile());
    const endedMs = monotonicMs();
    loaded = { endedMs, tookMs: endedMs - startMs, isDue: false };
    changed(true, endedMs - startMs);
  }

  /** Begins with what was saved, once. */
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

  /** Of a load: what is shown goes on following, until it cannot. */
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

  /** @returns false where everything has to be read */
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

  /** @param atMs of the newest look that is in the view */
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

/** What changed comes together meanwhile. */
async function restAfter(tookMs: number, signal: AbortSignal): Promise<void> {
  const restMs = restMsAfter(tookMs, { share: turnShare, longestMs: longestTurnRestMs });
  if (restMs >= 1) await pause(restMs, signal, { ref: false });
}

/** Whether what changed behind a number can be followed. */
async function isFollowable({ feed, view }: Pick<RunningViewOptions, 'feed' | 'view'>, after: number) {
  const { backlogFills = Number.POSITIVE_INFINITY } = view;
  const changes = await feed.after(after);
  return fillsOf(changes) <= backlogFills && changes.batches.every(({ isNamed }) => isNamed);
}

const fillsOf = ({ batches }: Changes) => batches.reduce((sum, { fills }) => sum + fills, 0);

/** The first of the batches, as many as stay within a number of fills, one at least. */
function firstOf(changes: Changes, most: number): Changes {
  let fills = 0;
  const batches = changes.batches.filter((batch, i) => {
    fills += batch.fills;
    return i === 0 || fills <= most;
  });
  return { ...changes, batches, upTo: batches.at(-1)?.seq ?? changes.upTo };
}
