import type { Moment } from '../account-limits.ts';
import {
  type Asker,
  applyAnswer,
  emptyLeases,
  heldTokens,
  holdsExpired,
  leaseRequests,
  nextSpare,
  type RedisAccount,
  usedUnits,
} from './account.ts';
import type { RedisLink } from './link.ts';
import { type LimitQuestion, limitAnswer, questionArguments, questionKeys } from './script.ts';

interface RedisQuestionsOptions {
  link: RedisLink;
  moment: () => Moment;
  /** Receives the Redis time with each answer, unix milliseconds. */
  onTime: (nowMs: number) => void;
  redisNowMs: (() => number) | undefined;
}

/** `none`: Redis did not answer. `other day`: it did, but the day of the question is over. */
export type QuestionOutcome = 'answered' | 'other day' | 'none';

type Wanted = Pick<LimitQuestion, 'need' | 'spare' | 'giveBack'>;

/** Requests quota leases from Redis; at most one request in flight per account. */
export function createRedisQuestions(options: RedisQuestionsOptions) {
  const { link, moment, onTime, redisNowMs } = options;

  async function question(account: RedisAccount, asker: Asker, wanted: Wanted): Promise<QuestionOutcome> {
    const { caller, route } = asker;
    account.asker = asker;
    account.givingBack = wanted.giveBack !== 'never';
    try {
      const now = moment();
      const { view, owed, leases } = account;
      const { ratePerMinute, routeRatePerMinute } = caller.limits;
      const held = heldTokens(leases);
      const ownUnits = (routes: RedisAccount['routes']) =>
        route.ownLimit ? usedUnits(routes.get(route.id), routeRatePerMinute, now.atMs) : 0;
      const params: LimitQuestion = {
        ...wanted,
        accountId: account.id,
        limits: caller.limits,
        route,
        moment: now,
        held,
        known: {
          minute: usedUnits(view.minute, ratePerMinute, now.atMs) + held.units,
          route: ownUnits(view.routes) + (held.routeUnits.get(route.id) ?? 0),
        },
        owed: { minute: usedUnits(owed.minute, ratePerMinute, now.atMs), route: ownUnits(owed.routes) },
        floor: { day: account.day.count, month: account.month.count },
        redisNowMs: redisNowMs?.(),
      };
      const answer = limitAnswer(await link.ask(questionKeys(params), questionArguments(params)));
      onTime(answer.nowMs);
      if (answer.charged === undefined) return 'other day';
      // The day ended during the call: the grant belongs to the previous day.
      if (account.day.period !== now.day.name) return 'other day';
      if (answer.charged.gaveBack) emptyLeases(account);
      applyAnswer(account, asker, wanted.spare, answer.charged, moment().atMs);
      return 'answered';
    } catch {
      // The script may have run: leases that may have been returned must not be spent.
      if (account.givingBack) emptyLeases(account);
      return 'none';
    } finally {
      account.givingBack = false;
    }
  }

  return {
    /** Asks for as many requests as wait, and some more where they come quickly. */
    ask(account: RedisAccount, asker: Asker, waiting: number): Promise<QuestionOutcome> {
      const spare = nextSpare(account, asker, moment().atMs);
      const giveBack = holdsExpired(account, moment().atMs) ? 'always' : 'if refused';
      return question(account, asker, { need: Math.min(waiting, leaseRequests), spare, giveBack });
    },
    /** Requests more tokens while the current lease is still being spent. */
    renew(account: RedisAccount, asker: Asker): Promise<QuestionOutcome> {
      return question(account, asker, {
        need: 0,
        spare: nextSpare(account, asker, moment().atMs),
        giveBack: 'never',
      });
    },
    async giveBack(account: RedisAccount): Promise<QuestionOutcome> {
      if (account.asker === undefined) return 'none';
      return question(account, account.asker, { need: 0, spare: 0, giveBack: 'always' });
    },
  };
}
