import { ControlError } from '../control/control-error.ts';
import { controlProblem } from '../control/control-problem.ts';
import { refused, unacceptable } from '../kernel/problem.ts';
import { unfitValue } from '../routes/input-values.ts';
import { pathMatcher, refuseUndecodable, shownPath } from '../routes/path-template.ts';
import { type PortalRequest, type PortalRoutes, refuseUnfitAddress } from './portal-call.ts';
import { refuseForeign } from './same-origin.ts';

interface RouteGroups {
  /** The pages' own requests, below `/portal/api/`: session, key and account (docs/adr/access.md#people-and-sessions). */
  pages: PortalRoutes;
  /** Sign-in, below `/portal/api/`. A GET may use up a link of a mail, so HEAD, which scanners of mail send, is refused. */
  signIn: PortalRoutes;
  /** Requests of programs, below `/oauth/`: they send no cookie, their credentials are in the body. */
  programs: PortalRoutes;
}

export function createPortal({ pages, signIn, programs }: RouteGroups) {
  const find = pathMatcher([
    ...below('/portal/api', pages, { ofPages: true, hasHead: true }),
    ...below('/portal/api', signIn, { ofPages: true, hasHead: false }),
    ...below('/oauth', programs, { ofPages: false, hasHead: false }),
  ]);

  async function answered(request: PortalRequest): Promise<Response> {
    const { method, url } = request.request;
    const address = new URL(url);
    const path = address.pathname;
    refuseUnfitAddress(address);
    refuseUndecodable(path);
    const found = find(path);
    if (found === undefined) throw refused(404, 'NOT_FOUND', `No page or route at ${shownPath(path)}.`);
    const { methods, ofPages, hasHead } = found.route;
    if (ofPages && method !== 'OPTIONS') refuseForeign(request.request);
    const unfit = unfitValue('path', found.texts);
    if (unfit !== undefined) throw unacceptable([unfit]);
    const takes = Object.keys(methods);
    const isHeaded = hasHead && takes.includes('GET');
    const Allow = [...takes, ...(isHeaded ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow } });
    const handler = methods[method === 'HEAD' && isHeaded ? 'GET' : method];
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

function below(prefix: string, routes: PortalRoutes, rules: { ofPages: boolean; hasHead: boolean }) {
  return Object.entries(routes).map(
    ([path, methods]) => [`${prefix}/${path}`, { methods, ...rules }] as const,
  );
}
