import type { IncomingMessage } from 'node:http';
import type { Responder } from '../answers/responder.ts';
import type { HttpCall } from '../calls/http-call.ts';
import type { EncodingChoice } from '../pages/negotiate.ts';
import type { Page } from '../pages/page.ts';
import type { PortalFiles } from './portal-files.ts';

export interface FilesRouteOptions {
  files: PortalFiles;
  responder: Pick<Responder, 'sendForm' | 'sendProblem'>;
  encodingChoice: (header: string | undefined) => EncodingChoice;
}

/** Paths that answer programs, too: the portal has them where a browser asks. */
const shared = new Set(['/', '/signup', '/upgrade']);

/** Serves the pages of the portal and their files. */
export function createFilesRoute({ files, responder, encodingChoice }: FilesRouteOptions) {
  return {
    knows: (path: string) => files.file(path) !== undefined || files.page(path) !== undefined,

    /** What a GET or HEAD of a path is answered with; undefined where that is not the portal's to answer. */
    page({ headers }: IncomingMessage, path: string): Promise<Page> | undefined {
      if (path.startsWith('/api/')) return undefined;
      if (shared.has(path) && headers.accept?.includes('text/html') !== true) return undefined;
      return files.file(path) ?? files.page(path);
    },

    /** The page for a browser at a path that has no route; undefined for a program, which gets a problem in JSON. */
    missing({ headers }: IncomingMessage, path: string): Promise<Page> | undefined {
      const isBrowser = headers.accept?.includes('text/html') === true && !path.startsWith('/api/');
      return isBrowser ? files.missing() : undefined;
    },

    /** Sends it. Never rejects. */
    async send(call: HttpCall, found: Promise<Page>): Promise<void> {
      const known = { ...call, route: 'portal' };
      try {
        const page = await found;
        const [encoding] = encodingChoice(call.req.headers['accept-encoding'] as string | undefined);
        responder.sendForm(known, page, await page.encoded(encoding!));
      } catch (error) {
        responder.sendProblem(known, error);
      }
    },
  };
}

export type FilesRoute = ReturnType<typeof createFilesRoute>;
