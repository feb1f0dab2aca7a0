import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authenticator, Caller } from '../access/caller.ts';
import type { LimitedRoute, Limiter } from '../access/limiter.ts';
import { tierAllows } from '../domain/tier.ts';
import type { AnyEndpoint } from '../endpoints/endpoint.ts';
import { parseRequest, type RawPath } from '../endpoints/parse.ts';
import { monotonicMs } from '../kernel/clock.ts';
import { Problem } from '../kernel/problem.ts';
import { type AnswerContext, answerPage, pageKey } from './answer-page.ts';
import type { Exchange } from './exchange.ts';
import type { FastPath } from './fast-path.ts';
import type { EncodingChoice } from './negotiate.ts';
import type { Page } from './page.ts';
import type { PageCache } from './page-cache.ts';
import { tierGate } from './problem-response.ts';
import type { RequestMetrics } from './request-metrics.ts';
import type { Responder } from './responder.ts';

export interface PipelineOptions {
  authenticator: Authenticator;
  limiter: Limiter;
  cache: PageCache;
  responder: Responder;
  fastPath: FastPath;
  metrics: RequestMetrics;
  context: AnswerContext;
  requestId: () => string;
  encodingChoice: (header: string | undefined) => EncodingChoice;
}

/** Serves one request of the endpoint that it was made for. Never rejects. */
export type Serve = (req: IncomingMessage, res: ServerResponse, rawPath: RawPath) => Promise<void>;

/**
 * The steps of every request, in this order: request id → metrics → problem boundary → key → tier → limits →
 * parse → cache → run → respond. `fast-path.ts` takes the same steps where a page is at hand.
 */
export function createPipeline(options: PipelineOptions) {
  const { authenticator, limiter, cache, responder, fastPath, metrics, context } = options;

  /** The caller of a key that is not at hand. Who keeps sending none or a wrong one is refused for a while. */
  async function identify(key: string | undefined, exchange: Exchange): Promise<Caller> {
    try {
      return await authenticator.authenticate(key);
    } catch (error) {
      if (!(error instanceof Problem) || error.fields.status !== 401) throw error;
      const decision = limiter.takeAnonymous(exchange.req.socket.remoteAddress ?? '');
      if (decision.refusal === undefined) throw error;
      exchange.limitHeaders = decision.headers;
      throw decision.refusal;
    }
  }

  async function admit(endpoint: AnyEndpoint, route: LimitedRoute, exchange: Exchange): Promise<Caller> {
    const header = exchange.req.headers['x-api-key'];
    const key = Array.isArray(header) ? header.join(', ') : header;
    const known = key === undefined ? undefined : authenticator.known(key);
    const caller = known ?? (await identify(key, exchange));
    exchange.caller = caller;
    if (!tierAllows(caller.tier, endpoint.tier)) throw tierGate(caller.tier, endpoint.tier);
    const decision = limiter.tryTake(caller, route) ?? (await limiter.take(caller, route));
    exchange.limitHeaders = decision.headers;
    if (decision.refusal !== undefined) throw decision.refusal;
    return caller;
  }

  async function pageFor(
    endpoint: AnyEndpoint,
    route: LimitedRoute,
    exchange: Exchange,
    rawPath: RawPath,
    signal: AbortSignal,
  ): Promise<Page> {
    const caller = await admit(endpoint, route, exchange);
    const url = exchange.req.url!;
    const rawQuery = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
    const parseContext = { tier: caller.tier, nowMs: context.clock.nowMs() };
    const params = parseRequest(endpoint, rawPath, rawQuery, parseContext);
    const produce = (runSignal: AbortSignal) => answerPage(endpoint, params, caller, context, runSignal);
    const { freshMs, staleMs } = endpoint.cache;
    if (freshMs + staleMs === 0) return cache.once(produce, signal);
    const entry = cache.entry(pageKey(endpoint, params, caller), endpoint.cache, produce);
    const page = await cache.page(entry, signal);
    // What `check` decides may change with time, and an account's page is not its tier's.
    const lasting = endpoint.check === undefined && endpoint.vary !== 'account';
    if (lasting) fastPath.remember(caller.tier, url, entry, route);
    return page;
  }

  /** The handler of one endpoint. */
  function serve(endpoint: AnyEndpoint): Serve {
    const route: LimitedRoute = { id: endpoint.id, cost: endpoint.cost, ownLimit: endpoint.ownLimit };
    return async (req, res, rawPath) => {
      const requestId = options.requestId();
      const startMs = monotonicMs();
      const base = { requestId, route: endpoint.id, startMs, caller: undefined, limitHeaders: [] };
      const exchange: Exchange = { req, res, ...base };
      const gone = new AbortController();
      const leave = () => gone.abort();
      res.once('close', leave);
      metrics.begin();
      try {
        const page = await pageFor(endpoint, route, exchange, rawPath, gone.signal);
        const accepted = options.encodingChoice(req.headers['accept-encoding'] as string | undefined);
        const form = await page.encoded(accepted[0]!);
        responder.sendForm(exchange, page, form);
      } catch (error) {
        responder.sendProblem(exchange, error);
      } finally {
        metrics.end();
        res.removeListener('close', leave);
      }
    };
  }

  return { serve };
}
