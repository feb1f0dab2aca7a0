import type { FaultPlan } from './faults/fault-plan.ts';
import { type FeedOptions, type FeedServer, serveFeed } from './feed/serve-feed.ts';
import { type ExchangeServer, type ExchangeServerOptions, serveExchange } from './server.ts';

export interface ExchangeServiceOptions extends Omit<ExchangeServerOptions, 'upgrade' | 'faults'> {
  /** Faults of the connections; default: none. */
  faults?: FaultPlan | undefined;
  /** Bounds of the WebSocket that differ from the exchange's. */
  feed?: Omit<FeedOptions, 'record' | 'faults' | 'info'>;
}

/** REST and WebSocket of a simulated exchange on one port. */
export interface ExchangeService extends ExchangeServer {
  feed: FeedServer;
}

/** Serves an exchange over REST and WebSocket. The caller advances its time. */
export async function openExchangeService(options: ExchangeServiceOptions): Promise<ExchangeService> {
  const { record, faults } = options;
  const info: FeedOptions['info'] = (request, address) => server.answer(request, address);
  const feed = serveFeed({ ...options.feed, record, faults, info });
  const server = await serveExchange({ ...options, upgrade: feed.upgrade }).catch((error: unknown) => {
    feed.close();
    throw error;
  });
  return {
    ...server,
    feed,
    async close() {
      feed.close();
      await server.close();
    },
  };
}
