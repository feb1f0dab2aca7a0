import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';

/** A document of the repository as the portal shows it. */
export interface RenderedDocument {
  /** Text of its first heading. */
  title: string;
  /** Of the project's own words alone: source files of the repository are trusted. */
  html: string;
  /** Second-level headings, for a list of contents. */
  headings: { id: string; text: string }[];
}

/**
 * Renders a Markdown document.
 * @param path of the file from the repository's root, such as `docs/guides/errors.md`: its links start there
 * @param isShown whether the portal shows a document, by its path from the root; a link to another file becomes plain text
 */
export function renderDocument(
  source: string,
  path: string,
  isShown: (path: string) => boolean,
): RenderedDocument {
  const headings: RenderedDocument['headings'] = [];
  const ids = new Map<string, number>();
  let title = '';
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const text = plainText(tokens);
        const id = freeId(ids, headingId(text));
        if (depth === 1 && title === '') title = text;
        if (depth === 2) headings.push({ id, text });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const target = linkTarget(href, path, isShown);
        return target === undefined ? inner : `<a href="${escaped(target)}">${inner}</a>`;
      },
      // What may scroll sideways can be reached by the keyboard.
      code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
      table(token) {
        const cells = (row: Tokens.TableCell[]) => row.map((cell) => this.tablecell(cell)).join('');
        const body = token.rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n');
        // A head without words would be read out as an empty heading.
        const isNamed = token.header.some(({ text }) => text.trim() !== '');
        const head = isNamed ? `<thead><tr>${cells(token.header)}</tr></thead>\n` : '';
        return `<div class="doc-table" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${body}</tbody></table></div>\n`;
      },
      tablecell({ header, align, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const name = header && inner !== '' ? 'th' : 'td';
        return `<${name}${align === null ? '' : ` class="${align}"`}>${inner}</${name}>`;
      },
    },
  });
  const html = marked.parse(withoutComments(source), { async: false });
  if (title === '') throw new Error(`${path} begins with no heading`);
  return { title, html, headings };
}

/** The ids of a document's headings: what a link may name behind `#`. */
export function headingIds(source: string): Set<string> {
  const ids = new Map<string, number>();
  const found = new Set<string>();
  const marked = new Marked({ gfm: true });
  marked.walkTokens(marked.lexer(withoutComments(source)), (token) => {
    if (token.type === 'heading') found.add(freeId(ids, headingId(plainText(token.tokens ?? []))));
  });
  return found;
}

/** A document with its blocks of code made blank; lines keep their numbers. */
export function proseOf(source: string): string {
  let prose = source;
  const marked = new Marked({ gfm: true });
  marked.walkTokens(marked.lexer(source), (token) => {
    if (token.type === 'code') prose = prose.replace(token.raw, () => token.raw.replace(/[^\n]/g, ''));
  });
  return prose;
}

/** Comments are for the scripts that write parts of a document. */
function withoutComments(source: string): string {
  return source.replace(/<!--[\s\S]*?-->\n?/g, '');
}

/** Where a document is shown: `/docs/guides/errors` for `docs/guides/errors.md`. */
export function documentAddress(path: string): string {
  return path === 'CHANGELOG.md' ? '/docs/changelog' : `/${path.replace(/\.md$/, '')}`;
}

function linkTarget(href: string, path: string, isShown: (path: string) => boolean): string | undefined {
  if (/^[a-z]+:/.test(href) || href.startsWith('/') || href.startsWith('#')) return href;
  const [file = '', anchor] = href.split('#');
  const target = posix.join(posix.dirname(path), file);
  if (!isShown(target)) return undefined;
  return `${documentAddress(target)}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** As the places where the documents are read elsewhere make them: lower case, words joined by hyphens. */
function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

function freeId(taken: Map<string, number>, id: string): string {
  const times = taken.get(id) ?? 0;
  taken.set(id, times + 1);
  return times === 0 ? id : `${id}-${times}`;
}

function plainText(tokens: readonly unknown[]): string {
  return (tokens as Tokens.Generic[])
    .map((token) => (token.tokens === undefined ? (token.text as string) : plainText(token.tokens)))
    .join('');
}

function escaped(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char]!,
  );
}
