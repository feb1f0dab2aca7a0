import type { InfoRoute } from './info-route.ts';
import { marketHistoryRoutes } from './market-history-routes.ts';
import { marketRoutes } from './market-routes.ts';
import { outcomeRoutes } from './outcome-routes.ts';
import { walletHistoryRoutes } from './wallet-history-routes.ts';
import { walletRoutes } from './wallet-routes.ts';

/** Every type of `POST /info` that the simulated exchange answers. */
export const infoRoutes: Readonly<Record<string, InfoRoute>> = {
  ...marketRoutes,
  ...marketHistoryRoutes,
  ...walletRoutes,
  ...walletHistoryRoutes,
  ...outcomeRoutes,
};
