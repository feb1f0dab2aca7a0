import type { AnyEndpoint } from '../../endpoints/endpoint.ts';
import type { JsonSchema } from '../../routes/json-schema.ts';
import { componentReference } from '../../routes/openapi.ts';
import { responseHeadersOf } from './openapi-headers.ts';

interface ErrorResponse {
  /** Name of the component that describes it. */
  name: string;
  description: string;
  /** The legacy body (settled details §2), the problem body, or either. */
  body: 'problem' | 'legacy' | 'either';
}

const errorResponses: Readonly<Record<number, ErrorResponse>> = {
  400: {
    name: 'BadRequest',
    description:
      'A value is not acceptable, or the request is malformed. A window longer than the tier allows answers with a LegacyError.',
    body: 'either',
  },
  401: { name: 'Unauthorized', description: 'The key is missing, or not accepted.', body: 'legacy' },
  403: { name: 'Forbidden', description: 'The tier is too low.', body: 'problem' },
  404: {
    name: 'NotFound',
    description: 'There is no such coin or id, or no data about it.',
    body: 'problem',
  },
  422: {
    name: 'InvalidParameters',
    description: 'At least one parameter breaks its schema; every fault is listed.',
    body: 'problem',
  },
  429: { name: 'TooManyRequests', description: 'A limit of the account is used up.', body: 'problem' },
  500: { name: 'InternalError', description: 'The service failed.', body: 'problem' },
  502: { name: 'UpstreamFailed', description: 'The exchange did not answer.', body: 'legacy' },
  503: {
    name: 'Overloaded',
    description: 'The service is overloaded, or its source too far behind.',
    body: 'problem',
  },
  504: { name: 'DeadlineExceeded', description: 'The answer took too long to make.', body: 'problem' },
};

/** Every status an endpoint may answer with, besides 200. */
export function errorStatuses(endpoint: AnyEndpoint): number[] {
  const common = [400, 401, 429, 500, 503, 504];
  if (endpoint.tier !== 'free') common.push(403);
  if (Object.keys(endpoint.params).length > 0) common.push(422);
  return [...new Set([...common, ...(endpoint.errors ?? [])])].sort((a, b) => a - b);
}

/** The error answers of an endpoint, each by its component. @throws Error for a status without one */
export function errorReferences(endpoint: AnyEndpoint): JsonSchema {
  return Object.fromEntries(
    errorStatuses(endpoint).map((status) => {
      const response = errorResponses[status];
      if (response === undefined) throw new Error(`${endpoint.id}: no description for status ${status}`);
      return [String(status), componentReference('responses', response.name)];
    }),
  );
}

/** Every error answer, by the name of its component: what operations refer to. */
export function errorComponents(): Record<string, JsonSchema> {
  const schema = (name: string) => ({ schema: componentReference('schemas', name) });
  const problem = { 'application/problem+json': schema('APIError') };
  const legacy = { 'application/json': schema('LegacyError') };
  const contents = { problem, legacy, either: { ...problem, ...legacy } };
  return Object.fromEntries(
    Object.entries(errorResponses).map(([status, { name, description, body }]) => [
      name,
      { description, headers: responseHeadersOf(Number(status)), content: contents[body] },
    ]),
  );
}
