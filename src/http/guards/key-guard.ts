import { createAddressBuckets } from '../../access/address-buckets.ts';
import type { Authenticator, Caller } from '../../access/caller.ts';
import type { Limiter } from '../../access/limiter.ts';
import { monotonicMs } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { ClientAddress } from '../calls/client-address.ts';
import type { HttpCall } from '../calls/http-call.ts';

export interface KeyGuardOptions {
  authenticator: Authenticator;
  limiter: Limiter;
  clientAddress: ClientAddress;
  /** Failed look-ups of well-formed keys per minute and address; above it the anonymous limit applies before the look-up. */
  vainLookupsPerMinute?: number;
  /** Monotonic milliseconds. */
  elapsedMs?: () => number;
}

type Asking = Pick<HttpCall, 'req' | 'limitHeaders'>;

/** Refusals that involved a store look-up, now or recently. */
const lookedUp = new Set(['unknown', 'revoked']);

/**
 * Protects the key store from requests whose key is not cached. An address that keeps sending no key or wrong keys is
 * refused for a while. After hundreds of failed look-ups per minute, the limit for such requests applies before the
 * look-up, and only keys accepted before bypass it.
 */
export function createKeyGuard(options: KeyGuardOptions) {
  const { authenticator, limiter, clientAddress, vainLookupsPerMinute = 600 } = options;
  const { elapsedMs = monotonicMs } = options;
  const vain = createAddressBuckets({ elapsedMs, ratePerMinute: vainLookupsPerMinute });

  function countAnonymous(address: string, call: Asking): void {
    const decision = limiter.takeAnonymous(address);
    if (decision.refusal === undefined) return;
    call.limitHeaders = decision.headers;
    throw decision.refusal;
  }

  /** @throws Problem 401 for a missing or refused key, 429 above the address's limit; 503 without the store */
  return async function identify(key: string | undefined, call: Asking): Promise<Caller> {
    const address = clientAddress(call.req);
    // Taken before the look-up, so that concurrent requests do not all pass during the first one.
    const ticket = key !== undefined && !authenticator.seen(key) ? vain.take(address) : undefined;
    const suspect = ticket !== undefined && ticket.delayMs > 0;
    if (suspect) countAnonymous(address, call);
    let refusal: string | undefined;
    try {
      return await authenticator.authenticate(key);
    } catch (error) {
      if (!(error instanceof Problem) || error.fields.status !== 401) throw error;
      refusal = error.fields.countedAs;
      if (!suspect) countAnonymous(address, call);
      throw error;
    } finally {
      if (ticket?.delayMs === 0 && !lookedUp.has(refusal ?? '')) vain.giveBack(address);
    }
  };
}

export type KeyGuard = ReturnType<typeof createKeyGuard>;
