import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { callTable } from '../../clients/typescript/src/generated/calls.ts';
import { type Client, createClient, ProblemError } from '../../clients/typescript/src/index.ts';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import {
  exampleParameters,
  type ServedCatalogue,
  serveCatalogue,
  targetOf,
  trader,
} from './served-catalogue.ts';

const python = '/usr/bin/python3';
const pythonClient = fileURLToPath(new URL('../../clients/python/', import.meta.url));

interface Expected {
  id: string;
  parameters: Record<string, string>;
  status: number;
  body: unknown;
}

let served: ServedCatalogue;
/** What each endpoint answers, read without a client. */
let expected: Expected[];

before(async () => {
  served = await serveCatalogue();
  expected = [];
  for (const endpoint of catalogue) {
    const parameters = exampleParameters(endpoint);
    const answer = await fetch(served.url + targetOf(endpoint, parameters), {
      headers: { 'X-API-Key': served.key },
    });
    expected.push({ id: endpoint.id, parameters, status: answer.status, body: await answer.json() });
  }
});

after(() => served?.close());

/** What names an occurrence, and the moment at which an answer was made. */
function comparable(body: unknown): unknown {
  const text = JSON.stringify(body, (name, value) => (name === 'instance' ? undefined : value));
  return JSON.parse(text) as unknown;
}

test('most endpoints of the service under test have an answer, and the others say what they lack', () => {
  const answered = expected.filter(({ status }) => status === 200);
  assert.ok(answered.length > catalogue.length * 0.75, `${answered.length} of ${catalogue.length}`);
  for (const { id, status } of expected) assert.ok([200, 404, 503].includes(status), `${id}: ${status}`);
});

test('every endpoint has a call in the TypeScript client, which answers what the service does', async () => {
  const client = createClient({ baseUrl: served.url, apiKey: served.key, retry: { attempts: 1 } });
  const calls = new Map(
    Object.entries(callTable).flatMap(([group, entries]) =>
      Object.entries(entries).map(([name, { id }]) => [
        id as string,
        (client[group as keyof Client] as unknown as Record<string, Ask>)[name]!,
      ]),
    ),
  );
  assert.deepEqual([...calls.keys()].sort(), catalogue.map(({ id }) => id).sort());
  for (const { id, parameters, status, body } of expected) {
    try {
      const answer = await calls.get(id)!(parameters);
      assert.deepEqual([200, comparable(answer.data)], [status, comparable(body)], id);
      assert.ok(answer.requestId !== undefined, id);
    } catch (error) {
      assert.ok(error instanceof ProblemError, `${id}: ${error}`);
      assert.deepEqual([error.status, comparable(error.body)], [status, comparable(body)], id);
    }
  }
});

type Ask = (parameters: object) => Promise<{ data: unknown; requestId: string | undefined }>;

test('rows of a list come page by page, and what did not change is not sent again', async () => {
  const client = createClient({ baseUrl: served.url, apiKey: served.key });
  const whole = (await client.pulse.traderClosedPositions({ address: trader, limit: 500 })).data ?? [];
  assert.ok(whole.length > 3, `${whole.length} rows`);
  for (const unchanged of [false, true]) {
    const limit = 3;
    const pages = await Array.fromAsync(client.pulse.traderClosedPositions.pages({ address: trader, limit }));
    assert.deepEqual(
      pages.flatMap(({ data }) => data ?? []),
      whole,
    );
    assert.ok(pages.every((page) => page.unchanged === unchanged));
  }
  const rows = await Array.fromAsync(client.pulse.traderClosedPositions.rows({ address: trader, limit: 2 }));
  assert.deepEqual(rows, whole);
});

/** What the script of the Python client tells of a call. */
interface Told {
  status: number;
  body: unknown;
  /** A list with pages: whether its rows, two by two, are those of the body. */
  rowsAreThose?: boolean;
  /** Whether the second call was answered by the cache. */
  unchanged?: boolean;
}

test('every endpoint has a method in the Python client, which answers what the service does', async () => {
  const child = spawn(python, ['-W', 'error', '-m', 'tests.service.every_endpoint'], {
    cwd: pythonClient,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify({ url: served.url, key: served.key, calls: expected }));
  child.stdout.setEncoding('utf8');
  let text = '';
  child.stdout.on('data', (part: string) => {
    text += part;
  });
  const [code] = (await once(child, 'close')) as [number];
  assert.equal(code, 0);
  const answers = JSON.parse(text) as Record<string, Told>;
  assert.deepEqual(Object.keys(answers).sort(), catalogue.map(({ id }) => id).sort());
  for (const { id, status, body } of expected) {
    const told = answers[id]!;
    assert.deepEqual([told.status, comparable(told.body)], [status, comparable(body)], id);
    assert.notEqual(told.rowsAreThose, false, id);
  }
  const all = Object.values(answers);
  assert.ok(all.filter(({ rowsAreThose }) => rowsAreThose).length > 10);
  assert.ok(all.filter(({ unchanged }) => unchanged).length > 60);
});
