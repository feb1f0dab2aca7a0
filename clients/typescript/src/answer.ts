import { decodedHeader, type Payment } from './payment.ts';

/** A response body with the metadata of its headers. */
export interface Answer<Body> {
  readonly data: Body;
  /** Time range served; may be narrower than requested. Undefined if the endpoint has no window. */
  readonly window: { readonly from: string; readonly to: string } | undefined;
  /** Newest source block behind the answer. */
  readonly block: number | undefined;
  /** `simulated` if the data do not come from the real exchange. */
  readonly source: string | undefined;
  readonly limits: Limits;
  /** Names the request; quote it in reports. */
  readonly requestId: string | undefined;
  /** True if the cached body was revalidated by a 304. */
  readonly unchanged: boolean;
  /** Payment receipt; set only if the client has a signer. */
  readonly payment: Payment | undefined;
  /** All headers of the answer. */
  readonly headers: Headers;
}

/** Remaining quota of the account. */
export interface Limits {
  readonly tier: string | undefined;
  /** Requests a minute. */
  readonly perMinute: number | undefined;
  readonly remaining: number | undefined;
  /** Unix milliseconds when a request is permitted next. */
  readonly resetMs: number | undefined;
  /** Requests left today (UTC), of a tier with a daily cap. */
  readonly remainingToday: number | undefined;
  /** Requests left this calendar month (UTC), of a tier with a monthly cap. */
  readonly remainingThisMonth: number | undefined;
}

/** Header that the client sets on answers from its cache. */
export const unchangedHeader = 'x-tidemark-unchanged';

export function answerOf<Body>(data: Body, headers: Headers): Answer<Body> {
  const [from, to] = [headers.get('x-data-from'), headers.get('x-data-to')];
  return {
    data,
    window: from === null || to === null ? undefined : { from, to },
    block: numberOf(headers, 'x-data-block'),
    source: headers.get('x-data-source') ?? undefined,
    limits: limitsOf(headers),
    requestId: headers.get('x-request-id') ?? undefined,
    unchanged: headers.has(unchangedHeader),
    payment: decodedHeader<Payment>(headers, 'payment-response'),
    headers,
  };
}

/** Limits as headers have them, those of errors too. */
export function limitsOf(headers: Headers): Limits {
  const resetS = numberOf(headers, 'x-ratelimit-reset');
  return {
    tier: headers.get('x-ratelimit-tier') ?? undefined,
    perMinute: numberOf(headers, 'x-ratelimit-limit'),
    remaining: numberOf(headers, 'x-ratelimit-remaining'),
    resetMs: resetS === undefined ? undefined : resetS * 1_000,
    remainingToday: numberOf(headers, 'x-ratelimit-daily-remaining'),
    remainingThisMonth: numberOf(headers, 'x-ratelimit-monthly-remaining'),
  };
}

function numberOf(headers: Headers, name: string): number | undefined {
  const text = headers.get(name) ?? '';
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
