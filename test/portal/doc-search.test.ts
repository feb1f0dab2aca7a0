/** Results of a search over the documents; each must link to its place. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type MiniSearch from 'minisearch';
import { docIndex } from '../../portal/build/doc-index.ts';
import { documentPaths, readDocument } from '../../portal/build/documents.ts';
import { documentAddress } from '../../portal/build/markdown.ts';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import { portalModule } from './portal-module.ts';

const entries = docIndex();
let find: (text: string) => { kind: string; name: string; href: string }[];
before(async () => {
  const { docSearch, findDocs } = await portalModule<{
    docSearch: (Index: typeof MiniSearch, all: typeof entries) => object;
    findDocs: (search: object, text: string, most: number) => ReturnType<typeof find>;
  }>('search/doc-search.ts');
  const { default: Index } = await import('minisearch');
  const search = docSearch(Index, entries);
  find = (text) => findDocs(search, text, 10);
});

test('every entry leads to a heading of a document, or to a page of the reference', () => {
  const documents = new Map(
    documentPaths().map((path) => [documentAddress(path), readDocument(path).html] as const),
  );
  const ids = new Set(catalogue.map(({ id }) => id));
  const wrong = entries.filter(({ href }) => {
    const [address = '', anchor] = href.split('#');
    if (address.startsWith('/docs/reference/')) return !ids.has(address.slice('/docs/reference/'.length));
    const html = documents.get(address);
    return html === undefined || (anchor !== undefined && !html.includes(` id="${anchor}"`));
  });
  assert.deepEqual(wrong, []);
  const kinds = new Set(entries.map(({ kind }) => kind));
  assert.deepEqual([...kinds].sort(), ['endpoint', 'field', 'glossary', 'guide', 'methodology', 'parameter']);
});

test('words find guides, terms, endpoints and fields, by parts of names and with a letter wrong', () => {
  assert.equal(find('errors')[0]?.href, '/docs/guides/errors');
  assert.deepEqual(
    find('funding')
      .slice(0, 1)
      .map(({ kind, name }) => [kind, name]),
    [['glossary', 'funding']],
  );
  assert.ok(find('win rate').some(({ kind, name }) => kind === 'field' && name === 'winRate'));
  assert.ok(
    find('liqudation heatmap').some(({ href }) => href === '/docs/reference/live.liquidation-heatmap'),
  );
  assert.ok(find('minTrades')[0]?.href.endsWith('#param.minTrades'));
  assert.deepEqual(find('qqqqqqqq'), []);
});
