import type { Caller } from '../../access/caller.ts';
import type { PayPerCall } from '../../billing/x402/pay-per-call.ts';
import { PaymentRefused, PaymentsUnavailable } from '../../billing/x402/payment-refused.ts';
import type { PaidCall, SentPayment } from '../../billing/x402/payment-signature.ts';
import type { Sale } from '../../billing/x402/sale.ts';
import type { PaymentFacts, SoldAnswer } from '../../control/payments.ts';
import { tierLimits } from '../../domain/tier.ts';
import type { AnyEndpoint } from '../../endpoints/endpoint.ts';
import { Problem, refused } from '../../kernel/problem.ts';
import { type EndpointRequest, type Pipeline, queryOf, type Serve } from '../answers/pipeline.ts';
import type { HttpCall } from '../calls/http-call.ts';
import { paidPath } from '../calls/paid-twin.ts';
import type { Readiness } from '../calls/readiness.ts';
import { showCounts } from '../metrics/counts-metric.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import { makePage, type Page } from '../pages/page.ts';
import type { PaymentGuard } from './payment-guard.ts';

/** 402 with the price of the call. @param offer value of PAYMENT-REQUIRED */
function paymentRequired(offer: string, usd: string): Problem {
  return new Problem({
    status: 402,
    code: 'PAYMENT_REQUIRED',
    title: 'Payment Required',
    detail: `This call costs ${usd} USD. PAYMENT-REQUIRED says how to pay (x402 version 2); send the payment in PAYMENT-SIGNATURE.`,
    headers: { 'PAYMENT-REQUIRED': offer },
  });
}

/** The problem for a failed payment. @param offerOf value of PAYMENT-REQUIRED for a reason */
function paymentProblem(error: unknown, offerOf: (reason: string) => string): unknown {
  if (error instanceof PaymentRefused) {
    return new Problem({
      status: 402,
      code: 'PAYMENT_REFUSED',
      title: 'Payment Refused',
      detail: `${error.message} Nothing was charged for this request (${error.reason}).`,
      headers: { 'PAYMENT-REQUIRED': offerOf(error.reason) },
    });
  }
  if (error instanceof PaymentsUnavailable) {
    return new Problem({
      status: 503,
      code: 'PAYMENTS_UNAVAILABLE',
      title: 'Payments Unavailable',
      detail: error.message,
      retryAfterSeconds: 2,
      cause: error.cause,
      ...(error.cause === undefined && { countedAs: 'payments' }),
    });
  }
  return error;
}

/** 503: a part of the answer is too old to be sold. */
function notForSale(what: string): Problem {
  return new Problem({
    status: 503,
    code: 'NOT_READY',
    title: 'Not Ready',
    detail: `${what} Nothing was charged; try again later.`,
    retryAfterSeconds: 30,
    countedAs: 'not_for_sale',
  });
}

function onlyGet(path: string): Problem {
  return refused(405, 'METHOD_NOT_ALLOWED', `${path} is sold to GET alone.`, {
    headers: { Allow: 'GET, OPTIONS' },
  });
}

/** A buyer has the rights of a Pro account. */
const buyer: Caller = {
  accountId: 'x402',
  keyId: 'x402',
  keyHash: '',
  tier: 'pro',
  limits: tierLimits.pro,
  billing: { state: 'active' },
};

/** Sent with every paid answer and every offer: how far back windows reach. */
export const historyHeader = ['X-History-Window', `${buyer.limits.windowDays}d`] as const;

export interface PaidCallsOptions {
  payPerCall: PayPerCall;
  pipeline: Pipeline;
  guard: PaymentGuard;
  metrics: RequestMetrics;
  addresses: { readonly baseUrl: string };
  readiness: () => Readiness;
}

interface Purchase {
  request: EndpointRequest;
  paid: PaidCall;
  call: HttpCall;
}

/**
 * Serves endpoints to callers without a key, who pay per call (x402 version 2). The steps: parameters → offer or payment →
 * address limit → payment → answer → charge. Only a 200 is charged.
 */
export function createPaidCalls(options: PaidCallsOptions) {
  const { payPerCall, pipeline, guard, metrics, addresses } = options;
  const counts = { offered: 0, sold: 0, repeated: 0, refused: 0, unavailable: 0, unsold: 0 };
  showCounts({
    registry: metrics.registry,
    name: 'tidemark_paid_calls_total',
    help: 'Calls without a key: price offered, sold, resent to a payer, payment refused, payment unavailable, no answer to sell.',
    label: 'outcome',
    counts,
  });

  function refuseStale(): void {
    const { ready, checks } = options.readiness();
    if (ready) return;
    const [reason] = Object.values(checks).filter((check) => check !== true);
    throw notForSale(`Not everything that is sold is up to date: ${reason}.`);
  }

  async function produce(params: EndpointRequest): Promise<SoldAnswer> {
    refuseStale();
    const { page } = await pipeline.made(params);
    if (page.status !== 200) throw new Error(`an answer of status ${page.status} is not for sale`);
    if (page.staleParts.length > 0) {
      throw notForSale(`Parts of this answer are older than they may be: ${page.staleParts.join(', ')}.`);
    }
    const { body } = page.identity;
    return { headers: page.ownHeaders, body: typeof body === 'string' ? Buffer.from(body) : body };
  }

  /** The sale continues if the buyer disconnects, so that the paid answer can be fetched later. */
  async function sell({ request: params, call }: Purchase, payment: SentPayment): Promise<Sale> {
    const joins = payPerCall.isInHand(payment);
    if (!joins) guard.countPayment(call);
    try {
      const sale = await payPerCall.sell(payment, () => produce(params));
      if (!joins) guard.wasGood(call);
      counts[sale.isRepeat ? 'repeated' : 'sold'] += 1;
      return sale;
    } catch (error) {
      if (!joins && !isCallersFault(error)) guard.wasGood(call);
      throw error;
    }
  }

  function count(error: unknown): void {
    if (error instanceof PaymentRefused) counts.refused += 1;
    else if (error instanceof PaymentsUnavailable) counts.unavailable += 1;
    else counts.unsold += 1;
  }

  /** Reads the payment and completes its sale. @throws Problem 402 with the reason, 429, 503; whatever the answer throws */
  async function bought(purchase: Purchase, header: string): Promise<{ facts: PaymentFacts; sale: Sale }> {
    const { request: params, paid, call } = purchase;
    try {
      const payment = readCounted(header, paid, call);
      return { facts: payment.facts, sale: await sell(purchase, payment) };
    } catch (error) {
      count(error);
      throw paymentProblem(error, (reason) => payPerCall.offer(paid, descriptionOf(params.endpoint), reason));
    }
  }

  /** Reads a payment. An unreadable payment counts as a failed one. */
  function readCounted(header: string, paid: PaidCall, call: HttpCall): SentPayment {
    try {
      return payPerCall.read(header, paid);
    } catch (error) {
      guard.countPayment(call);
      throw error;
    }
  }

  async function answer(purchase: Purchase): Promise<void> {
    const { request: params, paid, call } = purchase;
    const { req } = call;
    if (req.method !== 'GET') throw onlyGet(paidPath(params.endpoint));
    pipeline.paramsOf(params);
    const header = req.headers['payment-signature'];
    if (header === undefined) {
      guard.countOffer(call);
      refuseStale();
      counts.offered += 1;
      const offer = payPerCall.offer(paid, descriptionOf(params.endpoint));
      throw paymentRequired(offer, payPerCall.usdOf(params.endpoint));
    }
    const { facts, sale } = await bought(purchase, String(header));
    call.limitHeaders = ['PAYMENT-RESPONSE', payPerCall.receipt(facts, sale), ...historyHeader];
    // A paid answer is always sent whole, never as a 304.
    delete req.headers['if-none-match'];
    await pipeline.send(call, pageOf(sale));
  }

  function serve(endpoint: AnyEndpoint): Serve {
    return (arrived, pathTexts) =>
      pipeline.attend({ ...arrived, route: `x402.${endpoint.id}` }, (call) => {
        const url = call.req.url!;
        const params = { endpoint, caller: buyer, pathTexts, rawQuery: queryOf(url), signal: undefined };
        const paid = { endpoint, request: `GET ${url}`, url: `${addresses.baseUrl}${url}` };
        return answer({ request: params, paid, call });
      });
  }

  return { serve };
}

export type PaidCalls = ReturnType<typeof createPaidCalls>;

/** True for an invalid payment, or a call without an answer. */
function isCallersFault(error: unknown): boolean {
  return error instanceof PaymentRefused || (error instanceof Problem && error.fields.status < 500);
}

function descriptionOf({ summary }: AnyEndpoint): string {
  return `${summary}. Windows reach ${buyer.limits.windowDays} days back, as on the Pro tier.`;
}

function pageOf({ answer: { headers, body } }: Sale): Page {
  return makePage({
    body: Buffer.from(body),
    contentType: 'application/json',
    cacheControl: 'private, no-store',
    vary: 'Accept-Encoding, PAYMENT-SIGNATURE',
    headers,
  });
}
