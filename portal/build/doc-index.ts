import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiDocument } from '../src/reference/api-document.ts';
import { allFields, fieldsOf } from '../src/reference/fields.ts';
import type { DocEntry } from '../src/search/doc-entry.ts';
import { documentPaths, readDocument } from './documents.ts';
import { documentAddress } from './markdown.ts';

/** More of a section is not searched: its first sentences say what it is about. */
const longestText = 260;

const plain = (html: string) =>
  html
    .replace(/<(pre|table)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();

function kindOf(path: string): DocEntry['kind'] {
  if (path === 'docs/glossary.md') return 'glossary';
  return path.startsWith('docs/methodology') ? 'methodology' : 'guide';
}

/** Sections of a document by their headings, each with its beginning. */
function sectionsOf(path: string): DocEntry[] {
  const { title, html } = readDocument(path);
  const address = documentAddress(path);
  const kind = kindOf(path);
  return html.split(/(?=<h[123] id=)/).flatMap((part): DocEntry[] => {
    const [head, depth, id] = /^<h([123]) id="([^"]*)">[\s\S]*?<\/h\1>/.exec(part) ?? [];
    if (head === undefined) return [];
    const name = plain(head);
    return [
      {
        kind,
        title: depth === '1' ? title : `${name} – ${title}`,
        href: depth === '1' ? address : `${address}#${id}`,
        text: plain(part.slice(head.length)).slice(0, longestText),
      },
    ];
  });
}

/** Rows of the glossary's tables and its terms have no headings: each is an entry of its own. */
function termsOf(path: string): DocEntry[] {
  const { html } = readDocument(path);
  const address = documentAddress(path);
  return [...html.matchAll(/<tr><td>([\s\S]*?)<\/td>([\s\S]*?)<\/tr>/g)].map(([, term = '', rest = '']) => ({
    kind: 'glossary' as const,
    title: plain(term),
    href: address,
    text: plain(rest).slice(0, longestText),
  }));
}

/** Endpoints with their parameters and fields; what several of them share is found at the first. */
function ofReference(): DocEntry[] {
  const file = join(import.meta.dirname, '..', '..', 'openapi.json');
  const api = apiDocument(JSON.parse(readFileSync(file, 'utf8')));
  const found = new Map<string, DocEntry>();
  for (const operation of api.operations) {
    const page = `/docs/reference/${operation.id}`;
    const note = (entry: DocEntry) => {
      const name = `${entry.kind} ${entry.title} ${entry.text}`;
      if (!found.has(name)) found.set(name, entry);
    };
    const { summary, path } = operation;
    note({
      kind: 'endpoint',
      title: summary,
      href: page,
      text: `${path} ${operation.description}`.slice(0, longestText),
    });
    for (const { name, description } of operation.parameters)
      note({ kind: 'parameter', title: name, href: `${page}#param.${name}`, text: description });
    for (const { name, path: place, what } of allFields(fieldsOf(operation.answer, api)))
      if (what !== '') note({ kind: 'field', title: name, href: `${page}#field.${place}`, text: what });
  }
  return [...found.values()];
}

/** What a search over the documents finds: guides by section, the glossary, the methodology, endpoints, parameters and fields. */
export function docIndex(): DocEntry[] {
  const paths = documentPaths().filter(
    (path) => !/^docs\/adr\/|^CHANGELOG|methodology\/(fields|sources)\.md$/.test(path),
  );
  return [...paths.flatMap(sectionsOf), ...termsOf('docs/glossary.md'), ...ofReference()];
}
