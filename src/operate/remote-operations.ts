import type { TObject } from 'typebox';
import { createAdminClient } from './admin/client.ts';
import { routesByName } from './admin/routes.ts';
import type { AdminTarget } from './admin/transport.ts';
import { everyOperation, type Operations } from './operations.ts';
import { writtenTimes } from './readable-times.ts';

export function remoteOperations(target: AdminTarget): Operations {
  const client = createAdminClient(target);
  return everyOperation(({ name, input: schema, under }) => async (input = {}, job) => {
    const route = routesByName.get(name)!;
    const written = writtenTimes(schema, input);
    const fieldsOf = ({ properties }: TObject) =>
      Object.fromEntries(Object.entries(written).filter(([field]) => Object.hasOwn(properties, field)));
    const takesBody = Object.keys(route.body.properties).length > 0;
    const sent = {
      params: fieldsOf(route.params),
      query: fieldsOf(route.query),
      ...(takesBody && { body: fieldsOf(route.body) }),
    };
    if (route.progress !== undefined) return client.run(route, sent, job);
    const answer = await client.call(route, sent);
    return under === undefined ? answer : (answer as Record<string, unknown>)[under];
  });
}
