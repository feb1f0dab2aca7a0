import type { Tier } from '../../domain/tier.ts';
import { parseQuery } from '../../endpoints/parse-request.ts';
import { type Problem, unacceptable } from '../../kernel/problem.ts';
import { feedTier } from '../../streams/subscription.ts';
import { tierGate } from '../problems/problem-response.ts';
import { overloaded } from '../problems/request-problems.ts';

export interface StreamRequest {
  /** Path and query. */
  target: string;
  /** Body of a `POST`: a subscription in its WebSocket form. */
  body?: Readonly<Record<string, unknown>> | undefined;
  lastEventId?: unknown;
}

/** Merges the subscription from query, body and header. @throws Problem 400 if a name occurs twice */
export function requestedSubscription({
  target,
  body = {},
  lastEventId,
}: StreamRequest): Record<string, unknown> {
  const query = parseQuery(target.slice(target.indexOf('?') + 1 || target.length));
  const params: Record<string, unknown> = { ...body };
  for (const [name, values] of query) {
    if (values.length > 1 || Object.hasOwn(body, name))
      throw unacceptable([
        { location: `query.${name}`, message: 'must be given once', value: values[0] ?? '' },
      ]);
    // The ticket is a credential, not a filter.
    if (name !== 'ticket') params[name] = argumentOf(name, values);
  }
  if (typeof lastEventId === 'string' && lastEventId !== '') {
    delete params.sequence;
    params.cursor = lastEventId;
  }
  return params;
}

/** Refusals that are temporary. */
const passing = new Set([
  'snapshot failed',
  'cohorts are being read',
  'coins are being read',
  'server at subscription capacity',
]);

/** The problem for a refused subscription. @param text the protocol's refusal text */
export function streamRefusal(text: string, type: unknown, tier: Tier): Problem {
  if (passing.has(text))
    return overloaded({ detail: `The stream cannot be read: ${text}.`, retryAfterSeconds: 2 });
  if (text === 'feed not in tier') return tierGate(tier, feedTier(type) ?? 'pro');
  return unacceptable([{ location: 'query', message: text, value: String(type ?? '') }]);
}

const lists = new Set(['users', 'wallets', 'coins', 'events']);

/** Parses lists (commas), numbers and booleans as a subscription has them. */
function argumentOf(name: string, [first = '']: readonly string[]): unknown {
  if (lists.has(name)) return first === '' ? [] : first.split(',');
  if (name === 'sequence' && /^\d{1,16}$/.test(first)) return Number(first);
  if (name === 'snapshot' && /^(true|false)$/.test(first)) return first === 'true';
  return first;
}
