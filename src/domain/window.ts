import { dayMs, hourMs } from '../kernel/clock.ts';
import type { Span } from '../kernel/span.ts';

/** The span of time that an answer rests on. */
export type Window = Span;

/** Where parts of the data begin: windows are cut there, without an error (docs/contract.md#windows). */
export const dataStartsMs = {
  risk: Date.parse('2026-01-01T00:00:00Z'),
  outcomes: Date.parse('2026-05-02T00:00:00Z'),
} as const;

/** The part of a window from `startMs` on; one that ends before is empty at its end. */
export function cutAt(window: Window, startMs: number): Window {
  const { fromMs, toMs } = window;
  return { fromMs: Math.min(Math.max(fromMs, startMs), toMs), toMs };
}

/** @param startMs where the data begin, unix milliseconds; the window is cut there */
export function lookBack(windowMs: number, nowMs: number, startMs = Number.NEGATIVE_INFINITY): Window {
  return cutAt({ fromMs: nowMs - windowMs, toMs: nowMs }, startMs);
}

export function outcomeWindow(span: { hours: number } | { days: number }, nowMs: number): Window {
  const windowMs = 'hours' in span ? span.hours * hourMs : span.days * dayMs;
  return lookBack(windowMs, nowMs, dataStartsMs.outcomes);
}

export function sinceOutcomes(nowMs: number): Window {
  return cutAt({ fromMs: Number.NEGATIVE_INFINITY, toMs: nowMs }, dataStartsMs.outcomes);
}

/** Hours that a window holds, begun ones too: what `hours` of an answer says was served. */
export function hoursOf({ fromMs, toMs }: Window): number {
  return Math.ceil((toMs - fromMs) / hourMs);
}

/** The last hours up to now, of the risk data: from the start of the first of them, so that it is whole. */
export function hourWindow(hours: number, nowMs: number): Window {
  const window = lookBack(hours * hourMs, nowMs, dataStartsMs.risk);
  return { ...window, fromMs: Math.floor(window.fromMs / hourMs) * hourMs };
}

/**
 * Start of the current second. Windows of one second are equal, so their queries can share a statement
 * (docs/adr/derived.md#requests-gathered-into-one-statement).
 */
export function wholeSecond(nowMs: number): number {
  return nowMs - (nowMs % 1_000);
}
