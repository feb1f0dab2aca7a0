import { readFileSync } from 'node:fs';
import { type CommandParser, defineScript } from '@redis/client';
import type { TierLimits } from '../../domain/tier.ts';
import type { Moment } from '../account-limits.ts';
import type { LimitedRoute } from '../limiter.ts';

/** Tokens that this process leased and has not spent. */
export interface HeldTokens {
  requests: number;
  /** Units of the minute bucket. */
  units: number;
  /** Units of routes with their own bucket, by endpoint id. */
  routeUnits: ReadonlyMap<string, number>;
}

/** Input of the limits script: all limits of an account in one call. */
export interface LimitQuestion {
  accountId: string;
  limits: Readonly<TierLimits>;
  route: LimitedRoute;
  /** Day and month name the count keys. */
  moment: Moment;
  /** Waiting requests; granted as far as tokens allow. */
  need: number;
  /** Requests to lease ahead of time, if tokens are plentiful. */
  spare: number;
  held: HeldTokens;
  /** When to release the leased tokens, so that other processes may have them. */
  giveBack: 'never' | 'if refused' | 'always';
  /** Used units as known to this process: restores buckets that Redis lost. */
  known: { minute: number; route: number };
  /** Units used while Redis was unreachable. */
  owed: { minute: number; route: number };
  /** Requests certainly admitted in the day and the month: lower bounds of the counts. */
  floor: { day: number; month: number };
  /** Replaces Redis' own clock; for tests. Unix milliseconds. */
  redisNowMs?: number | undefined;
}

export interface LimitAnswer {
  /** Redis' clock, unix milliseconds. */
  nowMs: number;
  /** Undefined if the Redis day differs from the call's day: nothing was decided. */
  charged?: {
    /** Requests that may pass. */
    granted: number;
    gaveBack: boolean;
    /** Used units after the call, all processes' leases included. */
    minuteUnits: number;
    routeUnits: number;
    dayCount: number;
    monthCount: number;
  };
}

/** EVALSHA, or EVAL if Redis does not have the script; the client does both. */
export const limitScript = defineScript({
  SCRIPT: readFileSync(new URL('./limits.lua', import.meta.url), 'utf8'),
  NUMBER_OF_KEYS: 3,
  parseCommand(parser: CommandParser, keys: string[], args: string[]) {
    parser.pushKeys(keys);
    parser.push(...args);
  },
  transformReply: undefined as unknown as () => number[],
});

/** Keys share a hash tag, so that Redis Cluster keeps an account on one node. */
export function questionKeys({ accountId, moment }: LimitQuestion): string[] {
  const prefix = `tidemark:limits:{${accountId}}`;
  return [`${prefix}:buckets`, `${prefix}:${moment.day.name}`, `${prefix}:${moment.month.name}`];
}

/** Arguments in the order of limits.lua. */
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

/** @throws Error if the reply is malformed */
export function limitAnswer(reply: readonly number[]): LimitAnswer {
  const [nowMs, granted, gaveBack, minuteUnits, routeUnits, dayCount, monthCount] = reply.map(Number);
  if (nowMs === undefined || reply.some((part) => !Number.isFinite(Number(part)))) {
    throw new Error('unexpected answer of Redis to the limits script');
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
