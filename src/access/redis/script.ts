import { readFileSync } from 'node:fs';
import { type CommandParser, defineScript } from '@redis/client';
import type { TierLimits } from '../../domain/tier.ts';
import type { Moment } from '../account-limits.ts';
import type { LimitedRoute } from '../limiter.ts';

/** Tokens that this process took and has not spent. */
export interface HeldTokens {
  requests: number;
  /** Of the minute bucket. */
  units: number;
  /** Of the routes with a bucket of their own, by endpoint id. */
  routeUnits: ReadonlyMap<string, number>;
}

/** What Redis is asked: all limits of an account in one call. */
export interface LimitQuestion {
  accountId: string;
  limits: Readonly<TierLimits>;
  route: LimitedRoute;
  /** Its day and month name the counts. */
  moment: Moment;
  /** Requests that wait for an answer; as many are granted as there are tokens for. */
  need: number;
  /** Requests to take tokens for ahead of time, as far as there are plenty. */
  spare: number;
  held: HeldTokens;
  /** When the held tokens are given back, so that the next process may have them. */
  giveBack: 'never' | 'if refused' | 'always';
  /** Units used as this process knows it: for buckets that Redis has lost. */
  known: { minute: number; route: number };
  /** Units used while Redis could not be asked. */
  owed: { minute: number; route: number };
  /** Requests that are certain to have been admitted in the day and the month: the counts are no less. */
  floor: { day: number; month: number };
  /** Replaces Redis' own clock; for tests. Unix milliseconds. */
  redisNowMs?: number | undefined;
}

export interface LimitAnswer {
  /** Redis' clock, unix milliseconds. */
  nowMs: number;
  /** Absent where Redis' day is not the one of the question: nothing was decided then. */
  charged?: {
    /** Requests that may pass. */
    granted: number;
    gaveBack: boolean;
    /** Used units after that, with all that anybody holds. */
    minuteUnits: number;
    routeUnits: number;
    dayCount: number;
    monthCount: number;
  };
}

/** EVALSHA, and EVAL where Redis has not seen the script; the client does both. */
export const limitScript = defineScript({
  SCRIPT: readFileSync(new URL('./limits.lua', import.meta.url), 'utf8'),
  NUMBER_OF_KEYS: 3,
  parseCommand(parser: CommandParser, keys: string[], args: string[]) {
    parser.pushKeys(keys);
    parser.push(...args);
  },
  transformReply: undefined as unknown as () => number[],
});

/** Keys share a hash tag, so that a cluster keeps an account on one node. */
export function questionKeys({ accountId, moment }: LimitQuestion): string[] {
  const prefix = `tidemark:limits:{${accountId}}`;
  return [`${prefix}:buckets`, `${prefix}:${moment.day.name}`, `${prefix}:${moment.month.name}`];
}

/** The arguments in the order in which limits.lua reads them. */
export function questionArguments(question: LimitQuestion): string[] {
  const { limits, route, moment, held, known, owed, floor } = question;
  const numbers = [
    moment.day.fromMs,
    moment.day.untilMs,
    moment.month.untilMs,
    limits.ratePerMinute,
    route.ownLimit ? route.id : '',
    limits.routeRatePerMinute,
    route.cost,
    limits.requestsPerDay ?? -1,
    limits.requestsPerMonth ?? -1,
    question.need,
    question.spare,
    question.giveBack,
    known.minute,
    known.route,
    owed.minute,
    owed.route,
    floor.day,
    floor.month,
    held.requests,
    held.units,
    ...[...held.routeUnits].flat(),
  ];
  return [String(question.redisNowMs ?? ''), ...numbers.map(String)];
}

/** @throws Error where the reply is none of the script's */
export function limitAnswer(reply: readonly number[]): LimitAnswer {
  const [nowMs, granted, gaveBack, minuteUnits, routeUnits, dayCount, monthCount] = reply.map(Number);
  if (nowMs === undefined || reply.some((part) => !Number.isFinite(Number(part)))) {
    throw new Error('Redis answered the limits script with something else');
  }
  if (granted === undefined) return { nowMs };
  return {
    nowMs,
    charged: {
      granted,
      gaveBack: gaveBack === 1,
      minuteUnits: minuteUnits!,
      routeUnits: routeUnits!,
      dayCount: dayCount!,
      monthCount: monthCount!,
    },
  };
}
