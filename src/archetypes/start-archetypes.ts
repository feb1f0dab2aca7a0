import { AnalyticsError, type AnalyticsStore } from '../analytics/store.ts';
import { untilAborted } from '../analytics/until-aborted.ts';
import { createBoards } from '../boards/boards.ts';
import { boardsView } from '../boards/refresher.ts';
import type { ChangeFeed, Look } from '../changes/change-feed.ts';
import { createFoldFeed } from '../changes/fold-feed.ts';
import { runValueView } from '../changes/value-view.ts';
import { runView, type View } from '../changes/view.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Archetypes } from './archetypes.ts';
import { createCloseEvents } from './close-events.ts';
import { createCloseHours } from './close-hours.ts';
import { boardCatalogue } from './closer-catalogue.ts';
import { closers, windowStart } from './closers.ts';
import { createCoinClosers } from './coin-closers.ts';
import { eventLists } from './event-lists.ts';
import { type liquidatorColumns, liquidatorsView } from './liquidators.ts';
import { heldRows } from './ranked-rows.ts';

export interface ArchetypesOptions {
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  feed: ChangeFeed;
  /** Wallet registry shared by all boards. */
  wallets: WalletIndex;
  clock: Clock;
  /** See {@link createCloseEvents}. */
  rowsPerDay?: number;
  onChange?(cost: { view: string; isWhole: boolean; ms: number }): void;
  /** Called when a view fails. The view keeps its data and retries after the next poll of the store. */
  onError(error: unknown, view: string): void;
}

export interface RunningArchetypes extends Archetypes {
  /** Resolves after the first load of all views of the fold. */
  ready: Promise<void>;
  /** Increases when any view changes. */
  version(): number;
  /** Resolves when the views include all lifecycles that were folded when a poll began. */
  reached(look: Pick<Look, 'atMs'>): Promise<void>;
  close(): Promise<void>;
}

const noLiquidators = heldRows<typeof liquidatorColumns>([], { fromMs: 0, toMs: 0 });

/** Starts the in-memory views of closed lifecycles; they follow the fold. */
export function startArchetypes(options: ArchetypesOptions): RunningArchetypes {
  const { wallets, clock, rowsPerDay, onChange, onError } = options;
  const closing = new AbortController();
  // The first load of a large store takes minutes; `close` waits for at most one of its statements.
  const store = untilAborted(options.store, closing.signal);
  const feed = createFoldFeed(options.feed);
  const catalogue = new URL('./closer-catalogue.ts', import.meta.url);
  const boards = createBoards({ store, wallets, declared: boardCatalogue, catalogue });
  const closes = createCloseHours(store, clock);
  const coins = createCoinClosers({ store, wallets, clock });
  const lists = createCloseEvents({ store, clock, lists: eventLists, ...(rowsPerDay && { rowsPerDay }) });

  function failed(view: string) {
    return (error: unknown): void => {
      // Not an error: the first fold is still running, and requests are answered as not ready.
      if (error instanceof AnalyticsError && error.failure === 'unready') return;
      onError(error, view);
    };
  }
  function run(view: View) {
    const { name } = view;
    return runView({
      feed,
      view,
      onError: failed(name),
      onChange: (cost) => onChange?.({ view: name, ...cost }),
    });
  }
  const running = {
    closers: run(boardsView({ name: 'closers', boards, clock, feed, onCost: () => undefined })),
    closes: run(closes.view),
    coinClosers: run(coins.view),
    events: run(lists.view),
  };
  const views = Object.values(running);
  const ready = Promise.all(views.map((one) => one.ready)).then(() => undefined);
  // There may be no waiter when the service stops before the first load.
  ready.catch(() => undefined);
  const view = liquidatorsView({ store, clock });
  const liquidators = runValueView({ feed: options.feed, view, onError: failed(view.name) });
  ready.then(liquidators.start, () => undefined);
  const windowNow = () => ({ fromMs: windowStart(clock.nowMs()), toMs: clock.nowMs() });

  return {
    ready,
    version: () => [...views, liquidators].reduce((sum, one) => sum + one.version(), 0),
    async reached(look) {
      await Promise.all(views.map((one) => one.reached(look)));
    },
    async closers() {
      await running.closers.ready;
      return { board: await boards.boards.board(closers), fromMs: windowStart(clock.nowMs()) };
    },
    async events(list) {
      await running.events.ready;
      return { events: lists.events(list), window: windowNow() };
    },
    async list(list) {
      await ready;
      const held = {
        closers: await boards.boards.board(closers),
        closes: closes.read(),
        coinClosers: coins.closers,
        liquidators: list.from.includes('liquidators') ? await liquidators.read() : noLiquidators,
      };
      return list.rows(held, windowNow());
    },
    async close() {
      closing.abort();
      await Promise.all([...views, liquidators].map((one) => one.close()));
      await boards.close();
    },
  };
}
