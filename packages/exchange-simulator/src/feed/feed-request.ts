import { readTopic, type Topic } from './topic.ts';

/** A message of a client (docs/exchange.md#websocket). */
export type FeedRequest =
  | { method: 'ping' }
  | { method: 'subscribe' | 'unsubscribe'; topic: Topic }
  | { method: 'post'; id: number; payload: unknown };

/** Answer of a posted request. */
export type PostResponse =
  | { type: 'info'; payload: { type: unknown; data: unknown } }
  | { type: 'error'; payload: string };

/** @returns undefined if invalid: no JSON, another method, a subscription that does not exist */
export function readRequest(message: string): FeedRequest | undefined {
  let request: unknown;
  try {
    request = JSON.parse(message);
  } catch {
    return undefined;
  }
  const { method, subscription, ...rest } = (request ?? {}) as Record<string, unknown>;
  if (method === 'ping') return { method };
  if (method === 'post') return readPost(rest);
  if (method !== 'subscribe' && method !== 'unsubscribe') return undefined;
  const topic = readTopic(subscription);
  return topic && { method, topic };
}

/** Only requests of `POST /info` can be posted: orders are not simulated. */
function readPost({ id, request }: { id?: unknown; request?: unknown }): FeedRequest | undefined {
  const { type, payload } = (request ?? {}) as { type?: unknown; payload?: unknown };
  if (!Number.isSafeInteger(id) || type !== 'info') return undefined;
  return { method: 'post', id: id as number, payload };
}

/** @param reply Of `POST /info`. */
export function postResponse(payload: unknown, reply: { status: number; body: string }): PostResponse {
  if (reply.status !== 200) return { type: 'error', payload: `${reply.status}: ${reply.body}` };
  const { type } = payload as { type: unknown };
  return { type: 'info', payload: { type, data: JSON.parse(reply.body) } };
}
