import type { AlertTerms } from '../alerts/terms.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { ControlStore } from '../control/store.ts';
import type { Clock } from '../kernel/clock.ts';
import type { AccountCaller, Operation } from '../operate/operation.ts';
import { fieldsOf, inputParts, inputReader } from '../operate/operation-input.ts';
import { accountOperations } from '../operate/operations.ts';
import type { AccountStores } from '../operate/operator-stores.ts';
import { exactTimes, readableTimes } from '../operate/readable-times.ts';
import { readJson } from '../routes/json-body.ts';
import { type AccountAccess, demandRole } from './account-access.ts';
import { json, type PortalHandler, type PortalRequest, type PortalRoutes } from './portal-call.ts';
import { tooMany, unknown } from './refusal.ts';

/** The terms and the data of alerts. */
export interface PortalAlerts {
  terms: AlertTerms;
  /** Holds the fills. */
  analytics: Pick<AnalyticsStore, 'rows'>;
}

export interface OperationRoutesOptions {
  control: ControlStore;
  /** Undefined if no alerts are sent; their operations then have no path. */
  alerts: PortalAlerts | undefined;
  access: AccountAccess;
  clock: Clock;
}

/** `/portal/api/accounts/{account}/…`: the operations that people may call, for the account of their session. */
export function operationRoutes({ control, alerts, access, clock }: OperationRoutesOptions): PortalRoutes {
  const stores: Partial<AccountStores> = {
    control: async () => control,
    nowMs: clock.nowMs,
    ...(alerts && { fills: async () => alerts, alerts: alerts.terms }),
  };
  const routes: Record<string, Record<string, PortalHandler>> = {};
  for (const operation of accountOperations) {
    const path = accountPath(operation);
    if (alerts === undefined && path.includes('/alert')) continue;
    routes[path] = { ...routes[path], [operation.method]: handlerOf(operation) };
  }

  function handlerOf(operation: Operation): PortalHandler {
    const { input, under, status, accountFields } = operation;
    const given = fieldsOf(input, (field) => accountFields?.includes(field as never) ?? field !== 'account');
    const readInput = inputReader(inputParts(operation, given));
    return async (request, { account: name = '', ...params }) => {
      const { person, account } = await access(request, { account: name });
      demandRole(account, operation.for);
      const sent = readInput({ params, ...(await sentOf(request)) });
      const fields = { ...(sent.params as object), ...(sent.query as object), ...(sent.body as object) };
      const { accountId, name: accountName } = account;
      const caller: AccountCaller = {
        userId: person.id,
        email: person.email,
        accountId,
        accountName,
        async count({ action, ...rule }) {
          const waitMs = await control.attempts.take(rule, accountId);
          if (waitMs > 0)
            throw tooMany(`This account has ${action} ${rule.limit} times within an hour.`, waitMs);
        },
      };
      await demandOwned(operation, params.id, caller);
      const isOfAccount = Object.hasOwn(input.properties, 'account') && { account: accountName };
      const job = { onProgress: () => undefined, signal: request.request.signal, caller };
      // No operation of accounts needs the other stores.
      const run = operation.run as (stores: unknown, ...rest: unknown[]) => Promise<unknown>;
      const result = await run(stores, { ...(exactTimes(input, fields) as object), ...isOfAccount }, job);
      return json(readableTimes(under === undefined ? result : { [under]: result }), status);
    };
  }

  /** @throws Problem 404 for a key or alert of another account */
  async function demandOwned(
    { owned }: Operation,
    id: string | undefined,
    { accountName }: AccountCaller,
  ): Promise<void> {
    if (owned === undefined) return;
    const list = owned === 'key' ? control.listKeys : control.alerts.listAlerts;
    if (!(await list({ accountName })).some((one) => one.id === id)) throw unknown(owned);
  }
  return routes;
}

/** The path of the operator's call, below the account. */
function accountPath({ path }: Operation): string {
  return `accounts/{account}${path.replace('/admin/v1', '').replace('/accounts/{account}', '')}`;
}

async function sentOf({ request }: PortalRequest): Promise<{ query: unknown; body?: unknown }> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead ? { query } : { query, body: readJson(await request.text()) };
}
