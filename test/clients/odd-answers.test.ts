import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { createClient, TidemarkError } from '../../clients/typescript/src/index.ts';
import { retryAfterMs } from '../../clients/typescript/src/retry.ts';
import { campaignSeed, sized } from '../size.ts';
import { encoded } from './paid-service.ts';
import { type ScriptedServer, startScripted, toyClock } from './scripted-server.ts';

const nowMs = Date.parse('2026-03-01T12:00:00Z');
const size = sized({ check: { numRuns: 60 }, campaign: { numRuns: 5_000, seed: campaignSeed } });
let server: ScriptedServer;

before(async () => {
  server = await startScripted();
});
after(() => server.close());

const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 20 }).map((text) => text.trim());
const jsonTypes = ['application/json', 'application/problem+json; charset=utf-8', 'text/html', ''];
const answer = fc.record({
  status: fc.oneof(fc.constantFrom(200, 204, 304, 402, 429, 503), fc.integer({ min: 200, max: 599 })),
  type: fc.oneof(fc.constantFrom(...jsonTypes), printable),
  retryAfter: fc.oneof(printable, fc.integer().map(String), fc.date().map(String)),
  window: printable,
  paid: fc.oneof(printable, fc.jsonValue().map(encoded)),
  body: fc.oneof(
    fc.string(),
    fc.json(),
    fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
  ),
});

test('whatever a service answers, a call ends with an answer or an error of the client, after waits within the bound', async () => {
  await fc.assert(
    fc.asyncProperty(answer, async ({ status, type, retryAfter, window, paid, body }) => {
      server.play((_, response) => {
        response.writeHead(status, {
          'Content-Type': type,
          'Retry-After': retryAfter,
          'X-Data-From': window,
          'X-RateLimit-Reset': window,
          'PAYMENT-REQUIRED': paid,
          'PAYMENT-RESPONSE': paid,
          ETag: '"odd"',
        });
        response.end(body);
      });
      const clock = toyClock(nowMs);
      const payment = { signer: { sign: () => 'signed' }, maxAmount: 10n };
      for (const way of [{ apiKey: 'key' }, { payment }]) {
        const client = createClient({ baseUrl: server.url, clock, retry: { attempts: 2 }, ...way });
        try {
          await client.account.verify();
        } catch (error) {
          assert.ok(error instanceof TidemarkError, String((error as Error).stack));
        }
      }
      for (const waitMs of clock.waits) assert.ok(waitMs >= 0 && waitMs <= 60_250, `${waitMs} ms`);
    }),
    size,
  );
});

test('a wait that a service asks for is read as seconds or as a date, and nothing else', () => {
  const read = (value: string | null) => retryAfterMs(value, nowMs);
  assert.equal(read(' 12 '), 12_000);
  assert.equal(read('Sun, 01 Mar 2026 12:01:00 GMT'), 60_000);
  assert.equal(read('Sunday, 01-Mar-26 12:01:00 GMT'), 60_000);
  assert.equal(read('Sun, 01 Mar 2026 11:00:00 GMT'), 0, 'it is over');
  for (const odd of [null, '', '-5', '1.5', '1e3', '99999999999', 'soon', 'Sun, 99 Mar 2026', '2026-03-01'])
    assert.equal(read(odd), undefined, String(odd));
});
