import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { AnyEndpoint } from '../../src/endpoints/endpoint.ts';
import { type Registry, responseName } from '../../src/endpoints/registry.ts';
import { documentedSchemas, schemaDocument } from '../../src/http/documents/schema-documents.ts';

/** An answer, read as text. */
export interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/** Checks answers against the contract of every endpoint; each check throws the differences. */
export interface Contract {
  /** Any answer to a request for the endpoint. */
  check(endpoint: AnyEndpoint, received: Received): void;
  /** The endpoint's own example, as the reference shows it. */
  checkExample(endpoint: AnyEndpoint): void;
  /** The body of an error of any route. */
  checkError(received: Received): void;
}

const formats = Object.fromEntries(
  ['uri', 'int32', 'int64', 'double', 'date', 'date-time'].map((name) => [name, true as const]),
);

/** The contract of a registry, by its own schema documents with references resolved. */
export function createContract(registry: Registry): Contract {
  const baseUrl = 'https://contract.test';
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, formats });
  for (const [name, type] of documentedSchemas(registry)) ajv.addSchema(schemaDocument(name, type, baseUrl));

  function validator(name: string): ValidateFunction {
    const validate = ajv.getSchema(`${baseUrl}/schemas/${name}.json`);
    if (validate === undefined) throw new Error(`no schema ${name}`);
    return validate;
  }

  function checkBody(name: string, text: string): unknown {
    const body: unknown = JSON.parse(text);
    const validate = validator(name);
    if (!validate(body)) throw new Error(`body breaks ${name}: ${ajv.errorsText(validate.errors)}`);
    return body;
  }

  function checkError({ status, headers, text }: Received): void {
    const type = headers.get('content-type');
    if (type === 'application/problem+json') {
      const body = checkBody('APIError', text) as { status?: number };
      if (body.status !== status) throw new Error(`status ${status}, but the body says ${body.status}`);
    } else if (type === 'application/json') checkBody('LegacyError', text);
    else throw new Error(`an error of media type ${type}`);
  }

  function check(endpoint: AnyEndpoint, received: Received): void {
    const { status, headers, text } = received;
    if (!headers.get('x-request-id')) throw new Error('no X-Request-ID');
    if (headers.get('access-control-allow-origin') !== '*') throw new Error('no CORS header');
    if (status >= 400) {
      checkError(received);
      return;
    }
    if (status !== 200) throw new Error(`unexpected status ${status}`);
    if (headers.get('content-type') !== 'application/json') throw new Error('200 is no application/json');
    const name = responseName(endpoint);
    const body = checkBody(name, text);
    const described = headers.get('link')?.endsWith(`/schemas/${name}.json>; rel="describedby"`);
    if (!described) throw new Error(`Link does not lead to ${name}`);
    if (isObject(body) && !String(body.$schema).endsWith(`/schemas/${name}.json`))
      throw new Error('no $schema');
    if (!/^"[\w-]+"$/.test(headers.get('etag') ?? '')) throw new Error('no strong ETag');
  }

  const checkExample = (endpoint: AnyEndpoint): void => {
    checkBody(responseName(endpoint), JSON.stringify(endpoint.example));
  };

  return { check, checkExample, checkError };
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
