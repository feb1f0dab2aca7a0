import { ControlError } from '../control/control-error.ts';
import { authMethod } from './auth-gate.ts';
import { oauthPrefix } from './oauth-routes.ts';
import { type PortalRequest, type PortalRoutes, refuseUnfitAddress } from './portal-call.ts';
import { type RouteMatch, routePattern } from './portal-paths.ts';
import { Refusal, refusalAnswer } from './refusal.ts';
import { refuseForeign } from './same-origin.ts';

/** What stands before every path of the pages. */
const prefix = '/portal/api/';

/** The pages' own requests: session, key and account (docs/adr/access.md#people-and-sessions). */
export function createPortal(
  routes: PortalRoutes,
  { authGate, oauth }: Readonly<Record<'authGate' | 'oauth', (asked: PortalRequest) => Promise<Response>>>,
) {
  const patterns = Object.entries(routes).map(([path, methods]) => ({ match: routePattern(path), methods }));

  function routeOf(path: string): { names: RouteMatch; methods: PortalRoutes[string] } {
    for (const { match, methods } of patterns) {
      const names = match(path);
      if (names !== undefined) return { names, methods };
    }
    throw new Refusal(404, 'UNKNOWN', `The pages have nothing at ${prefix}${path.slice(0, 100)}.`);
  }

  /** Value of the Allow header of a path. @throws Refusal 404 */
  function allowOf(path: string): string {
    const signIn = authMethod(path);
    if (signIn !== undefined) return `${signIn}, OPTIONS`;
    const methods = Object.keys(routeOf(path).methods);
    return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  }

  async function answered(asked: PortalRequest): Promise<Response> {
    const { method, url } = asked.request;
    const address = new URL(url);
    refuseUnfitAddress(address);
    // Programs ask there, with no cookie: what they bring stands in the body.
    if (address.pathname.startsWith(oauthPrefix)) return await oauth(asked);
    const path = address.pathname.slice(prefix.length);
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allowOf(path) } });
    refuseForeign(asked.request);
    if (path.startsWith('auth/')) return await authGate(asked);
    const { names, methods } = routeOf(path);
    const handler = methods[method === 'HEAD' ? 'GET' : method];
    if (handler !== undefined) return await handler(asked, names);
    const message = `${prefix}${path} takes ${Object.keys(methods).join(' and ')}.`;
    throw new Refusal(405, 'WRONG_METHOD', message, { Allow: allowOf(path) });
  }

  return {
    /** @throws whatever is no refusal: it is this service's fault, and logged as one */
    async answer(asked: PortalRequest): Promise<Response> {
      try {
        return await answered(asked);
      } catch (error) {
        if (error instanceof Refusal) return refusalAnswer(error);
        const refusal = refusalOf(error);
        if (refusal === undefined) throw error;
        return refusalAnswer(refusal);
      }
    },
  };
}

export type Portal = ReturnType<typeof createPortal>;

/** What the control store refuses for its input is said as it says it; ids in it are the reader's own. */
function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof ControlError)) return undefined;
  const { fault, message } = error;
  if (fault === 'key_limit') return new Refusal(409, 'KEY_LIMIT', message);
  if (fault === 'alert_limit') return new Refusal(409, 'ALERT_LIMIT', message);
  if (fault === 'list_limit') return new Refusal(409, 'LIST_LIMIT', message);
  if (fault === 'list_in_use') return new Refusal(409, 'LIST_IN_USE', message);
  if (fault === 'unknown_alert' || fault === 'unknown_list') return new Refusal(404, 'UNKNOWN', message);
  if (fault === 'inactive_key') return new Refusal(409, 'INACTIVE_KEY', message);
  return fault === 'invalid_input' ? new Refusal(400, 'UNACCEPTABLE', message) : undefined;
}
