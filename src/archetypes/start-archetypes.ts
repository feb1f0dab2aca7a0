import { AnalyticsError, type AnalyticsStore } from '../analytics/store.ts';
import { createBoards } from '../boards/boards.ts';
import { boardsView } from '../boards/refresher.ts';
import type { ChangeFeed, Look } from '../changes/change-feed.ts';
import { createFoldFeed } from '../changes/fold-feed.ts';
import { runView } from '../changes/view.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import { type Clock, monotonicMs, utcDate } from '../kernel/clock.ts';
import { type Archetypes, createArchetypes, readFoldVersion } from './archetypes.ts';
import { createCloseHours } from './close-hours.ts';
import { boardCatalogue } from './closer-catalogue.ts';
import { closers, windowStart } from './closers.ts';
import { createCoinClosers } from './coin-closers.ts';
import { listCatalogue } from './list-catalogue.ts';

export interface ArchetypesOptions {
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  feed: ChangeFeed;
  /** The registry that all boards share. */
  wallets: WalletIndex;
  clock: Clock;
  /** How often to ask the store whether lifecycles changed. */
  pollMs?: number;
  /** Between two readings, at least. */
  restMs?: number;
  onRefresh?(cost: { ms: number }): void;
  onError(error: unknown): void;
}

export interface RunningArchetypes extends Archetypes {
  /** Resolves once all that follows the fold is in memory. */
  ready: Promise<void>;
  /** Resolves once what was folded when a look began is in it. */
  reached(look: Pick<Look, 'atMs'>): Promise<void>;
  close(): Promise<void>;
}

/** Of the time, for reading: where much is stored, lists become older rather than requests slower. */
const share = 0.25;

/** Keeps all lists: reads them again when lifecycles changed, and when a day begins. */
export function startArchetypes(options: ArchetypesOptions): RunningArchetypes {
  const { store, wallets, clock, pollMs = 3_000, onRefresh, onError } = options;
  // With what a reading takes and the fold's own rest, answers are a minute old at most.
  const { restMs = 20_000 } = options;
  const lists = createArchetypes({ store, clock });
  const feed = createFoldFeed(options.feed);
  const catalogue = new URL('./closer-catalogue.ts', import.meta.url);
  const boards = createBoards({ store, wallets, declared: boardCatalogue, catalogue });
  const { view: closesView, read: readCloses } = createCloseHours(store, clock);
  const { view: coinsView, closers: coinClosers } = createCoinClosers({ store, wallets, clock });
  const running = {
    closers: runView({
      ...{ feed, onError: failed },
      view: boardsView({ name: 'closers', boards, clock, feed, onCost: () => undefined }),
    }),
    closes: runView({ feed, view: closesView, onError: failed }),
    coinClosers: runView({ feed, view: coinsView, onError: failed }),
  };
  const views = Object.values(running);
  const ready = Promise.all(views.map((one) => one.ready)).then(() => undefined);
  // Whoever closes it waits for none of them.
  ready.catch(() => undefined);
  const stop = new AbortController();
  let known: string | undefined;
  let due = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();

  async function refresh(): Promise<void> {
    if (monotonicMs() < due) return;
    const state = `${await readFoldVersion(store)} ${utcDate(clock.nowMs())}`;
    if (state === known) return;
    const startMs = monotonicMs();
    await lists.read(listCatalogue, stop.signal);
    known = state;
    const ms = monotonicMs() - startMs;
    due = monotonicMs() + Math.max(restMs, (ms * (1 - share)) / share);
    onRefresh?.({ ms });
  }

  function failed(error: unknown): void {
    // Lifecycles are being folded for the first time: requests are told so.
    const isEarly = error instanceof AnalyticsError && error.failure === 'unready';
    if (!isEarly && !stop.signal.aborted) onError(error);
  }

  function schedule(delayMs: number): void {
    timer = setTimeout(() => {
      turn = refresh()
        .catch(failed)
        .finally(() => (stop.signal.aborted ? undefined : schedule(pollMs)));
    }, delayMs);
    timer.unref();
  }

  // Not at once: a request that comes before reads its own list, and a process that ends soon reads none.
  schedule(pollMs);
  return {
    ready,
    async reached(look) {
      await Promise.all(views.map((one) => one.reached(look)));
    },
    async closers() {
      await running.closers.ready;
      return { board: await boards.boards.board(closers), fromMs: windowStart(clock.nowMs()) };
    },
    async list(list) {
      if (!('rows' in list)) return (await lists.list(list)) as never;
      await Promise.all(list.from.map((name) => running[name].ready));
      const held = { closers: await boards.boards.board(closers), closes: readCloses(), coinClosers };
      const nowMs = clock.nowMs();
      return list.rows(held, { fromMs: windowStart(nowMs), toMs: nowMs });
    },
    async close() {
      stop.abort();
      clearTimeout(timer);
      await Promise.all([turn, ...views.map((one) => one.close())]);
      await boards.close();
    },
  };
}
