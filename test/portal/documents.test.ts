import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { documentPaths, readDocument } from '../../portal/build/documents.ts';
import { documentAddress, renderDocument } from '../../portal/build/markdown.ts';
import { tierLimits } from '../../src/domain/tier.ts';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import { parseRequest } from '../../src/endpoints/parse-request.ts';
import { createRegistry } from '../../src/endpoints/registry.ts';
import { errorCodes } from '../../src/http/problems/error-codes.ts';
import { streamPath } from '../../src/streams/feeds.ts';

const documents = new Map(documentPaths().map((path) => [path, readDocument(path)] as const));
const addresses = new Map([...documents].map(([path, document]) => [documentAddress(path), document]));

test('every link between documents leads to one that is shown, and to a heading of it', () => {
  const wrong: string[] = [];
  for (const [path, { html }] of documents) {
    for (const [, href] of html.matchAll(/<a href="((?:\/docs\/|#)[^"]*)"/g)) {
      const [address = '', anchor] = href!.split('#');
      if (/^\/docs\/reference(\/|$)/.test(address)) continue;
      const target = address === '' ? documents.get(path) : addresses.get(address);
      const isThere =
        target !== undefined && (anchor === undefined || target.html.includes(` id="${anchor}"`));
      if (!isThere) wrong.push(`${path}: ${href}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('every call in the documents is one that the service takes', () => {
  const registry = createRegistry(catalogue);
  const requests: string[] = [];
  for (const path of documents.keys()) {
    if (!path.startsWith('docs/guides/')) continue;
    const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    for (const [, url] of text.matchAll(/\{base_url\}(?:\/x402)?(\/api\/public\/v1\/[^\s"'`]+)/g))
      requests.push(url!);
  }
  assert.ok(requests.length > 4);
  for (const url of requests) {
    const [path = '', query = ''] = url.split('?');
    // No endpoint of the registry, and asked in tests of its own.
    if (path === streamPath || path === `${streamPath}/ticket`) continue;
    const found = registry.match(path)?.route;
    assert.ok(found !== undefined, url);
    const context = { tier: 'free', windowDays: tierLimits.free.windowDays, nowMs: 0 } as const;
    const parse = () => parseRequest(found, {}, query, context);
    if (query === 'limit=many') assert.throws(parse, /must be an integer in decimal digits from 1 to 500/);
    else parse();
  }
});

test('the guide to errors names every status that has a code callers can meet on a GET', () => {
  const { html } = documents.get('docs/guides/errors.md')!;
  const ofTransport = new Set([402, 405, 408, 413, 414, 415, 417, 431]);
  const missing = Object.entries(errorCodes).filter(
    ([, { status }]) => !ofTransport.has(status) && !html.includes(`<td>${status}</td>`),
  );
  assert.deepEqual(missing, []);
});

test('code of a document stays text, and a file that is not shown is no link', () => {
  const source = '# A b\n\n[one](other.md) [two](../src/main.ts) [three](#a-b)\n\n```sh\na < b && "c"\n```\n';
  const { title, html } = renderDocument(source, 'docs/page.md', (path) => path === 'docs/other.md');
  assert.equal(title, 'A b');
  assert.match(html, /<a href="\/docs\/other">one<\/a> two <a href="#a-b">three<\/a>/);
  assert.match(html, /<pre tabindex="0"><code>a &lt; b &amp;&amp; &quot;c&quot;<\/code><\/pre>/);
});
