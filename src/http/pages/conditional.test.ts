import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { send } from '../../../test/contract/fuzz.ts';
import { startToys, toyRun } from '../../../test/contract/toys.ts';

const board = '/api/public/v1/toy/board';

test('an answer that the client has is a 304 with the same headers, on the first request and on later ones', async () => {
  const toy = await startToys();
  const whole = await toy.get(board);
  const tag = whole.headers.get('etag')!;
  await whole.text();
  for (const sent of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
    const answer = await toy.get(board, 'free', { 'If-None-Match': sent });
    assert.equal(answer.status, 304, sent);
    assert.equal(await answer.text(), '');
    for (const name of ['etag', 'cache-control', 'vary', 'link', 'access-control-allow-origin']) {
      assert.equal(answer.headers.get(name), whole.headers.get(name), name);
    }
    assert.ok(answer.headers.get('x-request-id'));
  }
  assert.equal((await toy.get(board, 'free', { 'If-None-Match': '"x"' })).status, 200);
  assert.equal((await toy.get(`${board}?limit=1`, 'free', { 'If-None-Match': tag })).status, 200);
  await toy.server.close(0);
});

test('the body is the same in every encoding, each under a tag of its own', async () => {
  const toy = await startToys();
  const raw = (encoding: string, path = board) =>
    new Promise<{ headers: Headers; body: Buffer }>((resolve, reject) => {
      // fetch decodes by itself, so the bytes are read below it.
      import('node:http').then(({ get }) => {
        const headers = { 'X-API-Key': 'key-free', 'Accept-Encoding': encoding };
        get(toy.url + path, { headers }, (res) => {
          const chunks: Buffer[] = [];
          res.on('data', (chunk: Buffer) => chunks.push(chunk));
          res.on('end', () =>
            resolve({
              headers: new Headers(res.headers as Record<string, string>),
              body: Buffer.concat(chunks),
            }),
          );
        }).on('error', reject);
      }, reject);
    });
  for (let round = 0; round < 2; round++) {
    const plain = await raw('identity');
    const gzip = await raw('gzip, br;q=0');
    const br = await raw('gzip, br');
    assert.equal(plain.headers.get('content-encoding'), null);
    assert.equal(gzip.headers.get('content-encoding'), 'gzip');
    assert.equal(br.headers.get('content-encoding'), 'br');
    assert.deepEqual(gunzipSync(gzip.body), plain.body);
    assert.deepEqual(brotliDecompressSync(br.body), plain.body);
    assert.equal(new Set([plain, gzip, br].map(({ headers }) => headers.get('etag'))).size, 3);
    assert.match(br.headers.get('vary')!, /Accept-Encoding/);
  }
  const small = await raw('br', `${board}?limit=1`);
  assert.equal(small.headers.get('content-encoding'), null, 'a small body is not compressed');
  await toy.server.close(0);
});

test('equal requests share a page, whatever their spelling; the second does not run again', async () => {
  let runs = 0;
  const counted = toyRun('counted', () => ({ body: { runs: ++runs } }), { age: 'fills' });
  const toy = await startToys([counted]);
  const path = '/api/public/v1/toy/counted';
  const answers = await Promise.all([path, `${path}?`, `${path}?x=1`, path].map((one) => toy.get(one)));
  const later = [await toy.get(path), await toy.get(path, 'pro'), await toy.get(`${path}?x=1`)];
  const tags = [...answers, ...later].map((answer) => answer.headers.get('etag'));
  assert.equal(new Set(tags).size, 1);
  assert.equal(runs, 1);
  await toy.server.close(0);
});

test('an answer that depends on the account is never given to another', async () => {
  const mine = toyRun('mine', ({ caller }) => ({ body: caller.accountId }), {
    age: 'fills',
    vary: 'account',
  });
  const tier = toyRun('tier', ({ caller }) => ({ body: caller.tier }), { age: 'fills', vary: 'tier' });
  const toy = await startToys([mine, tier]);
  for (let round = 0; round < 3; round++) {
    assert.equal(await (await toy.get('/api/public/v1/toy/mine', 'free-a')).json(), 'a');
    assert.equal(await (await toy.get('/api/public/v1/toy/mine', 'free-b')).json(), 'b');
    assert.equal(await (await toy.get('/api/public/v1/toy/tier', 'free')).json(), 'free');
    assert.equal(await (await toy.get('/api/public/v1/toy/tier', 'pro')).json(), 'pro');
  }
  await toy.server.close(0);
});

test('a page at hand keeps the gate: what was made for a high tier is not given to a low one', async () => {
  const toy = await startToys();
  const path = `/api/public/v1/toy/trader/0x${'a'.repeat(40)}`;
  for (let round = 0; round < 2; round++) {
    assert.equal((await toy.get(path, 'pro')).status, 200);
    assert.equal((await toy.get(path, 'free')).status, 403);
    assert.equal((await toy.get(path, null)).status, 401);
    assert.equal((await toy.get(`${path}?since=31d`, 'pro')).status, 200);
    assert.equal((await toy.get(`${path}?since=31d`, 'starter')).status, 400);
  }
  await toy.server.close(0);
});

test('a hot answer has the headers of a cold one', async () => {
  const toy = await startToys();
  const shot = { target: board, headers: { 'X-API-Key': 'key-free', Origin: 'https://a.example' } };
  const names = async () => [...(await send(toy.host, toy.port, shot)).headers.keys()].sort();
  assert.deepEqual(await names(), await names());
  await toy.server.close(0);
});
