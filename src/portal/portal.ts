import { ControlError } from '../control/control-error.ts';
import { controlProblem } from '../control/control-problem.ts';
import { refused, unacceptable } from '../kernel/problem.ts';
import { unfitValue } from '../routes/input-values.ts';
import { pathMatcher, refuseUndecodable, shownPath } from '../routes/path-template.ts';
import { type PortalRequest, type PortalRoutes, refuseUnfitAddress } from './portal-call.ts';
import { refuseForeign } from './same-origin.ts';

/**
 * The pages' own requests, below `/portal/api/`: session, key and account (docs/adr/access.md#people-and-sessions).
 * @param programs what programs ask, below `/oauth/`: they send no cookie, their credentials are in the body
 */
export function createPortal(pages: PortalRoutes, programs: PortalRoutes) {
  const find = pathMatcher([...below('/portal/api', pages, true), ...below('/oauth', programs, false)]);

  async function answered(request: PortalRequest): Promise<Response> {
    const { method, url } = request.request;
    const address = new URL(url);
    const path = address.pathname;
    refuseUnfitAddress(address);
    refuseUndecodable(path);
    const found = find(path);
    if (found === undefined) throw refused(404, 'NOT_FOUND', `No page or route at ${shownPath(path)}.`);
    const { methods, ofPages } = found.route;
    if (ofPages && method !== 'OPTIONS') refuseForeign(request.request);
    const unfit = unfitValue('path', found.texts);
    if (unfit !== undefined) throw unacceptable([unfit]);
    const takes = Object.keys(methods);
    const Allow = [...takes, ...(takes.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow } });
    const handler = methods[method === 'HEAD' ? 'GET' : method];
    if (handler !== undefined) return await handler(request, found.texts);
    const message = `${shownPath(path)} takes ${takes.join(' and ')}.`;
    throw refused(405, 'METHOD_NOT_ALLOWED', message, { headers: { Allow } });
  }

  return {
    /** @throws Problem; another error for a fault of the service, which the server logs */
    async answer(request: PortalRequest): Promise<Response> {
      try {
        return await answered(request);
      } catch (error) {
        const problem = error instanceof ControlError ? controlProblem(error) : undefined;
        // A store that does not answer is a fault of the service, which the server words and logs.
        throw problem !== undefined && problem.fields.status < 500 ? problem : error;
      }
    },
  };
}

export type Portal = ReturnType<typeof createPortal>;

function below(prefix: string, routes: PortalRoutes, ofPages: boolean) {
  return Object.entries(routes).map(
    ([path, methods]) => [`${prefix}/${path}`, { methods, ofPages }] as const,
  );
}
