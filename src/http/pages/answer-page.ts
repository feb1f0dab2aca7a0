import type { Caller } from '../../access/caller.ts';
import type { BlockBehind, NewestBlock } from '../../boards/newest-block.ts';
import { tierLimits } from '../../domain/tier.ts';
import { ages } from '../../endpoints/ages.ts';
import { headerPairs } from '../../endpoints/answer-headers.ts';
import type { Answer, AnyEndpoint, Requester } from '../../endpoints/endpoint.ts';
import type { Watching } from '../../endpoints/footing.ts';
import { responseName } from '../../endpoints/registry.ts';
import type { Clock } from '../../kernel/clock.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { makePage, type Page } from './page.ts';
import type { Run } from './page-cache.ts';

export interface AnswerContext {
  watched: Watching;
  clock: Clock;
  newestBlock: () => NewestBlock | undefined;
  blockBehind: BlockBehind;
  addresses: { readonly baseUrl: string; readonly upgradeUrl: string };
}

const vary = 'Accept-Encoding, X-API-Key';

/** Runs an endpoint and makes the page of its answer. The footing records the run's sources. */
export async function answerPage(
  endpoint: AnyEndpoint,
  params: Record<string, unknown>,
  caller: Caller,
  context: AnswerContext,
  { signal, footing }: Run,
): Promise<Page> {
  const { addresses } = context;
  const age = ages[endpoint.age];
  // Read before the run, so the answer contains at least this block.
  const newest = context.newestBlock();
  const requester = visibleCaller(endpoint, caller);
  const answer: Answer<unknown> = await endpoint.run({
    params,
    caller: requester,
    ...context.watched(footing),
    upgradeUrl: addresses.upgradeUrl,
    signal,
  });
  const schemaUrl = `${addresses.baseUrl}/schemas/${responseName(endpoint)}.json`;
  const headers = ['Link', `<${schemaUrl}>; rel="describedby"`];
  if (answer.window !== undefined) {
    headers.push('X-Data-From', rfc3339(answer.window.fromMs), 'X-Data-To', rfc3339(answer.window.toMs));
    const block = await context.blockBehind(newest, answer.window);
    if (block !== undefined) headers.push('X-Data-Block', String(block));
  }
  headers.push(...headerPairs(answer.headers ?? {}, endpoint.headers ?? []));
  return makePage({
    body: bodyText(answer.body, schemaUrl),
    contentType: 'application/json',
    cacheControl: age.lagMs === 0 ? 'private, no-cache' : `private, max-age=${age.clientSeconds}`,
    vary,
    headers,
    staleParts: staleParts(answer.body),
  });
}

/** Names of the parts that the answer's `availability` block marks as stale. */
function staleParts(body: unknown): string[] {
  const { availability } = (body ?? {}) as { availability?: Readonly<Record<string, unknown>> };
  if (typeof availability !== 'object' || availability === null) return [];
  return Object.keys(availability).filter((part) => availability[part] === false);
}

/** JSON of a body; an object gets `$schema` first (docs/contract.md#bodies). */
function bodyText(body: unknown, schemaUrl: string): string {
  const named = typeof body === 'object' && body !== null && !Array.isArray(body);
  return JSON.stringify(named ? { $schema: schemaUrl, ...body } : body);
}

/**
 * Restricts `run` to the caller's fields in `vary`. Callers with equal `vary` fields share the answer, so reading
 * more would leak an account's answer to another. Such a read throws, in the endpoint's first test.
 */
function visibleCaller(endpoint: AnyEndpoint, caller: Caller): Requester {
  const hidden = (field: string): never => {
    throw new Error(`endpoint ${endpoint.id} reads caller.${field}; declare it in \`vary\``);
  };
  return {
    get accountId() {
      return endpoint.vary === 'account' ? caller.accountId : hidden('accountId');
    },
    get tier() {
      return endpoint.vary === undefined ? hidden('tier') : caller.tier;
    },
    get limits() {
      return endpoint.vary === undefined ? hidden('limits') : caller.limits;
    },
  };
}

/** Cache key: equal answers share a page. */
export function pageKey(endpoint: AnyEndpoint, params: Record<string, unknown>, caller: Caller): string {
  const { accountId, tier, limits } = caller;
  const shared = `${endpoint.id} ${JSON.stringify(params)}`;
  if (endpoint.vary === undefined) return shared;
  const may = limits === tierLimits[tier] ? tier : `${tier} ${JSON.stringify(limits)}`;
  return endpoint.vary === 'account' ? `${shared} ${accountId} ${may}` : `${shared} ${may}`;
}
