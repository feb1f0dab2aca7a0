import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authenticator, Caller } from '../../access/caller.ts';
import { asSentFrom } from '../../access/guest.ts';
import type { LimitDecision, LimitedRoute, Limiter } from '../../access/limiter.ts';
import { type TierLimits, tierAllows } from '../../domain/tier.ts';
import { ages } from '../../endpoints/ages.ts';
import type { AnyEndpoint } from '../../endpoints/endpoint.ts';
import { type PathTexts, parseRequest } from '../../endpoints/parse-request.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import { monotonicMs } from '../../kernel/clock.ts';
import type { HttpCall } from '../calls/http-call.ts';
import { type Crowd, loadShareOf } from '../guards/crowd.ts';
import type { KeyGuard } from '../guards/key-guard.ts';
import type { LoadShedder } from '../guards/load-shedder.ts';
import { type AnswerContext, answerPage, pageKey } from '../pages/answer-page.ts';
import type { EncodingChoice } from '../pages/negotiate.ts';
import type { Page } from '../pages/page.ts';
import { type Entry, type PageCache, type Run, tooManyRuns } from '../pages/page-cache.ts';
import { tierGate, toProblem } from '../problems/problem-response.ts';
import { overloaded } from '../problems/request-problems.ts';
import { formAtHand, type Responder } from './responder.ts';

export interface PipelineOptions {
  authenticator: Authenticator;
  limiter: Limiter;
  cache: PageCache;
  responder: Responder;
  context: AnswerContext;
  requestId: () => string;
  identify: KeyGuard;
  shedder: LoadShedder;
  crowd: Crowd;
  maxRuns: number;
  deadlineMs: number;
  encodingChoice: (header: string | undefined) => EncodingChoice;
}

/** Sets of limits with cached addresses: one per tier, and one per account with limits of its own. FIFO. */
const limitsLimit = 32;
/** Cached addresses per set of limits; FIFO. */
const addressLimit = 4_096;
const urlLengthLimit = 512;

/** Retry-After under strain: the smoothing of samples keeps a strain at least this long. */
const strainRetrySeconds = 2;

type PassingCall = Pick<HttpCall, 'caller' | 'limitHeaders'>;

interface Visit {
  endpoint: AnyEndpoint;
  route: LimitedRoute;
  call: PassingCall;
  /** Path and query as sent. */
  url: string;
  pathTexts: PathTexts;
  /** Aborts when the last waiter leaves. */
  signal: AbortSignal;
}

interface Known {
  entry: Entry;
  route: LimitedRoute;
}

export interface EndpointRequest {
  endpoint: AnyEndpoint;
  caller: Caller;
  pathTexts: PathTexts;
  rawQuery: string;
  signal: AbortSignal | undefined;
}

/** Serves one request of its endpoint. Never rejects. */
/** Answers the requests of a route. Never rejects. */
export type Serve = (arrived: HttpCall, pathTexts: PathTexts) => Promise<void>;

/**
 * Caches the entry of each address by set of limits, since limits cap windows. Every tier has a set of its own, so a cached address
 * has passed the tier check.
 */
function createKnownAddresses() {
  const known = new BoundedMap<TierLimits, BoundedMap<string, Known>>(limitsLimit);
  return {
    find: (limits: TierLimits, url: string) => known.get(limits)?.get(url),
    remember(limits: TierLimits, url: string, one: Known): void {
      if (url.length > urlLengthLimit) return;
      let addresses = known.get(limits);
      if (addresses === undefined) {
        addresses = new BoundedMap(addressLimit);
        known.set(limits, addresses);
      }
      if (addresses.get(url)?.entry !== one.entry) addresses.set(url, one);
    },
  };
}

/**
 * The steps of every request, in this order: request id → metrics → problem boundary → key → tier → limits →
 * parse → cache → load → run → respond. A step with a cached result does not wait.
 */
export function createPipeline(options: PipelineOptions) {
  const { authenticator, limiter, cache, responder, context, identify, shedder, crowd } = options;
  const known = createKnownAddresses();

  /**
   * Answers a request synchronously if its address and page are cached: skips routing and parsing.
   * @returns false if the request needs every step; it has not been counted or answered
   */
  function answerAtOnce(req: IncomingMessage, res: ServerResponse): boolean {
    const { headers, method, url } = req;
    const key = headers['x-api-key'];
    if (method !== 'GET' || typeof key !== 'string' || hasBody(headers)) return false;
    const startMs = monotonicMs();
    const found = authenticator.known(key);
    const params = found && known.find(found.limits, url!);
    const page = params && cache.peek(params.entry);
    const form = page && formAtHand(page, options.encodingChoice(acceptedBy(req)));
    if (form === undefined) return false;
    const { route, entry } = params!;
    const caller = asSentFrom(found!, headers);
    const admission = limiter.tryTake(caller, route);
    if (admission === undefined) return false;
    const base = { requestId: options.requestId(), route: route.id, startMs };
    const call: HttpCall = { req, res, ...base, caller, limitHeaders: admission.headers };
    if (admission.refusal !== undefined) responder.sendProblem(call, admission.refusal);
    else {
      cache.touch(entry);
      responder.sendForm(call, page!, form);
    }
    return true;
  }

  async function identified(call: HttpCall): Promise<Caller> {
    const header = call.req.headers['x-api-key'];
    const key = Array.isArray(header) ? header.join(', ') : header;
    const known = key === undefined ? undefined : authenticator.known(key);
    const caller = asSentFrom(known ?? (await identify(key, call)), call.req.headers);
    call.caller = caller;
    crowd.recheck(loadShareOf(caller));
    return caller;
  }

  async function admit({ endpoint, route, call }: Visit, caller: Caller): Promise<LimitDecision> {
    const granted = caller.guest?.grants?.has(endpoint.id) === true;
    if (!granted && !tierAllows(caller.tier, endpoint.tier)) throw tierGate(caller.tier, endpoint.tier);
    const admission = limiter.tryTake(caller, route) ?? (await limiter.take(caller, route));
    call.limitHeaders = admission.headers;
    if (admission.refusal !== undefined) throw admission.refusal;
    return admission;
  }

  /** Refuses requests that need a new run, the most expensive part, under load. Cached pages are served under any load. */
  function refuseUnderStrain(caller: Caller): void {
    const share = loadShareOf(caller);
    if (cache.flights() >= options.maxRuns * share) throw tooManyRuns();
    const strain = shedder.strain(share);
    if (strain === undefined) return;
    const detail = 'The service is overloaded and makes no new answers at the moment. Try again shortly.';
    throw overloaded({ detail, retryAfterSeconds: strainRetrySeconds, shed: strain });
  }

  /** Refunds an admitted request that ends in 503, because the missing capacity is not the caller's fault. */
  async function admittedPage(visit: Visit, caller: Caller): Promise<Page> {
    const admission = await admit(visit, caller);
    try {
      return await pageFor(visit, caller);
    } catch (error) {
      const { status } = toProblem(error, options.deadlineMs).fields;
      if (status === 503) limiter.giveBack(caller, visit.route, admission);
      throw error;
    }
  }

  async function pageFor(visit: Visit, caller: Caller): Promise<Page> {
    const { endpoint, route, url } = visit;
    const { page, entry } = await made({ ...visit, caller, rawQuery: queryOf(url) });
    // The result of `check` may change with time, and an account's page does not apply to its whole tier.
    const lasting = endpoint.check === undefined && endpoint.vary !== 'account';
    if (lasting && entry !== undefined) known.remember(caller.limits, url, { entry, route });
    return page;
  }

  /** @throws Problem naming every fault of the parameters */
  function paramsOf({ endpoint, caller, pathTexts, rawQuery }: EndpointRequest) {
    const { tier, limits } = caller;
    const parseContext = { tier, windowDays: limits.windowDays, nowMs: context.clock.nowMs() };
    return parseRequest(endpoint, pathTexts, rawQuery, parseContext);
  }

  async function made(request: EndpointRequest): Promise<{ page: Page; entry?: Entry }> {
    const { endpoint, caller, signal } = request;
    const params = paramsOf(request);
    const produce = (run: Run) => answerPage(endpoint, params, caller, context, run);
    const age = ages[endpoint.age];
    if (age.lagMs === 0) {
      refuseUnderStrain(caller);
      return { page: await cache.once(produce, signal) };
    }
    const entry = cache.entry(pageKey(endpoint, params, caller), age, produce);
    if (!cache.atHand(entry)) refuseUnderStrain(caller);
    return { page: await cache.page(entry, signal), entry };
  }

  /** Runs a handler within the bounds and metrics of all requests. Never rejects. */
  async function attend(
    call: HttpCall,
    answer: (call: HttpCall, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const gone = new AbortController();
    const leave = () => gone.abort();
    call.res.once('close', leave);
    try {
      await crowd.during(1, () => answer(call, gone.signal));
    } catch (error) {
      responder.sendProblem(call, error);
    } finally {
      call.res.removeListener('close', leave);
    }
  }

  async function send(call: HttpCall, page: Page): Promise<void> {
    const [encoding] = options.encodingChoice(acceptedBy(call.req));
    responder.sendForm(call, page, await page.encoded(encoding!));
  }

  function serve(endpoint: AnyEndpoint): Serve {
    const route = routeOf(endpoint);
    return (arrived, pathTexts) =>
      attend({ ...arrived, route: endpoint.id }, async (call, signal) => {
        const visit = { endpoint, route, call, url: call.req.url!, pathTexts, signal };
        await send(call, await admittedPage(visit, await identified(call)));
      });
  }

  /** Every step after the key. @throws whatever the steps throw */
  async function ask(
    endpoint: AnyEndpoint,
    caller: Caller,
    params: Pick<Visit, 'url' | 'pathTexts' | 'signal'>,
  ): Promise<{ page: Page; limitHeaders: readonly string[] }> {
    const call: PassingCall = { caller, limitHeaders: [] };
    const visit = { ...params, endpoint, route: routeOf(endpoint), call };
    const page = await crowd.during(loadShareOf(caller), () => admittedPage(visit, caller));
    return { page, limitHeaders: call.limitHeaders };
  }

  return { answerAtOnce, serve, ask, attend, send, paramsOf, made };
}

function acceptedBy({ headers }: IncomingMessage): string | undefined {
  return headers['accept-encoding'] as string | undefined;
}

/** The query of an address, without the question mark. */
export function queryOf(url: string): string {
  return url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
}

function hasBody(headers: IncomingMessage['headers']): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

function routeOf({ id, cost, ownLimit }: AnyEndpoint): LimitedRoute {
  return { id, cost, ownLimit };
}

export type Pipeline = ReturnType<typeof createPipeline>;
