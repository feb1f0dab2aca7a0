import type { IncomingMessage } from 'node:http';
import type { RequestBodies } from '../../access/request-bodies.ts';
import type { Responder } from '../answers/responder.ts';
import type { ClientAddress } from '../calls/client-address.ts';
import type { HttpCall } from '../calls/http-call.ts';
import { type Crowd, loadShareOf } from '../guards/crowd.ts';
import { hostRefusal, type KnownHosts } from '../guards/known-hosts.ts';

/** Serves the requests of pages outside the API: sessions, keys, usage, plans. The server does not know their content. */
export interface PortalSurface {
  /** @throws Problem if the request is refused */
  answer(request: PortalRequest): Promise<Response>;
}

export interface PortalRequest {
  /** Its URL has the service's own address instead of the Host that the caller sent. */
  request: Request;
  client: string;
  /** True for a browser on this machine that uses a local host name. */
  local: boolean;
  requestId: string;
}

export interface PortalRouteOptions {
  surface: PortalSurface;
  responder: Responder;
  bodies: RequestBodies;
  crowd: Crowd;
  hosts: KnownHosts;
  addresses: { readonly baseUrl: string };
  clientAddress: ClientAddress;
  fromThisMachine: (req: IncomingMessage) => boolean;
  /** Headers of every answer, flat. */
  marks: readonly string[];
}

const portalPrefix = '/portal/api/';
/** Prefix of the OAuth routes, which programs call without a page of the portal. */
const oauthPrefix = '/oauth/';
/** Bound on bodies; the longest form is a list of 1,000 wallets. */
const bodyLimitBytes = 64 * 1_024;
const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;
/** Keeps private answers out of caches and other sites. */
const privateHeaders = [
  'Cache-Control',
  'no-store',
  'Referrer-Policy',
  'no-referrer',
  'X-Frame-Options',
  'DENY',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy',
  'same-origin',
];

/** The route of the portal's requests: no key, and only the service's own hosts and origins. */
export function createPortalRoute(options: PortalRouteOptions) {
  const { surface, responder, bodies, crowd, hosts, marks } = options;

  async function answered({ req, res, requestId }: HttpCall): Promise<Response> {
    const refused = hostRefusal(hosts(), req.headers);
    if (refused !== undefined) throw refused;
    const hasBody = req.method !== 'GET' && req.method !== 'HEAD';
    const body = hasBody ? await bodies.read(req, bodyLimitBytes, 'A form') : undefined;
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const request = new Request(new URL(req.url!, options.addresses.baseUrl), {
      method: req.method!,
      headers: headersOf(req),
      signal: gone.signal,
      ...(body !== undefined && { body: new Uint8Array(body) }),
    });
    const local = options.fromThisMachine(req) && loopbackHost.test(req.headers.host ?? '');
    const incoming = { request, client: options.clientAddress(req), local, requestId };
    return await crowd.during(loadShareOf(undefined), () => surface.answer(incoming));
  }

  return {
    knows: (path: string) => path.startsWith(portalPrefix) || path.startsWith(oauthPrefix),
    /** True if pages of other sites may send requests to the path. */
    isShared: (path: string) => path.startsWith(oauthPrefix),
    /** Never rejects. */
    async handle(arrived: HttpCall): Promise<void> {
      const call: HttpCall = { ...arrived, route: 'portal' };
      try {
        const response = await answered(call);
        // A flat list rather than a map, because Set-Cookie may repeat.
        const own = [...response.headers].flat();
        const all = [...own, ...privateHeaders, ...marks, 'X-Request-ID', call.requestId];
        const body = await response.arrayBuffer();
        call.res.writeHead(response.status, all);
        call.res.end(new Uint8Array(body));
        responder.finish(call, response.status);
      } catch (error) {
        // The rest of the body stays unread, so the connection cannot be reused.
        responder.sendProblem(call, error, !call.req.complete);
      }
    },
  };
}

export type PortalRoute = ReturnType<typeof createPortalRoute>;

function headersOf({ headers: received }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received)) {
    if (typeof value === 'string' && name !== 'host' && name !== 'x-api-key') headers.set(name, value);
  }
  return headers;
}
