import { globSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { documentHeaders, fileTypes } from '../../routes/page-files.ts';

export interface PageFile {
  body: Buffer;
  headers: Readonly<Record<string, string>>;
}

/** The built operator's page: a document at `/` and its files. */
export interface OperatorPages {
  find(req: IncomingMessage): PageFile | undefined;
}

/**
 * Reads the build output of a directory (scripts/portal.ts) into memory: the page is small, and requests cannot reach other files.
 * @returns undefined if the directory has no build
 * @throws Error if the files are unreadable
 */
export function readOperatorPages(dir: string): OperatorPages | undefined {
  const files = new Map<string, PageFile>();
  for (const name of globSync('**/*.*', { cwd: dir })) {
    const path = `/${name.replaceAll('\\', '/')}`;
    const type = fileTypes[extname(path)];
    if (type === undefined) continue;
    const isDocument = path === '/operator.html';
    files.set(isDocument ? '/' : path, pageFile(readFileSync(join(dir, name)), type, isDocument));
  }
  if (!files.has('/')) return undefined;
  return {
    find({ method, url = '' }) {
      return method === 'GET' || method === 'HEAD' ? files.get(url.split('?', 1)[0]!) : undefined;
    },
  };
}

function pageFile(body: Buffer, type: string, isDocument: boolean): PageFile {
  const headers = {
    'Content-Type': type,
    'Content-Length': String(body.length),
    // Loads fast from a local port, and the page must match this version.
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(isDocument && Object.fromEntries(documentHeaders)),
  };
  return { body, headers };
}

export function sendPageFile({ method }: IncomingMessage, res: ServerResponse, file: PageFile): void {
  res.writeHead(200, file.headers);
  res.end(method === 'HEAD' ? undefined : file.body);
}
