import type { PayPerCall } from '../../billing/x402/pay-per-call.ts';
import type { Registry } from '../../endpoints/registry.ts';
import type { JsonSchema } from '../../routes/json-schema.ts';
import { openApiDocument } from '../../routes/openapi.ts';
import { paidPath, paidPrefix } from '../calls/paid-twin.ts';
import { paidErrorComponents, paidErrorReferences } from './error-responses.ts';
import { descriptionVersion, documentParts, operationParts } from './openapi.ts';
import { boughtHeadersOf, paidResponseHeaders } from './openapi-headers.ts';

export const paidDocumentPath = `${paidPrefix}/openapi.json`;

export type PaidSale = Pick<PayPerCall, 'usdOf'>;

/**
 * The OpenAPI 3.1.0 description of the paid twins of a registry. The document is separate, because both kinds of operations
 * together would exceed what a reference page loads at once, and twins exist only if calls are sold.
 *
 * @param baseUrl public address of the service
 */
export function paidOpenApi(registry: Registry, baseUrl: string, sale: PaidSale): JsonSchema {
  const { byPath, shared, schemas, tags } = documentParts(registry);
  const twins = byPath.map((endpoint) => {
    const { described, parameters, content } = operationParts(endpoint, shared);
    const operation = {
      operationId: `x402.${endpoint.id}`,
      ...described,
      'x-price-usd': sale.usdOf(endpoint),
      parameters,
      responses: {
        200: { description: endpoint.summary, headers: boughtHeadersOf(endpoint.headers), content },
        ...paidErrorReferences(endpoint),
      },
    };
    return [paidPath(endpoint), { get: operation }];
  });
  return openApiDocument({
    title: 'Tidemark, paid by the call',
    version: descriptionVersion,
    description:
      'The same data without an API key: each call is paid for by itself (x402 version 2). A call without a payment is answered 402 with ' +
      'its price in PAYMENT-REQUIRED; the signed payment goes into PAYMENT-SIGNATURE of the same call, same path and query. Only a 200 is ' +
      'charged. Sent again, the same payment gets the same answer for 24 hours and is not charged again. Windows reach as far back as on ' +
      'the Pro tier.',
    server: baseUrl,
    security: { Payment: { type: 'apiKey', in: 'header', name: 'PAYMENT-SIGNATURE' } },
    tags,
    paths: Object.fromEntries(twins),
    components: {
      headers: paidResponseHeaders,
      parameters: shared.components,
      responses: paidErrorComponents(),
      schemas,
    },
  });
}
