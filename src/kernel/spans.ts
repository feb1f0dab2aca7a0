import type { HalfOpenSpan } from './span.ts';

/** The union of the spans, sorted and merged so that no two touch. */
export function unionOf(spans: readonly HalfOpenSpan[]): HalfOpenSpan[] {
  const union: HalfOpenSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (span.untilMs <= span.fromMs) continue;
    const last = union.at(-1);
    if (last === undefined || span.fromMs > last.untilMs) union.push({ ...span });
    else last.untilMs = Math.max(last.untilMs, span.untilMs);
  }
  return union;
}

/** The moments of the first spans outside all others, sorted and merged as in {@link unionOf}. */
export function without(spans: readonly HalfOpenSpan[], others: readonly HalfOpenSpan[]): HalfOpenSpan[] {
  const cuts = unionOf(others);
  return unionOf(spans).flatMap(({ fromMs, untilMs }) => {
    const left: HalfOpenSpan[] = [];
    let startMs = fromMs;
    for (const cut of cuts) {
      if (cut.untilMs <= startMs || cut.fromMs >= untilMs) continue;
      if (cut.fromMs > startMs) left.push({ fromMs: startMs, untilMs: cut.fromMs });
      startMs = cut.untilMs;
    }
    if (startMs < untilMs) left.push({ fromMs: startMs, untilMs });
    return left;
  });
}

export function meets(one: HalfOpenSpan, other: HalfOpenSpan): boolean {
  return one.fromMs < other.untilMs && one.untilMs > other.fromMs;
}
