import type { TObject, TSchema } from 'typebox';
import { type JsonSchema, jsonSchema } from '../../routes/json-schema.ts';
import {
  componentReference,
  headerReferences,
  openApiDocument,
  parameterObject,
} from '../../routes/openapi.ts';
import { requestIdHeader, surfaceVersion } from './answer.ts';
import { type JobEvent, jobMediaType } from './jobs.ts';
import { problemAnswer } from './problem.ts';
import type { AdminRoute } from './route.ts';

/** @param groups routes by name, by group name */
export function adminOpenApi(groups: Readonly<Record<string, Readonly<Record<string, AdminRoute>>>>) {
  const paths: Record<string, JsonSchema> = {};
  for (const [tag, routes] of Object.entries(groups)) {
    for (const [name, route] of Object.entries(routes)) {
      const described = { operationId: `${tag}-${name}`, tags: [tag], ...operation(route) };
      paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: described };
    }
  }
  return openApiDocument({
    title: 'Tidemark admin',
    version: surfaceVersion,
    description:
      'Operations on a running service: on the socket of its data directory, without a token, and on TIDEMARK_ADMIN_PORT.',
    server: '/',
    security: { Token: { type: 'http', scheme: 'bearer' } },
    tags: Object.keys(groups).map((name) => ({ name })),
    paths,
    components: {
      headers: {
        [requestIdHeader]: {
          description: 'Id of the request in the log; for a job, its id.',
          schema: { type: 'string' },
        },
      },
      schemas: { Problem: plain(problemAnswer) },
    },
  });
}

function operation(route: AdminRoute): JsonSchema {
  const { summary, params, query, body, status, onMachineOnly } = route;
  const hasBody = Object.keys(body.properties).length > 0;
  const required = (body.required ?? []).length > 0;
  return {
    summary,
    ...(onMachineOnly && { description: 'Only on the socket of the data directory; the port answers 403.' }),
    parameters: [...parameters('path', params), ...parameters('query', query)],
    ...(hasBody && { requestBody: { required, content: { 'application/json': { schema: plain(body) } } } }),
    responses: {
      [status]: response(summary, content(route)),
      default: response('The fault, and the accepted form.', {
        'application/problem+json': { schema: componentReference('schemas', 'Problem') },
      }),
    },
  };
}

function parameters(origin: 'path' | 'query', { properties, required }: TObject): JsonSchema[] {
  const needed = new Set<string>(required ?? []);
  return Object.entries(properties).map(([name, field]) =>
    parameterObject({ name, in: origin, required: needed.has(name), schema: plain(field) }),
  );
}

function response(description: string, content: JsonSchema): JsonSchema {
  return { description, headers: headerReferences([requestIdHeader]), content };
}

/** The schema of a job describes one line. */
function content({ answer, progress }: AdminRoute): JsonSchema {
  if (progress === undefined) return { 'application/json': { schema: plain(answer) } };
  const event = (name: JobEvent['event'], fields: Record<string, JsonSchema> = {}) => ({
    type: 'object',
    required: ['event', ...Object.keys(fields)],
    properties: { event: { const: name }, ...fields },
  });
  const oneOf = [
    event('progress', { data: plain(progress) }),
    event('heartbeat'),
    event('result', { data: plain(answer) }),
    event('error', { problem: componentReference('schemas', 'Problem') }),
  ];
  const description = 'One event a line; the last is a result or an error.';
  return { [jobMediaType]: { schema: { description, oneOf } } };
}

function plain(schema: TSchema): JsonSchema {
  return jsonSchema(schema, (name) => name);
}
