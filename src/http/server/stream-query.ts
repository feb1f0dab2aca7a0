import type { Tier } from '../../domain/tier.ts';
import { parseQuery } from '../../endpoints/parse-request.ts';
import { type Problem, unacceptable } from '../../kernel/problem.ts';
import { feedTier } from '../../streams/subscription.ts';
import { tierGate } from '../problems/problem-response.ts';

/** A subscription as a query and a header have it. @param target path and query */
export function askedSubscription(target = '', lastEventId?: unknown): Record<string, unknown> {
  const query = parseQuery(target.slice(target.indexOf('?') + 1 || target.length));
  const asked: Record<string, unknown> = {};
  // A ticket is no part of what is followed.
  for (const [name, values] of query) if (name !== 'ticket') asked[name] = argumentOf(name, values);
  if (typeof lastEventId === 'string' && lastEventId !== '') {
    delete asked.sequence;
    asked.cursor = lastEventId;
  }
  return asked;
}

/** The answer to a subscription that is refused. @param text in the words of the protocol */
export function refusalOf(text: string, type: unknown, tier: Tier): Problem {
  if (text === 'feed not in tier') return tierGate(tier, feedTier(type) ?? 'pro');
  return unacceptable([{ location: 'query', message: text, value: String(type ?? '') }]);
}

const lists = new Set(['users', 'wallets', 'coins', 'events']);

/** Lists by comma, numbers and yes or no, as a subscription has them. */
function argumentOf(name: string, [first = '']: readonly string[]): unknown {
  if (lists.has(name)) return first === '' ? [] : first.split(',');
  if (name === 'sequence' && /^\d{1,16}$/.test(first)) return Number(first);
  if (name === 'snapshot' && /^(true|false)$/.test(first)) return first === 'true';
  return first;
}
