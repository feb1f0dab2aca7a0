import type { Log } from '../../kernel/log.ts';
import type { ConnectorState, FeedStatus } from './connector-state.ts';

/** Grace time of a lost connection: most reconnect sooner, and the missed data are read. */
const reconnectedMs = 10_000;

/**
 * Describes why live data are not fresh; undefined if they are.
 *
 * @param nowMs Unix milliseconds. A feed that was never seen counts from the connector's start.
 */
export function connectorFault(state: ConnectorState, nowMs: number): string | undefined {
  const { connections, subscriptions, startedMs } = state;
  if (!state.ready && subscriptions.planned === 0) {
    return state.marketsFault === undefined
      ? 'reading the list of markets'
      : `the list of markets cannot be read: ${state.marketsFault}`;
  }
  if (!state.connected && (!state.ready || connections.awayMs > reconnectedMs)) {
    const { open, total, lossReason = 'connecting' } = connections;
    return `${open} of ${total} connections to the exchange are open: ${lossReason}`;
  }
  if (!state.ready) return `subscribing to the exchange: ${subscriptions.unacknowledged} feeds to go`;
  const stale = state.feeds
    .map((feed) => ({ feed, ageMs: Math.min(feed.ageMs, nowMs - startedMs) }))
    .filter(({ feed, ageMs }) => ageMs > feed.staleMs);
  if (stale.length === 0) return undefined;
  const reported = stale.map(({ feed, ageMs }) => `${feed.name} since ${Math.round(ageMs / 1000)} s`);
  return `nothing new from the exchange: ${reported.join(', ')}`;
}

/** Bounds of a normal lag; data usually arrive half a second old. Outside, a clock is wrong or data are delayed. */
const lagBoundsMs = { least: -1_000, most: 15_000 };

/** Describes a lag outside the bounds; undefined if the lag is normal. */
function clockSkew(feeds: readonly FeedStatus[]): string | undefined {
  const lags = feeds.flatMap(({ name, lagMs }) =>
    (name === 'trades' || name === 'books') && lagMs !== undefined ? [lagMs] : [],
  );
  const least = Math.min(...lags);
  if (lags.length === 0 || (least >= lagBoundsMs.least && least <= lagBoundsMs.most)) return undefined;
  const seconds = Math.round(Math.abs(least) / 1_000);
  return least < 0
    ? `this machine's clock is ${seconds} s behind the exchange's: set it right`
    : `data of the exchange come ${seconds} s after their time: they are late, or this machine's clock is ahead`;
}

/** Creates a function that logs at most two lines per call, and only changes since the previous call. */
export function createConnectorLog(log: Log): (state: ConnectorState) => void {
  let before = { disconnects: 0, gapsFilled: 0, gapsRecorded: 0, missingFills: 0, throttled: 0 };
  let wasSkewed = false;
  return ({ feeds, connections, wallets, requests }) => {
    const skew = clockSkew(feeds);
    if (skew !== undefined && !wasSkewed) log.warn(skew);
    wasSkewed = skew !== undefined;
    const sum = (of: (feed: FeedStatus) => number) => feeds.reduce((total, feed) => total + of(feed), 0);
    const after = {
      disconnects: connections.disconnects,
      gapsFilled: sum(({ gapsFilled }) => gapsFilled),
      gapsRecorded: sum(({ gapsRecorded }) => gapsRecorded),
      missingFills: wallets.missingFills,
      throttled: requests.throttled,
    };
    const news = Object.entries(after)
      .map(([name, count]) => [name, count - before[name as keyof typeof before]] as const)
      .filter(([, count]) => count !== 0);
    before = after;
    if (news.length === 0) return;
    const lost = news.some(([name, count]) => name === 'gapsRecorded' && count > 0);
    const { open, total } = connections;
    const fields = { ...Object.fromEntries(news), connections: `${open} of ${total}` };
    if (lost) log.warn(fields, 'live data have gaps that the exchange cannot fill');
    else log.info(fields, 'live data were interrupted');
  };
}
