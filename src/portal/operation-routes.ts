import type { ControlStore } from '../control/store.ts';
import { type AccountCaller, type Operation, ownersOnly } from '../operate/operation.ts';
import { fieldsOf, inputParts, inputReader } from '../operate/operation-input.ts';
import { accountOperations } from '../operate/operations.ts';
import type { AccountStores } from '../operate/operator-stores.ts';
import { exactTimes, readableTimes } from '../operate/readable-times.ts';
import { readJson } from '../routes/json-body.ts';
import type { Persons } from './persons.ts';
import { json, type PortalHandler, type PortalRoutes } from './portal-call.ts';
import { tooMany, unknown } from './refusal.ts';

export interface OperationRoutesOptions {
  control: ControlStore;
  persons: Persons;
  /** Without `alerts`, the operations of alerts have no path. */
  stores: Omit<AccountStores, 'alerts'> & Partial<Pick<AccountStores, 'alerts'>>;
}

/** `/portal/api/accounts/{account}/…`: the operations that people may call, for the account of their session. */
export function operationRoutes({ control, persons, stores }: OperationRoutesOptions): PortalRoutes {
  const routes: Record<string, Record<string, PortalHandler>> = {};
  for (const operation of accountOperations as readonly Operation[]) {
    const path = accountPath(operation);
    if (stores.alerts === undefined && path.includes('/alert')) continue;
    routes[path] = { ...routes[path], [operation.method]: handlerOf(operation) };
  }

  function handlerOf(operation: Operation): PortalHandler {
    const { input, under, status, accountFields } = operation;
    const given = fieldsOf(input, (field) => accountFields?.includes(field as never) ?? field !== 'account');
    const readInput = inputReader(inputParts(operation, given));
    return async ({ request }, { account = '', ...params }) => {
      const caller = await callerOf(request, account);
      if (!operation.for.includes(caller.role)) throw ownersOnly();
      const sent = readInput({ params, ...(await sentOf(request)) });
      const fields = { ...(sent.params as object), ...(sent.query as object), ...(sent.body as object) };
      await demandOwned(operation, params.id, caller);
      const isOfAccount = Object.hasOwn(input.properties, 'account') && { account: caller.accountName };
      const job = { onProgress: () => undefined, signal: request.signal, caller };
      // No operation of accounts needs the other stores.
      const run = operation.run as (stores: unknown, ...rest: unknown[]) => Promise<unknown>;
      const result = await run(stores, { ...(exactTimes(input, fields) as object), ...isOfAccount }, job);
      return json(readableTimes(under === undefined ? result : { [under]: result }), status);
    };
  }

  /** @throws Problem 401 for a visitor, 404 for an account of another person, also for one that does not exist */
  async function callerOf(request: Request, accountId: string): Promise<AccountCaller> {
    const { id: userId, email } = await persons.demand({ request });
    const accounts = await control.people.accountsOf(userId);
    const account = accounts.find((each) => each.accountId === accountId);
    if (account === undefined) throw unknown('account');
    const { name: accountName, role } = account;
    return {
      userId,
      role,
      accountId,
      accountName,
      email,
      serviceUrl: new URL(request.url).origin,
      async count({ action, ...rule }) {
        const waitMs = await control.attempts.take(rule, accountId);
        if (waitMs > 0)
          throw tooMany(`This account has ${action} ${rule.limit} times within an hour.`, waitMs);
      },
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

async function sentOf(request: Request): Promise<{ query: unknown; body?: unknown }> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead ? { query } : { query, body: readJson(await request.text()) };
}
