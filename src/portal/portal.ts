import { Problem } from '../kernel/problem.ts';
import type { PortalHandler, PortalRequest } from './portal-call.ts';
import { createSession, type SessionOptions } from './session.ts';
import { createStatus, type StatusOptions } from './status.ts';

/** What stands before every path of the pages. */
const prefix = '/portal/api/';

/** What the pages ask beside the API (ADR 43): who is here, with which key, and what an account holds. */
export function createPortal(options: SessionOptions & StatusOptions) {
  const routes: Readonly<Record<string, Readonly<Record<string, PortalHandler>>>> = {
    session: { GET: createSession(options) },
    status: { GET: createStatus(options) },
  };

  return {
    /** @throws Problem for what is refused */
    async answer(asked: PortalRequest): Promise<Response> {
      const { method, url } = asked.request;
      const path = new URL(url).pathname.slice(prefix.length);
      const route = Object.hasOwn(routes, path) ? routes[path]! : undefined;
      if (route === undefined) throw unknownPath(path);
      const handler = route[method === 'HEAD' ? 'GET' : method];
      if (handler === undefined) throw wrongMethod(path, Object.keys(route));
      return await handler(asked);
    },
  };
}

function unknownPath(path: string): Problem {
  return new Problem({
    status: 404,
    code: 'NOT_FOUND',
    title: 'Not Found',
    detail: `The pages have nothing at ${prefix}${path.slice(0, 100)}.`,
  });
}

function wrongMethod(path: string, allowed: readonly string[]): Problem {
  return new Problem({
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    title: 'Method Not Allowed',
    detail: `${prefix}${path} takes ${allowed.join(' and ')}.`,
    headers: { Allow: allowed.join(', ') },
  });
}
