import type { IncomingMessage } from 'node:http';
import type { Pipeline } from '../answers/pipeline.ts';
import type { Responder } from '../answers/responder.ts';
import type { HttpCall } from '../calls/http-call.ts';
import type { Page } from '../pages/page.ts';
import type { PortalFiles } from './portal-files.ts';

export interface FilesRouteOptions {
  files: PortalFiles;
  responder: Pick<Responder, 'sendProblem'>;
  send: Pipeline['send'];
}

/** Paths that also answer programs: browsers get the portal's page there. */
const shared = new Set(['/', '/signup', '/upgrade']);

export function createFilesRoute({ files, responder, send }: FilesRouteOptions) {
  return {
    knows: (path: string) => files.file(path) !== undefined || files.page(path) !== undefined,

    /** The page for a GET or HEAD of a path; undefined if the portal does not serve it. */
    page({ headers }: IncomingMessage, path: string): Promise<Page> | undefined {
      if (path.startsWith('/api/')) return undefined;
      if (shared.has(path) && headers.accept?.includes('text/html') !== true) return undefined;
      return files.file(path) ?? files.page(path);
    },

    /** The page for a browser at an unknown path; undefined for programs, which get a problem in JSON. */
    missing({ headers }: IncomingMessage, path: string): Promise<Page> | undefined {
      const isBrowser = headers.accept?.includes('text/html') === true && !path.startsWith('/api/');
      return isBrowser ? files.missing() : undefined;
    },

    /** Sends a page. Never rejects. */
    async send(call: HttpCall, found: Promise<Page>): Promise<void> {
      const known = { ...call, route: 'portal' };
      try {
        await send(known, await found);
      } catch (error) {
        responder.sendProblem(known, error);
      }
    },
  };
}

export type FilesRoute = ReturnType<typeof createFilesRoute>;
