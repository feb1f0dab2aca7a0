/** The recipe "An endpoint" of CONTRIBUTING.md, followed for one: its file, its test, its line in a registry. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pageOf } from '../../src/analytics/total-order.ts';
import { createRegistry } from '../../src/endpoints/registry.ts';
import type { Problem } from '../../src/kernel/problem.ts';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';
import { toyCoinTraders } from '../fixtures/toy-endpoint.ts';
import { type FillDraft, walletOf } from '../source-fills.ts';
import { createContract } from './contract.ts';
import { startToys } from './toys.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');

/** Every third wallet trades twice, so that most of them are equal by their fills. */
const fills = Array.from({ length: 40 }, (_, n): FillDraft[] => {
  const draft = {
    wallet: walletOf(100 - n),
    time: nowMs - n,
    coin: 'kPEPE',
    px: '2.5',
    sz: '100',
    fee: '0.5',
  };
  return n % 3 === 0 ? [draft, { ...draft, sz: '0.2', fee: '-0.25' }] : [draft];
}).flat();

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills }, nowMs });
});
after(() => harness.close());

const rows = async (query: string) =>
  (await harness.ask(toyCoinTraders, { path: { coin: 'kpepe' }, query })).body!;

test('its numbers are those worked out by hand, exact until they leave', async () => {
  const all = await rows('limit=500');
  assert.equal(all.length, 40);
  assert.deepEqual(all[0], { address: walletOf(61), fills: 2, volume: 250.5, feesPerFill: 0.125 });
  assert.deepEqual(all.at(-1), { address: walletOf(99), fills: 1, volume: 250, feesPerFill: 0.5 });
  const expected = [...all].sort((a, b) => b.fills - a.fills || (a.address < b.address ? -1 : 1));
  assert.deepEqual(all, expected, 'by fills, ties by address');
});

test('its pages neither overlap nor leave a row out, whatever their size', async () => {
  const all = await rows('limit=500');
  for (const limit of [1, 3, 7, 14, 40, 41]) {
    for (let offset = 0; offset <= all.length; offset += limit) {
      assert.deepEqual(await rows(`limit=${limit}&offset=${offset}`), pageOf(all, { limit, offset }));
    }
  }
});

test('bad input is reported as the parameters say', async () => {
  const refused = (query: string, status: number, path = { coin: 'kPEPE' }) =>
    assert.rejects(
      harness.ask(toyCoinTraders, { path, query }),
      (problem: Problem) => problem.fields.status === status,
    );
  await refused('limit=501', 422);
  await refused('offset=-1', 422);
  await refused('', 404, { coin: 'kPEPPER' });
  checkBody(toyCoinTraders, toyCoinTraders.example);
});

test('one line in a registry serves it, with its schema and in the description', async () => {
  const service = await startToys([toyCoinTraders], { sources: harness.sources });
  try {
    const answer = await service.get('/api/public/v1/toy/coins/KPEPE/traders?limit=2');
    const received = { status: answer.status, headers: answer.headers, text: await answer.text() };
    createContract(createRegistry([toyCoinTraders])).check(toyCoinTraders, received);
    assert.deepEqual(JSON.parse(received.text), await rows('limit=2'));
    const description = await (await service.get('/openapi.json', null)).text();
    assert.match(description, /toy\.coin-traders/);
  } finally {
    await service.server.close(0);
  }
});
