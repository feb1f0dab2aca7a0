import { globSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { documentHeaders, fileTypes } from '../../routes/page-files.ts';

/** A file of the operator's page. */
export interface PageFile {
  body: Buffer;
  headers: Readonly<Record<string, string>>;
}

/** The operator's page as it was built: a document at `/` and its files. */
export interface OperatorPages {
  /** What a request is answered with; undefined where it asks for no file of the page. */
  find(req: IncomingMessage): PageFile | undefined;
}

/**
 * Reads what was built into a directory (scripts/portal.ts), all of it: it is small, and nothing else can be asked for then.
 * @returns undefined where nothing was built there
 * @throws Error where it cannot be read
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
    // On a port of this machine a file comes at once, and what runs here is the page of this version.
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(isDocument && Object.fromEntries(documentHeaders)),
  };
  return { body, headers };
}

/** Answers with a file. */
export function sendPageFile({ method }: IncomingMessage, res: ServerResponse, file: PageFile): void {
  res.writeHead(200, file.headers);
  res.end(method === 'HEAD' ? undefined : file.body);
}
