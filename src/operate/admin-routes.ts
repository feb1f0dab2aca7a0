import { accountRoutes } from './admin-account-routes.ts';
import { statusAnswer } from './admin-answers.ts';
import { jobRoutes } from './admin-job-routes.ts';
import { keyRoutes } from './admin-key-routes.ts';
import { type AdminRoute, route } from './admin-route.ts';

export const statusRoute = route('GET', '/admin/v1/status', {
  summary: 'version, process, data directory',
  answer: statusAnswer,
  run: (operations) => operations.status(),
});

/** The admin surface: what an operator can do to a running service over HTTP. */
export const adminRoutes: readonly AdminRoute[] = [
  statusRoute,
  ...Object.values(keyRoutes),
  ...Object.values(accountRoutes),
  ...Object.values(jobRoutes),
];
