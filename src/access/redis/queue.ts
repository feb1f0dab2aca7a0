import { limitsUnavailable } from '../limit-problem.ts';
import type { LimitDecision } from '../limiter.ts';
import { type Asker, holdsExpired, holdsTokens, leaseMs, type RedisAccount } from './account.ts';

interface RedisQueueOptions {
  /** Decides the request that has waited longest. */
  decideFirst: (account: RedisAccount) => Promise<LimitDecision>;
  /** Gives back all tokens that an account holds. */
  giveBack: (account: RedisAccount) => Promise<unknown>;
  atMs: () => number;
  /** Requests of one account that may wait. */
  waitLimit: number;
}

/**
 * Lets requests wait for Redis: of one account there is one question under way, and those that wait are decided in their
 * order. Tokens that were held and not spent go back from here.
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

  /** Does what asks Redis about an account, unless something does so already. @param work never rejects */
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
    /** Has what an account holds given back once its time is over. */
    hold: (account: RedisAccount) => void holding.add(account),
    /**
     * The decision of a request, after those that wait already.
     * @throws Problem 503 where too many wait
     */
    wait(account: RedisAccount, asker: Asker): Promise<LimitDecision> {
      if (account.waiting.length >= waitLimit) {
        throw limitsUnavailable(`${waitLimit} requests of an account wait for Redis`);
      }
      return new Promise((resolve, reject) => {
        account.waiting.push({ ...asker, resolve, reject });
        start(account, () => drain(account));
      });
    },
    /** Ends what is under way and gives everything back. */
    async close(): Promise<void> {
      clearInterval(timer);
      await Promise.all(running);
      await Promise.all([...holding].map(giveBack));
    },
  };
}
