import { rfc3339 } from '../kernel/clock.ts';
import { accountRoutes } from './admin/account-routes.ts';
import { type AdminClient, createAdminClient } from './admin/client.ts';
import { jobRoutes } from './admin/job-routes.ts';
import { keyRoutes } from './admin/key-routes.ts';
import { paymentRoutes } from './admin/payment-routes.ts';
import { recordRoutes } from './admin/record-routes.ts';
import { serviceRoutes } from './admin/routes.ts';
import type { AdminTarget } from './admin/transport.ts';
import type { ControlOperations, Operations } from './operations.ts';

/** The operations of another process, over its admin surface. */
export function remoteOperations(target: AdminTarget): Operations {
  const client = createAdminClient(target);
  return {
    ...controlOperations(client),
    importPaths(request, onProgress, signal) {
      const { replace } = request;
      const body =
        'paths' in request
          ? request
          : { paths: [request.file], wallet: request.wallet, force: request.force, replace };
      return client.run(jobRoutes.import, { body }, { onProgress, signal });
    },
    forget: (request) => client.run(jobRoutes.forget, { body: request }),
    audit: (onProgress, signal) => client.run(jobRoutes.audit, {}, { onProgress, signal }),
    auditPositions: (onProgress, signal) => client.run(jobRoutes.auditPositions, {}, { onProgress, signal }),
    listGaps: async (options = {}) => (await client.call(recordRoutes.gaps, { query: options })).gaps,
    async listQuarantined(options = {}) {
      return (await client.call(recordRoutes.quarantine, { query: options })).quarantined;
    },
    listJobs: async () => (await client.call(recordRoutes.jobs)).jobs,
    listFeeds: async () => (await client.call(recordRoutes.feeds)).feeds,
    migrate: () => client.run(jobRoutes.migrate, {}),
    status: () => client.call(serviceRoutes.status),
  };
}

function controlOperations({ call }: AdminClient): ControlOperations {
  return {
    createKey({ accountName: account, expiresAtMs, ...rest } = {}) {
      return call(keyRoutes.create, { body: { account, ...rest, expiresAt: instantOf(expiresAtMs) } });
    },
    async listKeys({ accountName: account, limit } = {}) {
      return (await call(keyRoutes.list, { query: { account, limit } })).keys;
    },
    revokeKey: (id) => call(keyRoutes.revoke, { params: { id } }),
    rotateKey: (id, options = {}) => call(keyRoutes.rotate, { params: { id }, body: options }),
    async listPayments(options = {}) {
      return (await call(paymentRoutes.list, { query: options })).payments;
    },
    async listAccounts(options = {}) {
      return (await call(accountRoutes.list, { query: options })).accounts;
    },
    findAccount: (name) => call(accountRoutes.find, { params: { name } }),
    createAccount: (name) => call(accountRoutes.create, { params: { name } }),
    invite({ accountName: account, role, expiresAtMs }) {
      return call(accountRoutes.invite, { body: { account, role, expires: rfc3339(expiresAtMs) } });
    },
    grantTier({ accountName: name, tier, validFromMs, validUntilMs }) {
      const body = { tier, validFrom: instantOf(validFromMs), validUntil: instantOf(validUntilMs) };
      return call(accountRoutes.grant, { params: { name }, body });
    },
    endEntitlement: (id) => call(accountRoutes.end, { params: { id } }),
    setOverrides(name, overrides) {
      if (overrides === undefined) return call(accountRoutes.clearOverrides, { params: { name } });
      return call(accountRoutes.setOverrides, { params: { name }, body: overrides });
    },
    changeOverrides: (name, body) => call(accountRoutes.changeOverrides, { params: { name }, body }),
  };
}

function instantOf(timeMs: number | undefined): string | undefined {
  return timeMs === undefined ? undefined : rfc3339(timeMs);
}
