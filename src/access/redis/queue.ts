import { limitsUnavailable } from '../limit-problem.ts';
import type { LimitDecision } from '../limiter.ts';
import { type Asker, holdsExpired, holdsTokens, leaseMs, type RedisAccount } from './account.ts';

interface RedisQueueOptions {
  /** Decides the longest-waiting request. */
  decideFirst: (account: RedisAccount) => Promise<LimitDecision>;
  /** Returns all tokens that an account holds. */
  giveBack: (account: RedisAccount) => Promise<unknown>;
  atMs: () => number;
  /** Maximum waiting requests per account. */
  waitLimit: number;
}

/**
 * Queue of requests that wait for Redis: one call in flight per account, requests decided in arrival order. Also returns
 * leased tokens that were not spent in time.
 */
export function createRedisQueue({ decideFirst, giveBack, atMs, waitLimit }: RedisQueueOptions) {
  const holding = new Set<RedisAccount>();
  const running = new Set<Promise<void>>();

  async function drain(account: RedisAccount): Promise<void> {
    while (account.waiting.length > 0) {
      const decision = await decideFirst(account).catch((error: Error) => error);
      const { resolve, reject } = account.waiting.shift()!;
      if (decision instanceof Error) reject(decision);
      else resolve(decision);
    }
  }

  /** Runs `work` unless a call for the account is already in flight. @param work never rejects */
  function start(account: RedisAccount, work: () => Promise<unknown>): void {
    if (account.asking) return;
    account.asking = true;
    const asking = work().then(() => {
      running.delete(asking);
      account.asking = false;
      if (holdsTokens(account)) holding.add(account);
      if (account.waiting.length > 0) start(account, () => drain(account));
    });
    running.add(asking);
  }

  const timer = setInterval(() => {
    for (const account of holding) {
      if (holdsExpired(account, atMs())) start(account, () => giveBack(account));
      else if (!holdsTokens(account)) holding.delete(account);
    }
  }, leaseMs);
  timer.unref();

  return {
    start,
    /** Schedules the return of an account's tokens when their lease expires. */
    hold: (account: RedisAccount) => void holding.add(account),
    /** Decides a request after those already waiting. @throws Problem 503 if too many wait */
    wait(account: RedisAccount, asker: Asker): Promise<LimitDecision> {
      if (account.waiting.length >= waitLimit) {
        throw limitsUnavailable(`${waitLimit} requests of an account wait for Redis`);
      }
      return new Promise((resolve, reject) => {
        account.waiting.push({ ...asker, resolve, reject });
        start(account, () => drain(account));
      });
    },
    /** Waits for calls in flight and returns all leases. */
    async close(): Promise<void> {
      clearInterval(timer);
      await Promise.all(running);
      await Promise.all([...holding].map(giveBack));
    },
  };
}
