import { ControlError } from '../control/control-error.ts';
import { controlProblem } from '../control/control-problem.ts';
import { refused, unacceptable } from '../kernel/problem.ts';
import { unfitValue } from '../routes/input-values.ts';
import { pathPattern, placeholders, placeholderTexts, undecodablePath } from '../routes/path-template.ts';
import { authMethod } from './auth-gate.ts';
import { oauthPrefix } from './oauth-routes.ts';
import { type PortalRequest, type PortalRoutes, refuseUnfitAddress } from './portal-call.ts';
import { badRequest } from './refusal.ts';
import { refuseForeign } from './same-origin.ts';

const prefix = '/portal/api/';

/** The pages' own requests: session, key and account (docs/adr/access.md#people-and-sessions). */
export function createPortal(
  routes: PortalRoutes,
  { authGate, oauth }: Readonly<Record<'authGate' | 'oauth', (request: PortalRequest) => Promise<Response>>>,
) {
  // `alerts/estimate` before `alerts/{id}`.
  const patterns = Object.entries(routes)
    .map(([path, methods]) => ({ path, pattern: pathPattern(path), methods }))
    .sort((a, b) => placeholders(a.path).length - placeholders(b.path).length);

  function routeOf(path: string) {
    const found = patterns.find(({ pattern }) => pattern.test(path));
    if (found !== undefined) return { names: namesOf(found.path, path), methods: found.methods };
    throw refused(404, 'NOT_FOUND', `No page or route at ${prefix}${path.slice(0, 100)}.`);
  }

  /** @throws Problem 404 */
  function allowOf(path: string): string {
    const signIn = authMethod(path);
    if (signIn !== undefined) return `${signIn}, OPTIONS`;
    const methods = Object.keys(routeOf(path).methods);
    return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  }

  async function answered(request: PortalRequest): Promise<Response> {
    const { method, url } = request.request;
    const address = new URL(url);
    refuseUnfitAddress(address);
    // Programs send no cookie here; their credentials are in the body.
    if (address.pathname.startsWith(oauthPrefix)) return await oauth(request);
    const path = address.pathname.slice(prefix.length);
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allowOf(path) } });
    refuseForeign(request.request);
    if (path.startsWith('auth/')) return await authGate(request);
    const { names, methods } = routeOf(path);
    const handler = methods[method === 'HEAD' ? 'GET' : method];
    if (handler !== undefined) return await handler(request, names);
    const message = `${prefix}${path} takes ${Object.keys(methods).join(' and ')}.`;
    throw refused(405, 'METHOD_NOT_ALLOWED', message, { headers: { Allow: allowOf(path) } });
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

/** @throws Problem 400 */
function namesOf(template: string, path: string): Record<string, string> {
  try {
    const names = placeholderTexts(template, path);
    const unfit = unfitValue('path', names);
    if (unfit === undefined) return names;
    throw unacceptable([unfit]);
  } catch (error) {
    throw error instanceof URIError ? badRequest(undecodablePath) : error;
  }
}
