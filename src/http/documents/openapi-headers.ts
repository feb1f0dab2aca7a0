import { type AnswerHeaderName, answerHeaders, windowHeaders } from '../../endpoints/answer-headers.ts';
import type { JsonSchema } from '../../routes/json-schema.ts';
import { headerReferences } from '../../routes/openapi.ts';

const text = { type: 'string' };
const count = { type: 'integer' };
const seconds = { type: 'integer', format: 'int64' };

function header(description: string, schema: JsonSchema): JsonSchema {
  return { description, schema };
}

/** Headers of every answer of any status. */
const always = {
  'X-Request-ID': header('Names the request; quote it in reports.', text),
};

/** Header of every answer of a simulated exchange. */
const source = {
  'X-Data-Source': header('Sent if the data do not come from the real exchange.', {
    type: 'string',
    enum: ['simulated'],
  }),
};

/** The headers of every 200 and 429 (docs/contract.md#limit-headers). */
const limits: Readonly<Record<string, JsonSchema>> = {
  'X-RateLimit-Tier': header('Effective tier.', {
    type: 'string',
    enum: ['free', 'starter', 'pro', 'enterprise'],
  }),
  'X-RateLimit-Limit': header('Requests a minute.', count),
  'X-RateLimit-Remaining': header('Least tokens left in the checked buckets.', count),
  'X-RateLimit-Reset': header('Unix seconds when the checked buckets next permit a request.', seconds),
  'X-RateLimit-Next': header('Duration until the next token: 0s, 12.4s, 1m30s.', text),
  'X-RateLimit-Scope': header('account or ip.', { type: 'string', enum: ['account', 'ip'] }),
  'RateLimit-Policy': header(
    'Every limit that applies: q requests in w seconds, as a structured field.',
    text,
  ),
  RateLimit: header('Of each limit: r requests left, and t seconds until there are more.', text),
};

/** Headers of a 200 or 429 that depend on a cap or a state. */
const conditionalLimits: Readonly<Record<string, JsonSchema>> = {
  'X-RateLimit-Route': header("Tokens left in the route's own bucket.", count),
  'X-RateLimit-Daily': header('Remaining daily allowance of the account, at least 0.', count),
  'X-RateLimit-Daily-Remaining': header('Requests left today (UTC).', count),
  'X-RateLimit-Daily-Reset': header('Unix seconds when the day ends.', seconds),
  'X-RateLimit-Monthly': header('Remaining monthly allowance of the account, at least 0.', count),
  'X-RateLimit-Monthly-Limit': header('Requests a month.', count),
  'X-RateLimit-Monthly-Remaining': header('Requests left this calendar month (UTC).', count),
  'X-RateLimit-Monthly-Reset': header('Unix seconds when the month ends.', seconds),
  'X-Billing-State': header('Billing state; absent while it is active.', text),
  'X-Billing-Grace-Expires': header('RFC 3339 end of the grace period.', {
    type: 'string',
    format: 'date-time',
  }),
};

const data: Readonly<Record<string, JsonSchema>> = {
  ETag: header('Strong tag of the content; send it back in If-None-Match.', text),
  Link: header('Address of the JSON Schema of the body, rel="describedby".', text),
  ...windowHeaders,
};

const retry = { 'Retry-After': header('Whole seconds to wait.', count) };

const paid = {
  'PAYMENT-REQUIRED': header(
    'What the call costs, and why a payment was refused: PaymentRequired of x402 version 2, JSON in Base64.',
    text,
  ),
  'PAYMENT-RESPONSE': header('The charge: SettleResponse of x402 version 2, JSON in Base64.', text),
  'X-History-Window': header('How far back windows reach.', text),
};

/** Headers of every paid answer, besides those of the data. */
const bought = ['PAYMENT-RESPONSE', 'X-History-Window'];

export const responseHeaders: Readonly<Record<string, JsonSchema>> = {
  ...always,
  ...source,
  ...data,
  ...answerHeaders,
  ...limits,
  ...conditionalLimits,
  ...retry,
};

export const paidResponseHeaders: Readonly<Record<string, JsonSchema>> = { ...responseHeaders, ...paid };

/**
 * References to the headers of an answer with a status. Every operation repeats the headers of its 200, so a 200 lists only
 * unconditional headers and the endpoint's own. Headers that depend on a cap, a state or the source are listed
 * at the refusals, which the document has once each.
 *
 * @param own headers of one endpoint's 200
 */
export function responseHeadersOf(status: number, own: readonly AnswerHeaderName[] = []): JsonSchema {
  const names = Object.keys(always);
  if (status === 200) names.push(...Object.keys(data), ...own, ...Object.keys(limits));
  else names.push(...Object.keys(source));
  if (status === 402) names.push('PAYMENT-REQUIRED');
  if (status === 429) names.push(...Object.keys(limits), ...Object.keys(conditionalLimits));
  if (status === 429 || status === 503) names.push(...Object.keys(retry));
  return headerReferences(names);
}

/** @param own headers of one endpoint */
export function boughtHeadersOf(own: readonly AnswerHeaderName[] = []): JsonSchema {
  return headerReferences([...Object.keys(always), ...Object.keys(data), ...own, ...bought]);
}
