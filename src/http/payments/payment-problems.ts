import { PaymentRefused, PaymentsUnavailable } from '../../billing/x402/payment-refused.ts';
import { Problem } from '../../kernel/problem.ts';

/** 402: what the call costs. @param offer value of PAYMENT-REQUIRED */
export function paymentRequired(offer: string, usd: string): Problem {
  return new Problem({
    status: 402,
    code: 'PAYMENT_REQUIRED',
    title: 'Payment Required',
    detail: `This call costs ${usd} USD. PAYMENT-REQUIRED says how to pay (x402 version 2); send the payment in PAYMENT-SIGNATURE.`,
    headers: { 'PAYMENT-REQUIRED': offer },
  });
}

/** What became of a payment that bought nothing. @param offerOf value of PAYMENT-REQUIRED for a reason */
export function paymentProblem(error: unknown, offerOf: (reason: string) => string): unknown {
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

/** 503: a part of what would be sold is too old for that. */
export function notForSale(what: string): Problem {
  return new Problem({
    status: 503,
    code: 'NOT_READY',
    title: 'Not Ready',
    detail: `${what} Nothing was charged; try again later.`,
    retryAfterSeconds: 30,
    countedAs: 'not_for_sale',
  });
}

/** 405: the method of a paid call is part of what is paid for. */
export function onlyGet(path: string): Problem {
  return new Problem({
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    title: 'Method Not Allowed',
    detail: `${path} is sold to GET alone.`,
    headers: { Allow: 'GET, OPTIONS' },
  });
}
