import type { Log } from '../../kernel/log.ts';
import type { ConnectorState, FeedStatus } from './connector-state.ts';

/**
 * What keeps live data from being fresh, in words; undefined where nothing does.
 *
 * @param nowMs Unix milliseconds. A feed that was never heard counts from the connector's start.
 */
export function connectorFault(state: ConnectorState, nowMs: number): string | undefined {
  const { connections, subscriptions, startedMs } = state;
  if (!state.ready) return `subscribing to the exchange: ${subscriptions.unacknowledged} feeds to go`;
  if (!state.connected) {
    return `${connections.open} of ${connections.total} connections to the exchange are open`;
  }
  const stale = state.feeds
    .map((feed) => ({ feed, ageMs: Math.min(feed.ageMs, nowMs - startedMs) }))
    .filter(({ feed, ageMs }) => ageMs > feed.staleMs);
  if (stale.length === 0) return undefined;
  const told = stale.map(({ feed, ageMs }) => `${feed.name} since ${Math.round(ageMs / 1000)} s`);
  return `nothing new from the exchange: ${told.join(', ')}`;
}

/** One line at most each time it is asked, where something happened since. */
export function createConnectorLog(log: Log): (state: ConnectorState) => void {
  let before = { disconnects: 0, gapsFilled: 0, gapsRecorded: 0, missingFills: 0, throttled: 0 };
  return ({ feeds, connections, wallets, requests }) => {
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
