import type { ControlStore } from '../control/store.ts';
import type { AccountCaller, Operation } from '../operate/operation.ts';
import { fieldsOf, inputParts, inputReader } from '../operate/operation-input.ts';
import { accountOperations } from '../operate/operations.ts';
import type { OperatorStores } from '../operate/operator-stores.ts';
import { exactTimes, readableTimes } from '../operate/readable-times.ts';
import { readJson } from '../routes/json-body.ts';
import { type AccountAccess, demandRole } from './account-access.ts';
import { json, type PortalHandler, type PortalRequest, type PortalRoutes } from './portal-call.ts';
import { unknown } from './refusal.ts';

export interface OperationRoutesOptions {
  control: ControlStore;
  access: AccountAccess;
}

/** `/portal/api/accounts/{account}/…`: the operations that people may call, for the account of their session. */
export function operationRoutes({ control, access }: OperationRoutesOptions): PortalRoutes {
  const stores: Pick<OperatorStores, 'control'> = { control: async () => control };
  const routes: Record<string, Record<string, PortalHandler>> = {};
  for (const operation of accountOperations) {
    const path = accountPath(operation);
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
      const caller = { userId: person.id, accountId, accountName };
      await demandOwned(operation, params.id, caller);
      const isOfAccount = Object.hasOwn(input.properties, 'account') && { account: accountName };
      const job = { onProgress: () => undefined, signal: request.request.signal, caller };
      // No operation of accounts needs the other stores.
      const run = operation.run as (stores: unknown, ...rest: unknown[]) => Promise<unknown>;
      const result = await run(stores, { ...(exactTimes(input, fields) as object), ...isOfAccount }, job);
      return json(readableTimes(under === undefined ? result : { [under]: result }), status);
    };
  }

  /** @throws Problem 404 for a key of another account */
  async function demandOwned(
    { owned }: Operation,
    id: string | undefined,
    { accountName }: AccountCaller,
  ): Promise<void> {
    if (owned === undefined) return;
    const keys = await control.listKeys({ accountName });
    if (!keys.some((key) => key.id === id)) throw unknown(owned);
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
