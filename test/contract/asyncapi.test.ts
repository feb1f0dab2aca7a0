/** The AsyncAPI description of the streams: it is served, holds together, and real messages are as it says. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import Ajv2020 from 'ajv/dist/2020.js';
import { asyncApi } from '../../src/http/documents/asyncapi.ts';
import { draft, type Message, openStreamWorld, type StreamWorld, sub } from '../streams/stream-world.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document
const document = asyncApi() as any;
let world: StreamWorld;
before(async () => {
  world = await openStreamWorld([draft(1, -60_000)]);
});
after(() => world?.close());

/** Every reference of a value. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => (key === '$ref' ? [String(one)] : referencesIn(one)));
}

const at = (reference: string) =>
  reference
    .slice(2)
    .split('/')
    .reduce((value, key) => value?.[key], document);

test('every reference is of something, and the service serves it with its address', async () => {
  const references = referencesIn(document);
  assert.ok(references.length > 50);
  for (const reference of references) assert.ok(at(reference), reference);
  const served = (await (await fetch(`${world.url}/asyncapi.json`)).json()) as {
    servers: { service: { host: string } };
  };
  assert.deepEqual(served, asyncApi(world.url));
  assert.equal(`ws://${served.servers.service.host}`, world.url.replace('http', 'ws'));
});

test('every feed that a connection may follow has its message and its subscription', async () => {
  const client = await world.connect('key-enterprise-a');
  for (const type of client.got[0]!.data.limits.feeds) {
    assert.ok(document.components.messages[type], type);
    assert.ok(document.components.schemas[`Subscription.${type}`], type);
  }
  client.close();
});

test('what is asked and what comes is as it says', async () => {
  const ajv = new Ajv2020.default({ strict: false });
  ajv.addSchema(document, 'document');
  const holds = (name: string, value: unknown) => {
    const check = ajv.compile({ $ref: `document#/components/messages/${name}/payload` });
    assert.ok(check(value), `${name}: ${ajv.errorsText(check.errors)} ${JSON.stringify(value)}`);
  };
  const client = await world.connect('key-pro-b', '/api/public/v1/stream');
  const requests = [
    sub({ type: 'trades', coins: ['BTC'], minNotionalUsd: 1 }, { req_id: 7 }),
    sub({ type: 'candle', coin: 'BTC', interval: '1h' }),
    sub({ type: 'positions', cohort: 'shrimp', cohortSpan: 'alltime' }),
    sub({ type: 'positions', coin: 'BTC' }),
    sub({ type: 'coinRisk', coin: 'BTC' }),
    sub({ type: 'leaderboard', sort: 'volume' }),
    sub({ type: 'cohortMembers', cohort: 'shrimp' }),
    sub({ type: 'nonsense' }),
    sub({ type: 'positions', cohort: 'shrimp', coin: 'BTC' }),
  ];
  const isRight = (i: number) => i < requests.length - 2;
  for (const [i, one] of requests.entries()) {
    if (isRight(i)) holds('subscribe', one);
    else assert.throws(() => holds('subscribe', one));
    await client.ask(one);
  }
  await world.add([draft(1, 0), draft(2, 1)]);
  await client.wait('trades', 1);
  for (const [type, count] of [
    ['positions', 4],
    ['coinRisk', 2],
    ['leaderboard', 2],
    ['cohortMembers', 2],
  ] as const)
    await client.wait(type, count);
  for (const message of client.got as Message[]) holds(message.channel, message);
  client.close();
});
