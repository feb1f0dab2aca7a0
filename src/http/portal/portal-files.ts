import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { documentHeaders, fileTypes } from '../../routes/page-files.ts';
import { makePage, type Page } from '../pages/page.ts';

/** The files of the portal, as they were built. */
export interface PortalFiles {
  /** The file at a path; undefined where there is none. */
  file(path: string): Promise<Page> | undefined;
  /** The page that the portal shows at a path; undefined where it has none there. */
  page(path: string): Promise<Page> | undefined;
}

/**
 * Finds what was built into a directory (scripts/portal.ts).
 *
 * @param source told in the document itself, where the data are not the exchange's
 * @returns undefined where nothing was built there
 * @throws Error where it cannot be read
 */
export function readPortalFiles(dir: string, source?: 'simulated'): PortalFiles | undefined {
  const files = new Set(globSync('**/*.*', { cwd: dir }).map((path) => `/${path.replaceAll('\\', '/')}`));
  // The operator's page stands on the admin port alone.
  for (const path of files) if (path.startsWith('/operator/')) files.delete(path);
  if (!files.has('/index.html') || !files.has('/pages.json')) return undefined;
  const patterns = (JSON.parse(readFileSync(join(dir, 'pages.json'), 'utf8')) as string[]).map(segmentsOf);
  for (const hidden of ['/index.html', '/pages.json']) files.delete(hidden);
  const pages = new Map<string, Promise<Page>>();

  /** Read when first asked for, and kept: together they are a few megabytes. */
  function kept(path: string): Promise<Page> {
    const known = pages.get(path) ?? readPage(dir, path, source);
    pages.set(path, known);
    known.catch(() => pages.delete(path));
    return known;
  }

  return {
    file: (path) => (files.has(path) && fileTypes[extname(path)] !== undefined ? kept(path) : undefined),
    page(path) {
      const segments = segmentsOf(path);
      return patterns.some((pattern) => fits(pattern, segments)) ? kept('/index.html') : undefined;
    },
  };
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Whether a path is one of a pattern such as `/coin/:coin`. */
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

async function readPage(dir: string, path: string, source: 'simulated' | undefined): Promise<Page> {
  const read = (suffix: string) => readFile(join(dir, path.slice(1)) + suffix).catch(() => undefined);
  const [file, br, gzip] = await Promise.all([readFile(join(dir, path.slice(1))), read('.br'), read('.gz')]);
  const contentType = fileTypes[extname(path)]!;
  const isDocument = path === '/index.html';
  const isMarked = isDocument && source !== undefined;
  const body = isMarked
    ? Buffer.from(file.toString().replace('<html ', `<html data-source="${source}" `))
    : file;
  return makePage({
    body,
    contentType,
    // A file under assets has the hash of its content in its name.
    cacheControl: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: isDocument ? 'Accept, Accept-Encoding' : 'Accept-Encoding',
    headers: isDocument ? documentHeaders.flat() : [],
    ...(!isMarked && { encoded: { br, gzip } }),
  });
}
