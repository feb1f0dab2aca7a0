import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { documentHeaders, fileTypes } from '../../routes/page-files.ts';
import { makePage, type Page } from '../pages/page.ts';

export interface PortalFiles {
  file(path: string): Promise<Page> | undefined;
  /** The portal's page at a path; undefined if it has none. */
  page(path: string): Promise<Page> | undefined;
  /** The portal's 404 page, with links to other pages. */
  missing(): Promise<Page>;
}

/** A built page, as scripts/portal.ts writes it. */
export interface BuiltPage {
  /** In the router's spelling. */
  path: string;
  /** Addresses of the page's files beyond those in the document. */
  files: readonly string[];
}

/**
 * Reads a directory that scripts/portal.ts built.
 *
 * @param source marked in the document if the data are not the exchange's
 * @returns undefined if nothing was built there
 * @throws Error if the directory cannot be read
 */
export function readPortalFiles(dir: string, source?: 'simulated'): PortalFiles | undefined {
  const files = new Set(globSync('**/*.*', { cwd: dir }).map((path) => `/${path.replaceAll('\\', '/')}`));
  // Only the admin port serves the operator's page.
  for (const path of files) if (path.startsWith('/operator/')) files.delete(path);
  if (!files.has('/index.html') || !files.has('/pages.json')) return undefined;
  const built = JSON.parse(readFileSync(join(dir, 'pages.json'), 'utf8')) as BuiltPage[];
  const patterns = built.map(({ path, files }) => ({ path, segments: segmentsOf(path), files }));
  for (const hidden of ['/index.html', '/pages.json']) files.delete(hidden);
  const pages = new Map<string, Promise<Page>>();

  /** Reads a file at first use and caches it; all files together are a few megabytes. */
  function kept(name: string, read: () => Promise<Page>): Promise<Page> {
    const known = pages.get(name) ?? read();
    pages.set(name, known);
    known.catch(() => pages.delete(name));
    return known;
  }

  return {
    file: (path) =>
      files.has(path) && fileTypes[extname(path)] !== undefined
        ? kept(path, () => readBuilt(dir, path))
        : undefined,
    page(path) {
      const segments = segmentsOf(path);
      const found = patterns.find((pattern) => fits(pattern.segments, segments));
      return (
        found &&
        kept(`page ${found.path}`, () => readDocument(dir, { files: found.files, source, status: 200 }))
      );
    },
    missing: () => kept('missing', () => readDocument(dir, { files: [], source, status: 404 })),
  };
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Whether a path matches a pattern such as `/coin/:coin`. */
function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.at(-1)?.endsWith('*') === true)
    return (
      segments.length >= pattern.length - 1 &&
      fits(pattern.slice(0, -1), segments.slice(0, pattern.length - 1))
    );
  return (
    pattern.length === segments.length &&
    pattern.every((part, i) => part.startsWith(':') || part === segments[i])
  );
}

async function readBuilt(dir: string, path: string): Promise<Page> {
  const read = (suffix: string) => readFile(join(dir, path.slice(1)) + suffix).catch(() => undefined);
  const [body, br, gzip] = await Promise.all([readFile(join(dir, path.slice(1))), read('.br'), read('.gz')]);
  return makePage({
    body,
    contentType: fileTypes[extname(path)]!,
    // Names of files under assets contain a hash of their content.
    cacheControl: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'Accept-Encoding',
    headers: [],
    encoded: { br, gzip },
  });
}

/** The document of a page, with preload links to its files. Otherwise a browser learns of them only from the first script. */
async function readDocument(
  dir: string,
  { files, source, status }: { files: readonly string[]; source: 'simulated' | undefined; status: number },
): Promise<Page> {
  const text = await readFile(join(dir, 'index.html'), 'utf8');
  const links = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" crossorigin href="${file}">\n`
      : `<link rel="modulepreload" crossorigin href="${file}">\n`,
  );
  const marked = source === undefined ? text : text.replace('<html ', `<html data-source="${source}" `);
  return makePage({
    status,
    body: marked.replace('</head>', () => `${links.join('')}</head>`),
    contentType: fileTypes['.html']!,
    cacheControl: 'no-cache',
    vary: 'Accept, Accept-Encoding',
    headers: documentHeaders.flat(),
  });
}
