import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startToys, toys } from '../../../test/contract/toys.ts';
import { dayMs } from '../../kernel/clock.ts';

const board = '/api/public/v1/toy/board';

test('health, readiness, metrics and documents need no key', async () => {
  const state: { ready: boolean; checks: Record<string, true | string> } = {
    ready: false,
    checks: { boards: 'are being built' },
  };
  const starting = await startToys(toys, { readiness: () => state });
  assert.equal((await starting.get('/health', null)).status, 200);
  const ready = await starting.get('/ready', null);
  assert.equal(ready.status, 503);
  assert.deepEqual(await ready.json(), {
    ready: false,
    checks: { boards: 'are being built', load: true },
  });
  state.ready = true;
  assert.equal((await starting.get('/ready', null)).status, 200);
  await (await starting.get(board)).text();
  const metrics = await (await starting.get('/metrics', null)).text();
  assert.match(
    metrics,
    /tidemark_http_request_duration_seconds_count\{endpoint="toy.board",method="GET",status="200"\} 1/,
  );
  assert.match(metrics, /tidemark_page_cache_requests_total\{result="miss"\} 1/);
  assert.match(metrics, /nodejs_eventloop_lag/);
  for (const path of [
    '/',
    '/openapi.json',
    '/asyncapi.json',
    '/schemas/ToyRow.json',
    '/schemas/APIError.json',
    '/errors',
    '/errors/TIER_GATE',
  ]) {
    const answer = await starting.get(path, null);
    assert.equal(answer.status, 200, path);
    assert.ok(answer.headers.get('x-request-id'));
    await answer.text();
  }
  assert.equal((await starting.get('/errors/NOTHING', null)).status, 404);
  await starting.server.close(0);
});

test('models, machines and who has found a weakness learn where to go', async () => {
  const contact = 'mailto:security@example.org';
  const service = await startToys(toys, { securityContact: contact });
  const catalog = await service.get('/.well-known/api-catalog', null);
  assert.match(catalog.headers.get('content-type')!, /^application\/linkset\+json; profile="https:/);
  const { linkset } = (await catalog.json()) as { linkset: Record<string, { href: string }[] | string>[] };
  assert.equal(linkset[0]!.anchor, `${service.url}/api/public/v1`);
  const llms = await service.get('/llms.txt', null);
  assert.equal(llms.headers.get('content-type'), 'text/plain; charset=utf-8');
  const text = await llms.text();
  assert.match(text, /^# Tidemark\n\n> /);
  const links = [...text.matchAll(/\]\((\S+?)\)/g)].map(([, url]) => url!);
  for (const link of linkset) {
    for (const targets of Object.values(link))
      if (Array.isArray(targets)) links.push(...targets.map(({ href }) => href));
  }
  assert.ok(links.length > 5);
  for (const url of links) {
    const answer = await service.get(new URL(url).pathname, null);
    await answer.text();
    assert.equal(answer.status, 200, url);
  }
  const security = await (await service.get('/.well-known/security.txt', null)).text();
  assert.match(security, /^Contact: mailto:security@example\.org$/m);
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(security)![1]!);
  assert.ok(expires > Date.now() + 150 * dayMs && expires < Date.now() + 365 * dayMs);
  assert.match(security, /^Canonical: http/m);
  await service.server.close(0);
});

test('every address that the overview, the list of schemas and a refusal name is there', async () => {
  const service = await startToys(toys);
  const read = async <T>(path: string) => (await (await service.get(path, null)).json()) as T;
  const { service: name, api, ...pages } = await read<Record<string, string>>('/');
  assert.deepEqual([name, new URL(api!).pathname], ['Tidemark', '/api/public/v1']);
  const { schemas } = await read<{ schemas: string[] }>('/schemas');
  const { signup_url: signup } = await read<{ signup_url: string }>(board);
  assert.ok(schemas.some((url) => url.endsWith('/schemas/ToyRow.json')));
  for (const url of [...Object.values(pages), ...schemas, signup, `${new URL(signup).origin}/upgrade`]) {
    const answer = await service.get(new URL(url).pathname, null);
    await answer.text();
    assert.equal(answer.status, 200, url);
  }
  await service.server.close(0);
});
