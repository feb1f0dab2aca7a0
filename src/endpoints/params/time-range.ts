import type { Window } from '../../domain/window.ts';
import { dayMs, minuteMs } from '../../kernel/clock.ts';
import { unacceptable } from '../../kernel/problem.ts';
import { instant } from './instants.ts';
import type { ParseContext } from './param.ts';
import { reach, type Since, since, windowTooLong } from './windows.ts';

/**
 * `since`, `startTime` and `endTime`, for the `params` of an endpoint; its `check` is {@link checkRange}.
 *
 * @param defaultSince as in {@link since}
 */
export function timeRange(defaultSince: string) {
  return {
    since: since(defaultSince),
    startTime: instant('Start of the window, in place of since.'),
    endTime: instant('End of the window; default now.'),
  };
}

export interface RangeValues {
  since: Since;
  startTime: number | undefined;
  endTime: number | undefined;
}

/** The span of `since`, `startTime` and `endTime`: startTime overrides since, endTime defaults to now. */
export function rangeOf(values: RangeValues, nowMs: number): Window {
  const toMs = values.endTime ?? nowMs;
  return { fromMs: values.startTime ?? toMs - values.since.windowMs, toMs };
}

/** @throws Problem 400 if startTime is after endTime, or the span exceeds the tier's history */
export function checkRange(values: RangeValues, context: ParseContext): void {
  const { windowDays, nowMs } = context;
  const { fromMs, toMs } = rangeOf(values, nowMs);
  if (fromMs > toMs) {
    const end = values.endTime === undefined ? 'now' : 'endTime';
    throw unacceptable([
      { location: 'query.startTime', message: `must not lie after ${end}`, value: values.startTime },
    ]);
  }
  // The cap limits history, so the reach is measured from now: an old, short span reaches just as far back.
  const reachMs = Math.max(toMs - fromMs, nowMs - fromMs);
  // One minute of grace, because a client computes its startTime before the server reads the clock.
  if (reachMs > windowDays * dayMs + minuteMs) {
    throw values.startTime === undefined && values.endTime !== undefined
      ? windowTooLong(
          'query.endTime',
          `${reach(context)}, and the window begins ${values.since.text} before endTime; a later endTime, or a startTime, keeps it within them`,
          context,
        )
      : windowTooLong('query.startTime', reach(context), context);
  }
}

/** `from` and `to`, for the `params` of an endpoint; its `check` is {@link checkFromTo}. @param usual default length, in words */
export function fromTo(usual: string) {
  return {
    from: instant(`Start of the window; default ${usual} before its end, within the tier.`),
    to: instant('End of the window; default now.'),
  };
}

interface FromTo {
  from: number | undefined;
  to: number | undefined;
}

/** The span of `from` and `to`, at most up to now. @param usualMs default length */
export function spanOf(
  { from, to }: FromTo,
  { nowMs, windowDays, usualMs }: Pick<ParseContext, 'nowMs' | 'windowDays'> & { usualMs: number },
): Window {
  const toMs = Math.min(to ?? nowMs, nowMs);
  return { fromMs: from ?? Math.min(toMs, Math.max(toMs - usualMs, nowMs - windowDays * dayMs)), toMs };
}

/**
 * @returns the span
 * @throws Problem 400 if `from` is after `to`, in the future, or beyond the tier's history
 */
export function checkFromTo(params: FromTo, context: ParseContext & { usualMs: number }): Window {
  const { fromMs, toMs } = spanOf(params, context);
  if (fromMs > toMs)
    throw faultOfFrom(
      params,
      `must not lie after ${params.to === undefined ? 'now' : 'to'}, or in the future`,
    );
  // One minute of grace, because a client computes its start before the server reads the clock.
  if (context.nowMs - fromMs > context.windowDays * dayMs + minuteMs)
    throw windowTooLong('query.from', reach(context), context);
  return { fromMs, toMs };
}

/** 400 for an invalid `from`. */
export function faultOfFrom({ from }: FromTo, message: string) {
  return unacceptable([{ location: 'query.from', message, value: from ?? null }]);
}
