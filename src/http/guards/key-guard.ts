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
  /** Well-formed keys that the store turned out not to know, per address, before it is no longer asked for it. */
  vainLookupsPerMinute?: number;
  /** Milliseconds that only go forward. */
  elapsedMs?: () => number;
}

/** What it needs of a request, and where it leaves headers of a refusal. */
type Asking = Pick<HttpCall, 'req' | 'limitHeaders'>;

/** Refusals that took a look-up in the store, now or a moment ago. */
const lookedUp = new Set(['unknown', 'revoked']);

/**
 * Stands between requests whose key is not at hand and the store of keys. Who keeps sending none or a wrong one is
 * refused for a while. Who makes the store look up hundreds of keys in vain has no further one looked up than that
 * limit lets pass: only a key that was accepted before gets through from such an address.
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

  /**
   * The caller of a key.
   * @throws Problem 401 for a missing or refused key, 429 from an address that sends too many; 503 without the store
   */
  return async function identify(key: string | undefined, call: Asking): Promise<Caller> {
    const address = clientAddress(call.req);
    // Taken before the look-up, so that many at once do not all pass while the first is under way.
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
