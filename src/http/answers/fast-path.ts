import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authenticator } from '../../access/caller.ts';
import { asSentFrom } from '../../access/guest.ts';
import type { LimitedRoute, Limiter } from '../../access/limiter.ts';
import type { TierLimits } from '../../domain/tier.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import { monotonicMs } from '../../kernel/clock.ts';
import type { HttpCall } from '../calls/http-call.ts';
import type { EncodingChoice } from '../pages/negotiate.ts';
import type { Entry, PageCache } from '../pages/page-cache.ts';
import { formAtHand, type Responder } from './responder.ts';

interface Alias {
  entry: Entry;
  route: LimitedRoute;
}

export interface FastPathOptions {
  authenticator: Authenticator;
  limiter: Limiter;
  cache: PageCache;
  responder: Responder;
  requestId: () => string;
  encodingChoice: (header: string | undefined) => EncodingChoice;
}

/** Sets of limits that aliases are kept of: the tiers, and accounts with numbers of their own. The oldest goes first. */
const limitsLimit = 32;
/** Aliases kept per set of limits; the oldest goes first. */
const aliasLimit = 4_096;
const urlLengthLimit = 512;

/**
 * Answers a request whose exact URL has a page at hand, with the same steps in the same order as the pipeline, but
 * without routing, parsing or waiting. A URL means the same page only under the same limits, since windows are capped by
 * them: so aliases are kept per set of limits, of which every tier has its own, and finding one proves that the tier was allowed.
 */
export function createFastPath(options: FastPathOptions) {
  const { authenticator, limiter, cache, responder, requestId, encodingChoice } = options;
  const aliases = new BoundedMap<TierLimits, BoundedMap<string, Alias>>(limitsLimit);

  /** @returns false where the request must go the long way; nothing has been counted or sent then */
  function answer(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.method !== 'GET') return false;
    const { headers } = req;
    const key = headers['x-api-key'];
    if (typeof key !== 'string') return false;
    const startMs = monotonicMs();
    const known = authenticator.known(key);
    if (known === undefined) return false;
    const caller = asSentFrom(known, headers);
    const alias = aliases.get(caller.limits)?.get(req.url!);
    if (alias === undefined || isUnusual(headers)) return false;
    const page = cache.peek(alias.entry);
    if (page === undefined) return false;
    const form = formAtHand(page, encodingChoice(headers['accept-encoding'] as string | undefined));
    if (form === undefined) return false;
    const decision = limiter.tryTake(caller, alias.route);
    if (decision === undefined) return false;
    const call: HttpCall = {
      req,
      res,
      requestId: requestId(),
      route: alias.route.id,
      startMs,
      caller,
      limitHeaders: decision.headers,
    };
    if (decision.refusal !== undefined) responder.sendProblem(call, decision.refusal);
    else {
      cache.touch(alias.entry);
      responder.sendForm(call, page, form);
    }
    return true;
  }

  function aliasesOf(limits: TierLimits): BoundedMap<string, Alias> {
    let known = aliases.get(limits);
    if (known === undefined) {
      known = new BoundedMap(aliasLimit);
      aliases.set(limits, known);
    }
    return known;
  }

  /** Remembers which page a URL stands for. */
  function remember(limits: TierLimits, url: string, entry: Entry, route: LimitedRoute): void {
    if (url.length > urlLengthLimit) return;
    const known = aliasesOf(limits);
    const alias = known.get(url);
    if (alias !== undefined) {
      alias.entry = entry;
      return;
    }
    known.set(url, { entry, route });
  }

  return { answer, remember };
}

/** Requests that the front checks more closely: with a body. */
function isUnusual(headers: IncomingMessage['headers']): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

export type FastPath = ReturnType<typeof createFastPath>;
