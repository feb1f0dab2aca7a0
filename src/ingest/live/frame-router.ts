import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { FeedEvents } from '../sources/hyperliquid/feed.ts';
import type { ConnectorParts } from './connector-parts.ts';

/** Where what the feed says goes. */
export interface FrameRouter extends FeedEvents {
  /** Elements of frames that could not be used. */
  readonly faults: number;
}

const feedName = 'hyperliquid userFills';

/** @param hurryOutcomes reads outcomes anew: something happened to one. */
export function createFrameRouter(
  parts: Pick<ConnectorParts, 'trades' | 'sampler' | 'directory' | 'intake' | 'watch' | 'history'>,
  { log, clock, hurryOutcomes }: { log: Log; clock: Clock; hurryOutcomes(): void },
): FrameRouter {
  const { trades, sampler, directory, intake, watch, history } = parts;
  let faults = 0;

  async function takeFills(data: Parameters<typeof intake.store>[0]): Promise<void> {
    const { wallet, fills } = data;
    await intake.store(data);
    const tracked = directory.track(wallet);
    if (tracked !== undefined) directory.noteStored(tracked, fills);
    const newestMs = fills.reduce((newest, { time }) => Math.max(newest, time), 0);
    watch.heard('fills', { atMs: clock.nowMs(), received: fills.length, newestMs });
  }

  return {
    get faults() {
      return faults;
    },
    onFrame(frame, receivedMs) {
      faults += frame.rejected.length;
      switch (frame.channel) {
        case 'trades':
          trades.take(frame.data, receivedMs);
          return;
        case 'l2Book':
          sampler.takeBook(frame.data, receivedMs);
          return;
        case 'candle':
          sampler.takeCandles(frame.data, receivedMs);
          return;
        case 'allDexsAssetCtxs':
          sampler.takeContexts(frame.data, receivedMs);
          return;
        case 'outcomeMetaUpdates':
          hurryOutcomes();
          return;
        case 'userFills': {
          const { user, fills } = frame.data;
          const origin = { name: feedName, fromMs: receivedMs };
          // What is not stored from here is read by REST: nobody's cursor has moved.
          takeFills({ wallet: user, fills, rejected: frame.rejected, origin }).catch(() => undefined);
          return;
        }
        default:
          return;
      }
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
    onFault(reason, message) {
      log.debug({ reason, bytes: message.length }, 'a frame could not be used');
    },
  };
}
