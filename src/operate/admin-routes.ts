import { accountRoutes } from './admin-account-routes.ts';
import { keyRoutes } from './admin-key-routes.ts';
import { type AdminRoute, route } from './admin-route.ts';

/** The admin surface: what an operator can do to a running service over HTTP. */
export const adminRoutes: readonly AdminRoute[] = [
  route('GET', '/admin/v1/status', { run: ({ operations }) => operations.status() }),
  ...keyRoutes,
  ...accountRoutes,
];
