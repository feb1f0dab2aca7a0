/** Tickets replace keys where a browser can send only an address; with real keys of a real store. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createAuthenticator } from '../../src/access/authenticate.ts';
import { createShortKeys, type ShortKeys } from '../../src/access/short-keys.ts';
import { createStreamTickets, ticketLifeMs } from '../../src/access/stream-tickets.ts';
import { openPglite } from '../../src/control/pglite.ts';
import type { ControlStore } from '../../src/control/store.ts';
import { minuteMs, systemClock } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { secureRng } from '../../src/kernel/rng.ts';
import { seedControl } from '../data-template.ts';
import { draft, openStreamWorld, type StreamWorld, sub, tidsOf, tradesOf } from './stream-world.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-tickets-'));
const lines: string[] = [];
const issued: string[] = [];
let passedMs = 0;
const clock = { nowMs: () => systemClock.nowMs() + passedMs };
let control: ControlStore;
let shortKeys: ShortKeys;
let world: StreamWorld;
let authenticator: ReturnType<typeof createAuthenticator>;
const tickets = () =>
  createStreamTickets({
    secret: Buffer.alloc(32, 7),
    attempts: control.attempts,
    authenticator,
    clock,
    rng: secureRng,
  });

before(async () => {
  control = await openPglite({ dir: seedControl(join(root, 'control')), clock });
  await control.migrate();
  shortKeys = createShortKeys({ secret: Buffer.alloc(32, 9), clock });
  const signupUrl = 'https://example.org/signup';
  authenticator = createAuthenticator({ control, clock, signupUrl, shortKeys, sessions: control.people });
  const log = createLog({ level: 'debug', to: { write: (line) => void lines.push(line) } });
  world = await openStreamWorld([draft(1, -60_000)], { authenticator, log }, {}, { tickets: tickets() });
});
after(async () => {
  await world?.close();
  authenticator?.close();
  await control?.close();
  rmSync(root, { recursive: true, force: true });
});

const path = '/api/public/v1/stream';
const post = (headers: Record<string, string>) =>
  fetch(`${world.url}${path}/ticket`, { method: 'POST', headers });

async function ticketFor(key: string): Promise<string> {
  const answer = await post({ 'X-API-Key': key });
  const body = (await answer.json()) as { ticket: string; expiresAt: string };
  assert.equal(answer.status, 201, JSON.stringify(body));
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.ok(Math.abs(Date.parse(body.expiresAt) - clock.nowMs() - ticketLifeMs) < 5_000);
  assert.ok(!body.ticket.includes(key));
  issued.push(body.ticket);
  return body.ticket;
}

const events = (ticket: string) => {
  const ending = new AbortController();
  const answer = fetch(`${world.url}${path}?type=trades&ticket=${ticket}`, { signal: ending.signal });
  return answer.then((found) => ({ answer: found, end: () => ending.abort() }));
};

test('a ticket opens one stream of events or one socket with the tier of its key, once, at any process', async () => {
  const { key } = await control.createKey({ accountName: 'desk', tier: 'pro' });
  const ticket = await ticketFor(key);
  const { answer, end } = await events(ticket);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('event: subscriptionResponse'))
    text += (await reader.read()).value ?? assert.fail(text);
  const fill = draft(2, 0);
  await world.add([fill]);
  while (!text.includes(`"tid":${fill.tid}`)) text += (await reader.read()).value ?? assert.fail(text);
  assert.ok(!text.includes('ticket'));
  end();

  for (const used of [
    await events(ticket),
    await events(`${ticket.slice(0, -2)}AA`),
    await events('tdm_ticket_x'),
  ]) {
    assert.equal(used.answer.status, 401);
    assert.match(await used.answer.text(), /Invalid ticket: a ticket works once, within a minute/);
  }
  const other = await ticketFor(key);
  assert.ok((await tickets().redeem(other)) !== undefined, 'by another process');
  assert.equal((await events(other)).answer.status, 401);

  const client = world.open(`${path}?ticket=${await ticketFor(key)}`, []);
  const [{ data }] = (await client.wait('connected', 1)) as [{ data: { tier: string } }];
  assert.equal(data.tier, 'pro');
  await client.ask(sub({ type: 'trades' }), ['subscriptionResponse']);
  const next = draft(3, 1);
  await world.add([next]);
  await client.wait('trades', 1);
  assert.deepEqual(tidsOf(tradesOf(client)), [next.tid]);
  client.close();
  const late = world.open(`${path}?ticket=${other}`, []);
  assert.deepEqual(await late.ended(), [4401, 'invalid or missing bearer token']);
});

test('a stream that a ticket opened ends within a second or two when its key is revoked', async () => {
  const { key, id } = await control.createKey({ accountName: 'leavers', tier: 'pro' });
  const client = world.open(`${path}?ticket=${await ticketFor(key)}`, []);
  await client.wait('connected', 1);
  await control.revokeKey(id);
  assert.deepEqual(await client.ended(), [4401, 'invalid or missing bearer token']);
  const refused = await post({ 'X-API-Key': key });
  assert.equal(refused.status, 401);
});

test('a ticket is over after a minute, and one of a key that was revoked meanwhile opens nothing', async () => {
  const { key, id } = await control.createKey({ accountName: 'late', tier: 'pro' });
  const [old, kept] = [await ticketFor(key), await ticketFor(key)];
  passedMs += minuteMs;
  assert.equal((await events(old)).answer.status, 401);
  passedMs -= minuteMs;
  await control.revokeKey(id);
  assert.equal((await events(kept)).answer.status, 401);
});

test('a page gets one with the key of its visit, other sites may ask, and only POST is answered', async () => {
  const unknown = shortKeys.forMember('00000000-0000-4000-8000-000000000000', 'no session').secret;
  assert.equal((await post({ 'X-API-Key': unknown })).status, 401);
  assert.equal((await post({})).status, 401);
  const read = await fetch(`${world.url}${path}/ticket`);
  assert.deepEqual([read.status, read.headers.get('allow')], [405, 'POST, OPTIONS']);
  const params = await fetch(`${world.url}${path}/ticket`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://example.net', 'Access-Control-Request-Method': 'POST' },
  });
  assert.equal(params.status, 204);
  assert.match(params.headers.get('access-control-allow-methods')!, /POST/);
  const said = lines.join('');
  for (const ticket of issued) assert.ok(!said.includes(ticket), 'no ticket stands in a log');
});
