import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callTable } from '../../clients/typescript/src/generated/calls.ts';
import { type Client, createClient, ProblemError } from '../../clients/typescript/src/index.ts';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import type { AnyEndpoint } from '../../src/endpoints/endpoint.ts';
import { type PythonAnswer, startPythonCaller } from './python-caller.ts';
import {
  exampleParameters,
  oddCoins,
  type ServedCatalogue,
  serveCatalogue,
  targetOf,
  trader,
} from './served-catalogue.ts';

/** Answers of an endpoint: without a client, and through each client. */
interface Asked {
  id: string;
  raw: { status: number; body: unknown };
  typescript: { status: number; body: unknown } | undefined;
  python: PythonAnswer;
}

type Ask = (parameters: object) => Promise<{ data: unknown }>;

/** Parameters that take the name of a coin. */
const coinNames = ['coin', 'symbol'];
let served: ServedCatalogue;
let client: Client;
const requests: Asked[] = [];
/** Endpoints with a coin in the path, called for coins with odd names. */
const askedOdd: (Asked & { coin: string })[] = [];

before(async () => {
  served = await serveCatalogue();
  client = createClient({ baseUrl: served.url, apiKey: served.key, retry: { attempts: 1 } });
  const python = startPythonCaller(served.url, served.key);
  const ask = async (endpoint: AnyEndpoint, parameters: Record<string, string>): Promise<Asked> => {
    const { id } = endpoint;
    const headers = { 'X-API-Key': served.key };
    // One call at a time, while the service still caches the page.
    const answer = await fetch(served.url + targetOf(endpoint, parameters), { headers });
    const raw = { status: answer.status, body: comparable(await answer.json()) };
    const reply = await python.call(id, parameters);
    const typescript = await byTypescript(id, parameters);
    return { id, raw, typescript, python: { ...reply, body: comparable(reply.body) } };
  };
  for (const endpoint of catalogue) {
    const parameters = exampleParameters(endpoint);
    requests.push(await ask(endpoint, parameters));
    for (const coin of oddCoins)
      for (const name of coinNames.filter((one) => endpoint.pathParams.includes(one)))
        askedOdd.push({ coin, ...(await ask(endpoint, { ...parameters, [name]: coin })) });
  }
  await python.close();
});

after(() => served?.close());

/** Undefined if the client has no such call. */
async function byTypescript(id: string, parameters: object): Promise<Asked['typescript']> {
  for (const [group, entries] of Object.entries(callTable)) {
    const name = Object.keys(entries).find((one) => entries[one]!.id === id);
    if (name === undefined) continue;
    const call = (client[group as keyof Client] as unknown as Record<string, Ask>)[name]!;
    try {
      return { status: 200, body: comparable((await call(parameters)).data) };
    } catch (error) {
      assert.ok(error instanceof ProblemError, `${id}: ${error}`);
      return { status: error.status, body: comparable(error.body) };
    }
  }
  return undefined;
}

/** Removes fields that identify an occurrence. */
function comparable(body: unknown): unknown {
  const text = JSON.stringify(body, (name, value) => (name === 'instance' ? undefined : value)) ?? 'null';
  return JSON.parse(text) as unknown;
}

test('most endpoints of the service under test have an answer, and the others say what they lack', () => {
  const answered = requests.filter(({ raw }) => raw.status === 200);
  assert.ok(answered.length > catalogue.length * 0.75, `${answered.length} of ${catalogue.length}`);
  for (const { id, raw } of requests) assert.ok([200, 404, 503].includes(raw.status), `${id}: ${raw.status}`);
});

test('every endpoint has a call in the TypeScript client, which answers what the service does', () => {
  for (const { id, raw, typescript } of requests) assert.deepEqual(typescript, raw, id);
  assert.equal(Object.values(callTable).flatMap(Object.keys).length, catalogue.length);
});

test('every endpoint has a method in the Python client, which answers what the service does', () => {
  for (const { id, raw, python } of requests) {
    assert.deepEqual({ status: python.status, body: python.body }, raw, id);
    assert.notEqual(python.rowsAreThose, false, id);
  }
  assert.equal(new Set(requests.map(({ python }) => python.method)).size, catalogue.length);
  assert.ok(requests.filter(({ python }) => python.rowsAreThose).length > 10);
  assert.ok(requests.filter(({ python }) => python.unchanged).length > 60);
  assert.ok(requests.filter(({ python }) => python.frames).length > 60);
});

test('a coin whose name has a # or an @ stands in the path of every call about one coin', () => {
  assert.ok(askedOdd.length > 20, `${askedOdd.length} calls`);
  for (const { id, coin, raw, typescript, python } of askedOdd) {
    assert.deepEqual(typescript, raw, `${id} of ${coin}`);
    assert.deepEqual({ status: python.status, body: python.body }, raw, `${id} of ${coin}`);
  }
  const traders = askedOdd.filter(({ id }) => id === 'pulse.token-leaderboard');
  assert.deepEqual(
    traders.map(({ coin, raw }) => [coin, raw.status]),
    oddCoins.map((coin) => [coin, 200]),
  );
  for (const { raw } of traders) assert.ok((raw.body as unknown[]).length > 0);
});

test('rows of a list come page by page, and what did not change is not sent again', async () => {
  const { traderClosedPositions } = client.pulse;
  const whole = (await traderClosedPositions({ address: trader, limit: 500 })).data ?? [];
  assert.ok(whole.length > 3, `${whole.length} rows`);
  for (const unchanged of [false, true]) {
    const pages = await Array.fromAsync(traderClosedPositions.pages({ address: trader, limit: 3 }));
    assert.deepEqual(
      pages.flatMap(({ data }) => data ?? []),
      whole,
    );
    assert.ok(pages.every((page) => page.unchanged === unchanged));
  }
  assert.deepEqual(await Array.fromAsync(traderClosedPositions.rows({ address: trader, limit: 2 })), whole);
});
