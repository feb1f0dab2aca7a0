/** A span of time, unix milliseconds, both ends included. Spans with an exclusive end have `untilMs` instead. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** A span of time with an exclusive end, such as a day or an hour; unix milliseconds. */
export interface HalfOpenSpan {
  fromMs: number;
  untilMs: number;
}

export const noSpan: Readonly<Span> = { fromMs: Number.MAX_SAFE_INTEGER, toMs: 0 };

export function spanWith({ fromMs, toMs }: Readonly<Span>, timeMs: number): Span {
  return { fromMs: Math.min(fromMs, timeMs), toMs: Math.max(toMs, timeMs) };
}

export function isWithin({ fromMs, untilMs }: Readonly<HalfOpenSpan>, timeMs: number): boolean {
  return fromMs <= timeMs && timeMs < untilMs;
}
