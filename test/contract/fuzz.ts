import { request } from 'node:http';
import fc from 'fast-check';
import type { AnyEndpoint } from '../../src/endpoints/endpoint.ts';
import type { Param, Params } from '../../src/endpoints/params/param.ts';
import type { Registry } from '../../src/endpoints/registry.ts';
import { createContract, type Received } from './contract.ts';

export interface FuzzOptions {
  registry: Registry;
  host: string;
  port: number;
  /** Keys to send; requests without a key and with invalid keys are added. */
  keys: readonly string[];
  /** Requests per endpoint. */
  runs: number;
  /** Repeats a run that failed. */
  seed?: number;
}

export interface Shot {
  target: string;
  headers: Record<string, string>;
}

const nasty = [
  '',
  ' ',
  '%',
  '%zz',
  '%ff',
  '%00',
  '%2F',
  '+5',
  '-0',
  '007',
  '1e2',
  '5.0',
  '0x5',
  'NaN',
  'Infinity',
  '1e400',
  '2147483648',
  '9007199254740993',
  '99999999999999999999999999',
  'null',
  'true',
  '[]',
  '{}',
  "'; drop table fills",
  '__proto__',
  'constructor',
  'x'.repeat(300),
  '%F0%9F%92%A9',
  '0x',
  `0x${'G'.repeat(40)}`,
  '24h',
  '0h',
  '99999d',
  '2026-02-30',
  '1,2',
];

function wordOf(param: Param<unknown>): fc.Arbitrary<string> {
  const {
    enum: words,
    minimum,
    maximum,
  } = param.schema as { enum?: string[]; minimum?: number; maximum?: number };
  const known = [...(words ?? []), ...(param.example === undefined ? [] : [param.example])];
  const edges = [minimum, maximum].flatMap((edge) => (edge === undefined ? [] : [edge - 1, edge, edge + 1]));
  const sources: fc.Arbitrary<string>[] = [
    fc.constantFrom(...nasty),
    fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[^!-~]|[#?/]/g, '')),
    fc.integer().map(String),
  ];
  const good = [...known, ...edges.map(String)];
  // Good values often, or nothing but refusals would be seen.
  if (good.length > 0) for (let i = 0; i < 4; i++) sources.push(fc.constantFrom(...good));
  return fc.oneof(...sources);
}

/** Requests for an endpoint, as its schema leads to them and as nothing does. */
export function shotsAt(endpoint: AnyEndpoint, keys: readonly string[]): fc.Arbitrary<Shot> {
  const params = Object.entries(endpoint.params as Params);
  const inPath = params.filter(([name]) => endpoint.pathParams.includes(name));
  const inQuery = params.filter(([name]) => !endpoint.pathParams.includes(name));
  const path = fc
    .tuple(...inPath.map(([name, param]) => wordOf(param).map((word) => [name, word || '-'] as const)))
    .map((words) =>
      words.reduce((text, [name, word]) => text.replace(`{${name}}`, () => word), endpoint.path as string),
    );
  const pair = fc.oneof(
    ...inQuery.map(([name, param]) => wordOf(param).map((word) => `${name}=${word}`)),
    fc.constantFrom('', 'unknown=1', '=', '&', 'a=%', '__proto__=1', 'limit'),
  );
  const required = inQuery.flatMap(([name, param]) =>
    param.required ? [`${name}=${param.example ?? ''}`] : [],
  );
  const query = fc.array(pair, { maxLength: 4 }).map((pairs) => [...required, ...pairs].join('&'));
  const header = (name: string, ...values: string[]) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      fc.constantFrom(...values).map((value) => ({ [name]: value })),
    );
  const key = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...keys).map((value) => ({ 'X-API-Key': value })) },
    header('X-API-Key', 'nonsense', ' ', 'tdm_live_x'),
  );
  const headers = fc.tuple(
    key,
    header('Accept', 'text/html', '*/*;q=0'),
    header('Origin', 'https://example.org', 'null'),
    header('If-None-Match', '"x"', 'W/"', ',,'),
    header('Content-Length', '0'),
  );
  return fc.record({
    target: fc.tuple(path, query).map(([p, q]) => (q === '' ? p : `${p}?${q}`).replaceAll(' ', '%20')),
    headers: headers.map((parts) => Object.assign({}, ...parts) as Record<string, string>),
  });
}

/** Sends a target unchanged; `fetch` would normalise it. */
export function send(host: string, port: number, shot: Shot, method = 'GET'): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request({ host, port, path: shot.target, headers: shot.headers, method }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () => {
        const headers = new Headers();
        for (let i = 0; i < res.rawHeaders.length; i += 2)
          headers.append(res.rawHeaders[i]!, res.rawHeaders[i + 1]!);
        resolve({ status: res.statusCode!, headers, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

/**
 * Throws random paths, queries and headers at every endpoint and checks that no answer is a 5xx it does not declare, and that every
 * answer keeps the contract.
 *
 * @returns how often each status came
 * @throws Error with the seed and the shortest request that breaks a rule
 */
export async function fuzz(options: FuzzOptions): Promise<Map<number, number>> {
  const { registry, host, port, keys, runs, seed } = options;
  const contract = createContract(registry);
  const statuses = new Map<number, number>();
  for (const endpoint of registry.endpoints) {
    const property = fc.asyncProperty(shotsAt(endpoint, keys), async (shot) => {
      const received = await send(host, port, shot);
      statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1);
      const declared = endpoint.errors?.includes(received.status) === true;
      if (received.status >= 500 && !declared) throw new Error(`${received.status}: ${received.text}`);
      contract.check(endpoint, received);
    });
    await fc.assert(property, { numRuns: runs, ...(seed !== undefined && { seed }) });
  }
  return statuses;
}

/** Values sent by mistake or as a probe; `{}` is replaced by a valid value. */
const oddValues = [
  '{}%00',
  '%00{}',
  '{}%20',
  '%09{}',
  '{}%0D%0AX-A:%20b',
  '%20',
  '%E2%80%AE{}',
  '%EF%BB%BF{}',
  '%EF%BC%91%EF%BC%90',
  'e%CC%81',
  '%F0%9F%90%8B%F0%9F%90%8B',
  '%ED%A0%80',
  '%C0%AF',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551616',
  '-9223372036854775809',
  '1e3',
  '1e-7',
  '1_000',
  '0b11',
  '%2B5',
  '{},{}',
  '{}%2C',
  '..%2F..%2Fetc',
  '%25%30%30',
  '{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}',
];

/** Targets with an odd value in each parameter of an endpoint, and with each parameter twice; all other values are valid. */
export function oddTargets(endpoint: AnyEndpoint): string[] {
  const params = Object.entries(endpoint.params as Params);
  const good = (param: Param<unknown>) => encodeURIComponent(String(param.example ?? 'BTC'));
  function target(changed: string, values: readonly string[]): string {
    let path: string = endpoint.path;
    const query: string[] = [];
    for (const [name, param] of params) {
      const own = name === changed ? values : [good(param)];
      if (endpoint.pathParams.includes(name)) path = path.replace(`{${name}}`, () => own[0] ?? '-');
      else if (name === changed || param.required) query.push(...own.map((value) => `${name}=${value}`));
    }
    return query.length === 0 ? path : `${path}?${query.join('&')}`;
  }
  return params.flatMap(([name, param]) => [
    ...oddValues.map((value) => target(name, [value.replaceAll('{}', good(param))])),
    target(name, [good(param), good(param)]),
  ]);
}

/**
 * Requests each endpoint with odd values in its parameters. Each endpoint gets every `step`-th target, with a different offset, so that
 * each value reaches some endpoint.
 *
 * @returns number of answers by status
 * @throws Error with the target of an answer that breaks the contract, or is a 5xx that its endpoint does not declare
 */
export async function sendOddValues(
  options: Pick<FuzzOptions, 'registry' | 'host' | 'port'> & { key: string; step: number },
): Promise<Map<number, number>> {
  const { registry, host, port, key, step } = options;
  const contract = createContract(registry);
  const statuses = new Map<number, number>();
  for (const [at, endpoint] of registry.endpoints.entries()) {
    const chosen = oddTargets(endpoint).filter((_, i) => i % step === at % step);
    for (const target of chosen) {
      const received = await send(host, port, { target, headers: { 'X-API-Key': key } });
      statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1);
      const declared = endpoint.errors?.includes(received.status) === true;
      if (received.status >= 500 && !declared)
        throw new Error(`${target}: ${received.status} ${received.text}`);
      try {
        contract.check(endpoint, received);
      } catch (error) {
        throw new Error(`${target}: ${(error as Error).message}`, { cause: error });
      }
    }
  }
  return statuses;
}
