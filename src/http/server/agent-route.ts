import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Authenticator, Caller } from '../../access/caller.ts';
import type { LimitedRoute, Limiter } from '../../access/limiter.ts';
import type { RequestBodies } from '../../access/request-bodies.ts';
import { byKey } from '../../access/stream-tickets.ts';
import type { Ask } from '../../endpoints/ask.ts';
import { versionPrefix } from '../../endpoints/registry.ts';
import { Problem, refused } from '../../kernel/problem.ts';
import type { Responder } from '../answers/responder.ts';
import { allowValue } from '../calls/cors.ts';
import type { HttpCall } from '../calls/http-call.ts';
import { resourceMetadataPath } from '../documents/discovery.ts';
import { type Crowd, loadShareOf } from '../guards/crowd.ts';
import type { KeyGuard } from '../guards/key-guard.ts';
import { hostRefusal, type KnownHosts } from '../guards/known-hosts.ts';
import type { AskingFor } from './asking.ts';

/** Answers MCP messages; the server does not know the protocol. */
export interface AgentSurface {
  /** @param message the request with its body; @param ask sends requests for the account of the message */
  answer(message: Request, ask: Ask): Promise<Response>;
  close(): Promise<void>;
}

export interface AgentRouteOptions {
  surface: AgentSurface;
  authenticator: Authenticator;
  identify: KeyGuard;
  limiter: Limiter;
  bodies: RequestBodies;
  crowd: Crowd;
  responder: Responder;
  askingFor: AskingFor;
  hosts: KnownHosts;
  /** Headers of every answer, flat. */
  marks: readonly string[];
  addresses: { readonly baseUrl: string };
  /** True if users can authorize agents (OAuth). */
  oauth: boolean;
}

export const agentPath = '/mcp';
/** Tool inputs are a few words. */
const messageLimitBytes = 64 * 1_024;
/** Cost of a message that causes no API request. */
const messageRoute: LimitedRoute = { id: 'mcp', cost: 1, ownLimit: false };

/**
 * The route of agents, with the keys, tiers, limits and log of every other route. Each API request that a message causes counts
 * against the account; a message that causes none counts as one.
 */
export function createAgentRoute(options: AgentRouteOptions) {
  const { surface, authenticator, identify, limiter, bodies, crowd, responder, askingFor, hosts, marks } =
    options;

  async function callerOf(call: HttpCall): Promise<Caller> {
    const key = agentKey(call.req);
    try {
      return (key === undefined ? undefined : authenticator.known(key)) ?? (await identify(key, call));
    } catch (error) {
      throw options.oauth && error instanceof Problem ? challenged(error, options.addresses.baseUrl) : error;
    }
  }

  async function charge(call: HttpCall, caller: Caller): Promise<void> {
    const decision = limiter.tryTake(caller, messageRoute) ?? (await limiter.take(caller, messageRoute));
    call.limitHeaders = decision.headers;
    if (decision.refusal !== undefined) throw decision.refusal;
  }

  async function answered(call: HttpCall): Promise<Response> {
    const { req } = call;
    const foreign = hostRefusal(hosts(), req.headers);
    if (foreign !== undefined) throw foreign;
    const caller = await callerOf(call);
    call.caller = caller;
    if (req.method !== 'POST') throw onlyPost();
    const body = await bodies.read(req, messageLimitBytes, 'A message');
    return await crowd.during(loadShareOf(caller), () => passedOn(call, caller, body));
  }

  /** Passes a message to the surface and counts the API requests that it causes. */
  async function passedOn(call: HttpCall, caller: Caller, body: Buffer): Promise<Response> {
    const { req } = call;
    const credential = byKey(authenticator, agentKey(req));
    const ask = askingFor(caller, () => responder.clientOf(req), credential);
    let requests = 0;
    const response = await surface.answer(messageOf(call, body), (target, signal) => {
      // Paths outside the API are free.
      if (target.startsWith(versionPrefix)) requests += 1;
      return ask(target, signal);
    });
    if (requests === 0) await charge(call, caller);
    return response;
  }

  return {
    path: agentPath,
    close: () => surface.close(),
    /** Never rejects. */
    async handle(arrived: HttpCall): Promise<void> {
      const call: HttpCall = { ...arrived, route: messageRoute.id };
      try {
        await send(call, await answered(call), marks);
        responder.finish(call, call.res.statusCode);
      } catch (error) {
        if (call.res.headersSent) call.res.destroy();
        // The rest of the body stays unread, so the connection cannot be reused.
        else responder.sendProblem(call, error, !call.req.complete);
      }
    },
  };
}

export type AgentRoute = ReturnType<typeof createAgentRoute>;

/** A 401 that names the metadata address where MCP clients look for it (RFC 9728 §5.1). */
function challenged(refusal: Problem, baseUrl: string): Problem {
  const { fields } = refusal;
  if (fields.status !== 401) return refusal;
  const known = fields.headers?.['WWW-Authenticate'];
  const bearer = `Bearer resource_metadata="${baseUrl}${resourceMetadataPath}${agentPath}"`;
  const both = known === undefined ? bearer : `${bearer}, ${known}`;
  return new Problem({ ...fields, headers: { ...fields.headers, 'WWW-Authenticate': both } });
}

/**
 * The key of X-API-Key, else of `Authorization: Bearer`, which most MCP clients send
 * (docs/contract.md#keys).
 */
function agentKey({ headers }: IncomingMessage): string | undefined {
  const header = headers['x-api-key'];
  if (header !== undefined) return Array.isArray(header) ? header.join(', ') : header;
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

function messageOf({ req, res }: HttpCall, body: Buffer): Request {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    // The surface must not see the key.
    if (typeof value === 'string' && !/^(x-api-key|authorization|cookie)$/.test(name))
      headers.set(name, value);
  }
  // The authority was checked before; no later step depends on it.
  return new Request(`http://localhost${agentPath}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
    signal: gone.signal,
  });
}

async function send(call: HttpCall, response: Response, marks: readonly string[]): Promise<void> {
  const { res, requestId, limitHeaders } = call;
  const own = [...response.headers].flat();
  res.writeHead(response.status, [...own, ...limitHeaders, ...marks, 'X-Request-ID', requestId]);
  if (response.body === null) return void res.end();
  // Sending a whole body costs a tenth of streaming it.
  if (response.headers.get('content-type')?.startsWith('application/json') === true) {
    return void res.end(await response.text());
  }
  await piped(response.body as ReadableStream, res);
}

async function piped(body: ReadableStream, res: ServerResponse): Promise<void> {
  await finished(Readable.fromWeb(body).pipe(res));
}

function onlyPost(): Problem {
  return refused(
    405,
    'METHOD_NOT_ALLOWED',
    `${agentPath} takes messages of the Model Context Protocol and keeps no sessions. Use POST.`,
    { headers: { Allow: allowValue(['POST']) } },
  );
}
