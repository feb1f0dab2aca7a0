import type { Clock } from '../../kernel/clock.ts';
import type { DataFrame, FeedEvents } from '../sources/hyperliquid/feed.ts';
import { type Unusable, unusableElements } from '../sources/hyperliquid/unusable.ts';
import type { ConnectorParts } from './connector-parts.ts';
import type { WalletFills } from './fill-intake.ts';

/** What names no channel that is read. */
const anyChannel = 'websocket';

/**
 * Where what the feed says goes.
 * @param hurryOutcomes reads outcomes anew: something happened to one.
 */
export function createFrameRouter(
  parts: Pick<
    ConnectorParts,
    'trades' | 'sampler' | 'directory' | 'intake' | 'watch' | 'history' | 'quarantine'
  >,
  { clock, hurryOutcomes }: { clock: Clock; hurryOutcomes(): void },
): FeedEvents {
  const { trades, sampler, directory, intake, watch, history, quarantine } = parts;

  /** No cursor follows a feed: nobody has to wait, and a failure is told there. */
  function keep(found: readonly Unusable[]): void {
    quarantine.keep(found).catch(() => undefined);
  }

  async function takeFills(data: WalletFills): Promise<void> {
    const { wallet, fills } = data;
    await intake.store(data);
    const tracked = directory.track(wallet);
    if (tracked !== undefined) {
      tracked.streamed += fills.filter(({ time }) => time > tracked.fillsToMs).length;
      directory.noteStored(tracked, fills);
    }
    const newestMs = fills.reduce((newest, { time }) => Math.max(newest, time), 0);
    watch.heard('fills', { atMs: clock.nowMs(), received: fills.length, newestMs });
  }

  return {
    onFrame(frame, receivedMs) {
      if (frame.rejected.length > 0) keep(unusableElements(sourceOf(frame), frame.rejected));
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
          // What is not stored from here is read by REST: nobody's cursor has moved.
          takeFills({ wallet: user, fills }).catch(() => undefined);
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
    onFault({ fault, from = anyChannel }, message) {
      keep([{ feed: from, subject: '', part: 'whole', reason: fault, text: message }]);
    },
  };
}

/** Fills do not tell whose they are; other elements name all they are about. */
function sourceOf({ channel, data }: DataFrame): Pick<Unusable, 'feed' | 'subject'> {
  return { feed: channel, subject: channel === 'userFills' ? data.user : '' };
}
