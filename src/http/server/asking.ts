import type { Credential } from '../../access/authenticate.ts';
import type { Caller } from '../../access/caller.ts';
import type { Answered, Ask } from '../../endpoints/ask.ts';
import type { Registry } from '../../endpoints/registry.ts';
import { monotonicMs } from '../../kernel/clock.ts';
import { pathOf, refuseUndecodable, shownPath } from '../../routes/path-template.ts';
import { streamPath } from '../../streams/feeds.ts';
import type { Pipeline } from '../answers/pipeline.ts';
import type { NotedCall, RequestClient, Responder } from '../answers/responder.ts';
import type { Page } from '../pages/page.ts';
import { type ProblemAddresses, renderProblem } from '../problems/problem-response.ts';
import { unknownRoute } from '../problems/request-problems.ts';
import type { ServiceRoute } from './service-routes.ts';
import type { PollStream } from './stream-polls.ts';

export interface AskingOptions {
  registry: Registry;
  /** Free routes outside the API. */
  services: readonly ServiceRoute[];
  pipeline: Pipeline;
  responder: Responder;
  requestId: () => string;
  addresses: ProblemAddresses;
  /** Headers of every answer, flat. */
  marks: readonly string[];
  /** Reads the next messages of a stream; undefined without streams. */
  poll: PollStream | undefined;
}

/** Sends requests to endpoints within the process for an authenticated caller; all later steps equal those of an HTTP request. */
export function createAsking(options: AskingOptions) {
  const { registry, pipeline, responder, requestId, addresses, marks, poll } = options;
  const services = new Map(options.services.map((service) => [service.path, service]));

  async function pageOf(target: string, call: NotedCall & { caller: Caller }, signal: AbortSignal) {
    const path = pathOf(target);
    refuseUndecodable(path);
    const found = registry.match(path);
    if (found === undefined) throw unknownRoute(shownPath(path), registry.nearest(path));
    return pipeline.ask(found.route, call.caller, { url: target, pathTexts: found.texts, signal });
  }

  /**
   * @param client address and user agent for the request log
   * @param credential of the caller, checked again while a stream request waits; default: none
   */
  return function askingFor(caller: Caller, client: () => RequestClient, credential?: Credential): Ask {
    return async (target, signal): Promise<Answered> => {
      const service = services.get(target);
      if (service !== undefined) return requestedPage(await service.page(), marks);
      const path = pathOf(target);
      const isStream = poll !== undefined && path === streamPath;
      const route = isStream ? 'stream.poll' : (registry.match(path)?.route.id ?? 'none');
      const call = { requestId: requestId(), route, startMs: monotonicMs(), caller };
      try {
        if (isStream) {
          const { body, limitHeaders } = await poll(caller, { target, signal, credential });
          responder.note(call, 'GET', 200, client);
          return { status: 200, headers: headerMap([...limitHeaders, ...marks]), body };
        }
        const { page, limitHeaders } = await pageOf(target, call, signal);
        responder.note(call, 'GET', 200, client);
        return requestedPage(page, [...limitHeaders, ...marks, 'X-Request-ID', call.requestId]);
      } catch (error) {
        signal.throwIfAborted();
        const problem = responder.problemOf(call, error);
        const { status, headers, body } = renderProblem(problem, call.requestId, addresses);
        responder.note(call, 'GET', status, client);
        return { status, headers: headerMap(headers), body: JSON.parse(body.toString()) };
      }
    };
  };
}

export type AskingFor = ReturnType<typeof createAsking>;

function requestedPage({ status, identity }: Page, more: readonly string[]): Answered {
  return {
    status,
    headers: headerMap([...identity.headers, ...more]),
    body: JSON.parse(identity.body.toString()),
  };
}

function headerMap(flat: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>();
  for (let i = 0; i < flat.length; i += 2) headers.set(flat[i]!.toLowerCase(), flat[i + 1]!);
  return headers;
}
