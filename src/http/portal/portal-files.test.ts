import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { startToys, type ToyServer, toys } from '../../../test/contract/toys.ts';
import { readPortalFiles } from './portal-files.ts';

const script = `export const words = ${JSON.stringify('tide '.repeat(500))};`;
const dir = mkdtempSync(join(tmpdir(), 'tidemark-portal-'));
let toy: ToyServer;

before(async () => {
  mkdirSync(join(dir, 'assets'));
  writeFileSync(join(dir, 'index.html'), '<!doctype html><head><title>Tidemark</title></head>');
  const pages = ['/', '/market', '/coin/:coin', '/docs/:part*'].map((path) => ({
    path,
    files: filesOf(path),
  }));
  writeFileSync(join(dir, 'pages.json'), JSON.stringify(pages));
  writeFileSync(join(dir, 'assets/main-1a2b.js'), script);
  writeFileSync(join(dir, 'assets/main-1a2b.js.br'), brotliCompressSync(script));
  mkdirSync(join(dir, 'operator/assets'), { recursive: true });
  writeFileSync(join(dir, 'operator/operator.html'), '<!doctype html><title>Operator</title>');
  writeFileSync(join(dir, 'operator/assets/operator-3c4d.js'), script);
  toy = await startToys(toys, { files: readPortalFiles(dir) });
});
after(async () => {
  await toy.server.close(0);
  rmSync(dir, { recursive: true });
});

/** Files of a page, in addition to the document's. */
function filesOf(path: string): string[] {
  return path === '/coin/:coin' ? ['/assets/coin-5e6f.js', '/assets/coin-7a8b.css'] : [];
}

const ask = (path: string, accept = 'text/html,*/*', init: RequestInit = {}) =>
  fetch(`${toy.url}${path}`, { ...init, headers: { accept, ...init.headers } });

test('every path of a page is answered with the portal, under a policy that admits nothing of others', async () => {
  for (const path of ['/', '/market', '/coin/xyz:GOLD', '/coin/PURR%2FUSDC', '/docs', '/docs/glossary']) {
    const answer = await ask(path);
    assert.equal(answer.status, 200, path);
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8', path);
    assert.match(
      answer.headers.get('content-security-policy') ?? '',
      /default-src 'self'.*frame-ancestors 'none'/,
    );
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(answer.headers.get('cache-control'), 'no-cache');
    assert.match(await answer.text(), /^<!doctype html>/);
  }
});

test('the document names the files of its page, so that a browser asks for them at once', async () => {
  const coin = await (await ask('/coin/BTC')).text();
  assert.match(coin, /<link rel="modulepreload" crossorigin href="\/assets\/coin-5e6f\.js">/);
  assert.match(coin, /<link rel="stylesheet" crossorigin href="\/assets\/coin-7a8b\.css">\n<\/head>/);
  assert.doesNotMatch(await (await ask('/market')).text(), /coin-/);
});

test('the root stays a JSON overview to programs, and what the portal has no page for stays as it was', async () => {
  const overview = (await (await ask('/', '*/*')).json()) as { service: string };
  assert.equal(overview.service, 'Tidemark');
  for (const path of ['/coin', '/coin/a/b', '/nope'])
    assert.equal(
      (await ask(path, 'application/json')).headers.get('content-type'),
      'application/problem+json',
      path,
    );
  assert.equal((await ask('/api/nope')).headers.get('content-type'), 'application/problem+json');
  assert.equal((await ask('/health')).headers.get('content-type'), 'application/json');
  assert.match(await (await ask('/signup')).text(), /How to get a key/, 'a page that was not built');
});

test('a browser at a path without a page gets the portal with status 404, which says so', async () => {
  for (const path of ['/coin', '/coin/a/b', '/nope']) {
    const answer = await ask(path);
    assert.equal(answer.status, 404, path);
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'self'/);
    assert.match(await answer.text(), /^<!doctype html>/);
  }
});

test('a file is sent as it was compressed when it was built, for ever', async () => {
  const answer = await ask('/assets/main-1a2b.js', '*/*', { headers: { 'accept-encoding': 'br' } });
  assert.equal(answer.headers.get('content-encoding'), 'br');
  assert.equal(answer.headers.get('content-length'), String(brotliCompressSync(script).length));
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(await answer.text(), script);
  const again = await ask('/assets/main-1a2b.js', '*/*', {
    headers: { 'if-none-match': answer.headers.get('etag')! },
  });
  assert.equal(again.status, 304);
});

test('the document says where the data are made up', async () => {
  writeFileSync(join(dir, 'index.html'), '<!doctype html><html lang="en"><title>Tidemark</title>');
  const page = await readPortalFiles(dir, 'simulated')?.page('/market');
  assert.match(String(page?.identity.body), /<html data-source="simulated" lang="en">/);
});

test('nothing but what was built is read', async () => {
  for (const path of [
    '/pages.json',
    '/assets/main-1a2b.js.br',
    '/assets/..%2f..%2fpackage.json',
    '/assets/none.js',
    '/operator',
    '/operator.html',
    '/operator/operator.html',
    '/operator/assets/operator-3c4d.js',
    '/assets/operator-3c4d.js',
  ])
    assert.equal((await ask(path, '*/*')).status, 404, path);
  const wrong = await ask('/market', 'text/html', { method: 'POST' });
  assert.equal(wrong.status, 405);
  assert.equal(readPortalFiles(join(dir, 'assets')), undefined);
});
