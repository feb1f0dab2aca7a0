import type { Clock } from '../../kernel/clock.ts';
import type { WireBook } from '../../wire/book.ts';
import { withoutAhead } from '../fills-ahead.ts';
import type { DataFrame, FeedEvents } from '../sources/hyperliquid/feed.ts';
import { type Unusable, unusableElements } from '../sources/hyperliquid/unusable.ts';
import type { ConnectorParts } from './connector-parts.ts';
import { createDeepBooks } from './markets/deep-books.ts';
import type { FillArrival } from './wallets/fill-intake.ts';

/** Quarantine feed of messages that name no known channel. */
const anyChannel = 'websocket';

export interface FrameRouterOptions {
  clock: Clock;
  /** Makes the outcomes job due at once, because an outcome changed. */
  hurryOutcomes(): void;
  /** Makes the markets job due at once, because there are unknown markets. */
  hurryMarkets(): void;
}

export function createFrameRouter(
  parts: Pick<
    ConnectorParts,
    | 'trades'
    | 'sampler'
    | 'candles'
    | 'observer'
    | 'directory'
    | 'intake'
    | 'watch'
    | 'history'
    | 'listed'
    | 'quarantine'
    | 'exchangeClock'
  >,
  { clock, hurryOutcomes, hurryMarkets }: FrameRouterOptions,
): FeedEvents {
  const { trades, sampler, candles, observer, directory, intake, watch, history, listed, quarantine } = parts;
  const { exchangeClock } = parts;
  /** By dex, the number of contexts that last triggered a read of the lists. Avoids repeats while the lists lack the new market. */
  const announced = new Map<string, number>();
  const deepen = createDeepBooks();

  /** Does not wait: feeds have no cursor, and the quarantine reports its failures. */
  function keep(found: readonly Unusable[]): void {
    quarantine.keep(found).catch(() => undefined);
  }

  function lookForMarkets({ ctxs }: Parameters<typeof sampler.takeContexts>[0]): void {
    for (const [dex, { length }] of ctxs) {
      if (length <= (listed.markets.universes.get(dex)?.length ?? 0) || announced.get(dex) === length)
        continue;
      announced.set(dex, length);
      hurryMarkets();
    }
  }

  function takeBook(book: WireBook, receivedMs: number): void {
    observer.takeBook(book, receivedMs);
    sampler.takeBook(book, receivedMs);
  }

  /** Drops elements that are ahead of both clocks, and quarantines them. */
  function notAhead<T extends { time: number }>(frame: DataFrame, reported: readonly T[]): T[] {
    const { data, rejected } = withoutAhead({ data: reported, rejected: [] }, exchangeClock);
    if (rejected.length > 0) keep(unusableElements(sourceOf(frame), { rejected }));
    return data;
  }

  async function takeFills(data: FillArrival): Promise<void> {
    const { wallet, fills } = data;
    await intake.store(data);
    const tracked = directory.track(wallet);
    if (tracked !== undefined) {
      tracked.streamed += fills.filter(({ time }) => time > tracked.fillsToMs).length;
      directory.noteStored(tracked, fills);
    }
    const newestMs = fills.reduce((newest, { time }) => Math.max(newest, time), 0);
    watch.seen('fills', { atMs: clock.nowMs(), received: fills.length, newestMs });
  }

  return {
    onFrame(frame, receivedMs) {
      const { rejected, odd } = frame;
      if (rejected.length > 0 || odd !== undefined) keep(unusableElements(sourceOf(frame), frame));
      switch (frame.channel) {
        case 'trades': {
          const reported = notAhead(frame, frame.data);
          observer.takeTrades(reported, receivedMs);
          trades.take(reported, receivedMs);
          return;
        }
        case 'l2Book':
          exchangeClock.saw(frame.data.time);
          takeBook(deepen(frame.data), receivedMs);
          return;
        case 'candle':
          observer.takeCandles(frame.data, receivedMs);
          candles.take(frame.data, receivedMs);
          return;
        case 'allDexsAssetCtxs':
          observer.takeContexts(frame.data, receivedMs);
          sampler.takeContexts(frame.data, receivedMs);
          lookForMarkets(frame.data);
          return;
        case 'fastAssetCtxs':
          observer.takePrices(frame.data, receivedMs);
          return;
        case 'outcomeMetaUpdates':
          hurryOutcomes();
          // Some outcomes live for only 15 minutes, so their trades are followed from the start.
          if (frame.data.some(({ outcomeCreated }) => outcomeCreated !== undefined)) hurryMarkets();
          return;
        case 'userFills': {
          const { user } = frame.data;
          const fills = notAhead(frame, frame.data.fills);
          // If the store fails, REST reads these fills again, because no cursor has moved.
          takeFills({ wallet: user, fills }).catch(() => undefined);
          return;
        }
        default:
          return;
      }
    },
    onBegin(subscription) {
      if (subscription.type === 'trades') trades.begun(subscription.coin);
    },
    onHole({ subscription, fromMs }) {
      if (subscription.type === 'trades') {
        trades.interrupted(subscription.coin, fromMs);
        directory.suspectAll();
      }
      if (subscription.type === 'candle') history.interrupted(subscription.coin);
      if (subscription.type === 'outcomeMetaUpdates') hurryOutcomes();
      if (subscription.type === 'userFills') {
        const wallet = directory.get(subscription.user);
        if (wallet !== undefined) directory.suspect(wallet);
      }
    },
    onFault({ fault, from = anyChannel }, message) {
      keep([{ feed: from, subject: '', part: 'whole', reason: fault, text: message }]);
    },
  };
}

/** Fills do not name their wallet, so the frame's user is their subject; other elements name theirs. */
function sourceOf({ channel, data }: DataFrame): Pick<Unusable, 'feed' | 'subject'> {
  return { feed: channel, subject: channel === 'userFills' ? data.user : '' };
}
