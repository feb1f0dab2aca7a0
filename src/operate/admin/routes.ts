import { type TObject, Type } from 'typebox';
import { refused } from '../../kernel/problem.ts';
import { idText, type Operation } from '../operation.ts';
import { inputParts } from '../operation-input.ts';
import { operationList } from '../operations.ts';
import { exactTimes } from '../readable-times.ts';
import { adminOpenApi } from './openapi.ts';
import { type AdminRoute, route } from './route.ts';

export const endJobRoute = route('DELETE', '/admin/v1/jobs/{id}', {
  summary: 'stops a job soon; `id` is the X-Request-ID of its answer, which still ends with the result',
  params: Type.Object({ id: idText }),
  answer: Type.Object({ id: Type.String() }),
  run: async (_, { params: { id } }, { endJob }) => {
    if (endJob(id)) return { id };
    throw refused(
      404,
      'UNKNOWN_JOB',
      `No job ${id} runs here. The id of a job is the X-Request-ID of its answer.`,
    );
  },
});

const openApiRoute = route('GET', '/admin/v1/openapi.json', {
  summary: 'this surface as OpenAPI 3.1',
  answer: Type.Object({ openapi: Type.String() }),
  run: async () => adminOpenApi(routeGroups),
});

export const routesByName: ReadonlyMap<string, AdminRoute> = new Map(
  (operationList as readonly Operation[]).map((operation) => [operation.name, routeOf(operation)]),
);

/** By group, then by name. */
export const routeGroups: Readonly<Record<string, Readonly<Record<string, AdminRoute>>>> = groupsOf();

export const adminRoutes: readonly AdminRoute[] = Object.values(routeGroups).flatMap((group) =>
  Object.values(group),
);

function groupsOf() {
  const groups: Record<string, Record<string, AdminRoute>> = {};
  for (const { name, operationId } of operationList) {
    const [group = '', shown = ''] = operationId.split('-');
    if (groups[group]?.[shown] !== undefined)
      throw new Error(`two operations have the name${group}-${shown}`);
    groups[group] = { ...groups[group], [shown]: routesByName.get(name)! };
  }
  groups.service = { ...groups.service, openapi: openApiRoute };
  groups.jobs = { ...groups.jobs, end: endJobRoute };
  return groups;
}

function routeOf({ name, input, output, under, method, path, ...rest }: Operation): AdminRoute {
  return route(method, path, {
    ...rest,
    ...inputParts({ method, path }, input),
    answer: under === undefined ? (output as TObject) : Type.Object({ [under]: output }),
    async run(operations, { params, query, body }, job) {
      const given = exactTimes(input, { ...(params as object), ...(query as object), ...(body as object) });
      // The call and its input come from the same declaration.
      const call = operations[name as keyof typeof operations] as (...args: unknown[]) => Promise<unknown>;
      const result = await call(given, job);
      return under === undefined ? result : { [under]: result };
    },
  });
}
