/** Every code an error may carry, with what it means and what to do; `{base_url}/errors/{code}` shows it. */
export const errorCodes: Readonly<Record<string, { status: number; meaning: string; remedy: string }>> = {
  BAD_REQUEST: {
    status: 400,
    meaning:
      'The request is well-formed, but a value in it is not acceptable, or the request itself is malformed.',
    remedy: 'Read errors[]: each entry names the place, the value and what would be right.',
  },
  WINDOW_TOO_LONG: {
    status: 400,
    meaning: 'The requested history window is longer than the tier of the account allows.',
    remedy: 'Ask for a shorter window, or move to a tier that reaches further back (upgrade_url).',
  },
  MISSING_API_KEY: {
    status: 401,
    meaning: 'The request carries no API key.',
    remedy: 'Send the key in the X-API-Key header. A key in the URL or in Authorization is not read.',
  },
  INVALID_API_KEY: {
    status: 401,
    meaning: 'The API key is mistyped, unknown, revoked or inactive.',
    remedy: 'Check the key in the portal, or create a new one.',
  },
  PAYMENT_REQUIRED: {
    status: 402,
    meaning: 'The call is sold to callers without a key, and carries no payment.',
    remedy:
      'Pay as PAYMENT-REQUIRED says (x402 version 2) and send the payment in PAYMENT-SIGNATURE; or send a key to the same path without /x402.',
  },
  PAYMENT_REFUSED: {
    status: 402,
    meaning: 'The payment buys nothing, and nothing was charged for this request.',
    remedy: 'Read detail, and `error` in PAYMENT-REQUIRED. Sign a new payment for this path and query.',
  },
  TIER_GATE: {
    status: 403,
    meaning: "The tier of the caller's account is too low for this operation.",
    remedy: 'current_tier and required_tier name the difference; upgrade_url leads to the plans.',
  },
  ORIGIN_REFUSED: {
    status: 403,
    meaning: 'A message of an agent came by a host name, or from a web page, that is not known here.',
    remedy: 'Call /mcp at the address of the service (TIDEMARK_BASE_URL), and not from another web page.',
  },
  NOT_FOUND: {
    status: 404,
    meaning: 'Unknown route, coin or id, or no data about it.',
    remedy: 'Read detail: it names the nearest known route or coin.',
  },
  NOT_AVAILABLE: {
    status: 404,
    meaning:
      'The service reads no exchange (source none, or a node alone); the requested data is not stored, and no source will deliver it.',
    remedy: 'Do not retry. Request stored data, or use a service that reads the exchange.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The route exists, but not for this method. Every route is read-only.',
    remedy: 'Use GET. The Allow header lists the allowed methods.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    meaning: 'The request did not arrive completely in time.',
    remedy: 'Send the whole request at once.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    meaning: 'The request carries a large body. No route reads one.',
    remedy: 'Send no body.',
  },
  URI_TOO_LONG: {
    status: 414,
    meaning: 'The address of the request is too long.',
    remedy: 'Keep path and query under 8 KiB.',
  },
  EXPECTATION_FAILED: {
    status: 417,
    meaning: 'The Expect header asks for something the service does not do.',
    remedy: 'Leave Expect out.',
  },
  INVALID_PARAMETERS: {
    status: 422,
    meaning: 'At least one parameter breaks its type, its list of values or its bounds.',
    remedy: 'Read errors[]: it lists every fault at once, and says what would be right.',
  },
  RATE_LIMITED: {
    status: 429,
    meaning: 'The account, or an address that sends no valid key, has used up its requests for the moment.',
    remedy: 'Wait for Retry-After seconds.',
  },
  DAILY_CAP: {
    status: 429,
    meaning: 'The account has used up its requests of the UTC day.',
    remedy: 'Wait for 00:00 UTC, or move to a higher tier.',
  },
  MONTHLY_CAP: {
    status: 429,
    meaning: 'The account has used up its requests of the calendar month (UTC).',
    remedy: 'Wait for the first of the next month, or move to a higher tier.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    meaning: 'The headers of the request are too large.',
    remedy: 'Send fewer or shorter headers.',
  },
  INTERNAL: {
    status: 500,
    meaning: 'The service failed. It has been logged under the request id.',
    remedy: 'Try again; if it persists, report X-Request-ID.',
  },
  UPSTREAM_FAILED: {
    status: 502,
    meaning: 'The exchange did not answer in time, or its answer could not be read; detail says which.',
    remedy: 'Try again with growing pauses.',
  },
  KEYS_UNAVAILABLE: {
    status: 503,
    meaning: 'API keys cannot be checked at the moment, so the key is neither accepted nor refused.',
    remedy: 'Wait for Retry-After seconds and send the same request again.',
  },
  LIMITS_UNAVAILABLE: {
    status: 503,
    meaning: 'The limits of the account cannot be checked at the moment; nothing was counted.',
    remedy: 'Wait for Retry-After seconds and send the same request again.',
  },
  PAYMENTS_UNAVAILABLE: {
    status: 503,
    meaning: 'Payments cannot be checked, charged or kept at the moment. Nothing is sold meanwhile.',
    remedy:
      'Wait for Retry-After seconds and send the same request with the same payment: it is not charged twice.',
  },
  OVERLOADED: {
    status: 503,
    meaning:
      'The service has more to do than it can, or its source of data is too far behind to answer from.',
    remedy: 'Wait for Retry-After seconds.',
  },
  NOT_READY: {
    status: 503,
    meaning: 'What the answer rests on is still being prepared, as after an update of the service.',
    remedy: 'Wait for Retry-After seconds.',
  },
  DEADLINE_EXCEEDED: {
    status: 504,
    meaning: 'The answer took too long to make.',
    remedy: 'Ask for a shorter window or fewer rows, or try again.',
  },
};
