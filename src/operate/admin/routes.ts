import { Type } from 'typebox';
import { accountRoutes } from './account-routes.ts';
import { statusAnswer } from './answers.ts';
import { jobRoutes } from './job-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { adminOpenApi } from './openapi.ts';
import { paymentRoutes } from './payment-routes.ts';
import { recordRoutes } from './record-routes.ts';
import { type AdminRoute, route } from './route.ts';

/** What the surface tells of itself. */
export const serviceRoutes = {
  status: route('GET', '/admin/v1/status', {
    summary: 'version, process, data directory',
    answer: statusAnswer,
    run: (operations) => operations.status(),
  }),
  openapi: route('GET', '/admin/v1/openapi.json', {
    summary: 'this surface as OpenAPI 3.1',
    answer: Type.Object({ openapi: Type.String() }),
    run: async () => adminOpenApi(routeGroups),
  }),
};

/** The admin surface: what an operator can do to a running service over HTTP. */
export const routeGroups: Readonly<Record<string, Readonly<Record<string, AdminRoute>>>> = {
  service: serviceRoutes,
  keys: keyRoutes,
  accounts: accountRoutes,
  payments: paymentRoutes,
  record: recordRoutes,
  jobs: jobRoutes,
};

export const adminRoutes: readonly AdminRoute[] = Object.values(routeGroups).flatMap((group) =>
  Object.values(group),
);
