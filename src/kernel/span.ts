/** A span of time, unix milliseconds. Both ends are in it: what ends without its last moment has an `untilMs` instead. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** A span of time up to the start of what follows it, as days and hours are: unix milliseconds, the end is not in it. */
export interface HalfOpenSpan {
  fromMs: number;
  untilMs: number;
}

/** Holds no moment. */
export const noSpan: Readonly<Span> = { fromMs: Number.MAX_SAFE_INTEGER, toMs: 0 };

/** The span, and a moment beside it where it lies outside. */
export function spanWith({ fromMs, toMs }: Readonly<Span>, timeMs: number): Span {
  return { fromMs: Math.min(fromMs, timeMs), toMs: Math.max(toMs, timeMs) };
}

/** Whether the moment is in the span. */
export function isWithin({ fromMs, untilMs }: Readonly<HalfOpenSpan>, timeMs: number): boolean {
  return fromMs <= timeMs && timeMs < untilMs;
}
