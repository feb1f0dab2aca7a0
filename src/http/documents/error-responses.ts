import type { AnyEndpoint } from '../../endpoints/endpoint.ts';
import type { JsonSchema } from '../../routes/json-schema.ts';
import { componentReference } from '../../routes/openapi.ts';
import { responseHeadersOf } from './openapi-headers.ts';

interface ErrorResponse {
  /** Name of the component that describes it. */
  name: string;
  description: string;
  /** The legacy body (docs/contract.md#legacy-body), the problem body, or either. */
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
    description: 'Unknown coin or id, or no data about it.',
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

const paidResponses: Readonly<Record<number, ErrorResponse>> = {
  402: {
    name: 'PaymentRequired',
    description:
      'No payment, or one that buys nothing: PAYMENT-REQUIRED says what the call costs, and why a payment was refused. Nothing was charged.',
    body: 'problem',
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many unpaid calls of one address.',
    body: 'problem',
  },
  503: {
    name: 'Unavailable',
    description:
      'The service is overloaded, payments cannot be checked, or what would be sold is older than it may be. A payment that was sent can be sent again: it is not charged twice.',
    body: 'problem',
  },
};

/** Every status an endpoint may answer with, besides 200. */
export function errorStatuses(endpoint: AnyEndpoint): number[] {
  const common = [400, 401, 429, 500, 503, 504];
  if (endpoint.tier !== 'free') common.push(403);
  if (Object.keys(endpoint.params).length > 0) common.push(422);
  return [...new Set([...common, ...(endpoint.errors ?? [])])].sort((a, b) => a - b);
}

/** @throws Error for a status without a component */
export function errorReferences(endpoint: AnyEndpoint): JsonSchema {
  return references(errorStatuses(endpoint), errorResponses, endpoint.id);
}

/** References to the paid twin's error responses, which involve no key and no tier. */
export function paidErrorReferences(endpoint: AnyEndpoint): JsonSchema {
  const statuses = errorStatuses(endpoint).filter((status) => status !== 401 && status !== 403);
  return references([...statuses, 402].sort(), { ...errorResponses, ...paidResponses }, endpoint.id);
}

function references(statuses: number[], known: typeof errorResponses, id: string): JsonSchema {
  return Object.fromEntries(
    statuses.map((status) => {
      const response = known[status];
      if (response === undefined) throw new Error(`${id}: no description for status ${status}`);
      return [String(status), componentReference('responses', response.name)];
    }),
  );
}

export function errorComponents(): Record<string, JsonSchema> {
  return components(errorResponses);
}

export function paidErrorComponents(): Record<string, JsonSchema> {
  const { 401: _key, 403: _tier, ...others } = errorResponses;
  return components({ ...others, ...paidResponses });
}

function components(responses: typeof errorResponses): Record<string, JsonSchema> {
  const schema = (name: string) => ({ schema: componentReference('schemas', name) });
  const problem = { 'application/problem+json': schema('APIError') };
  const legacy = { 'application/json': schema('LegacyError') };
  const contents = { problem, legacy, either: { ...problem, ...legacy } };
  return Object.fromEntries(
    Object.entries(responses).map(([status, { name, description, body }]) => [
      name,
      { description, headers: responseHeadersOf(Number(status)), content: contents[body] },
    ]),
  );
}
