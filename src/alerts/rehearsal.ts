import type { AnalyticsStore } from '../analytics/store.ts';
import { newestBatch } from '../changes/batches.ts';
import { newestNumberUpTo, readFillsOfSpan } from '../changes/fill-log.ts';
import { ControlError } from '../control/control-error.ts';
import { dayMs, hourMs, minuteMs, monotonicMs, utcDate } from '../kernel/clock.ts';
import type { Span } from '../kernel/span.ts';
import { changeFrames } from '../streams/change-log.ts';
import { fillsFor, fillTest } from '../streams/event-filter.ts';
import { type Frame, framesOf } from '../streams/group.ts';
import { createMemberships, type MemberSources } from '../streams/members.ts';
import type { EventSubscription } from '../streams/subscription.ts';
import { type AlertEvent, eventText } from './event-text.ts';
import { createCoolDown } from './follower.ts';

/** Times: unix milliseconds. */
export interface RehearsalRequest extends Span {
  subscription: EventSubscription;
  coolDownMs: number;
}

interface Moment {
  timeMs: number;
  events: readonly AlertEvent[];
  /** Events suppressed since the last message; undefined if the cool-down suppresses this moment. */
  held: number | undefined;
}

/** The span that was read. */
export interface Reach extends Span {
  /** False if the time or event limit was reached before the end. */
  isWhole: boolean;
}

/** As {@link MemberSources}; `cohorts` is undefined without a running server. */
export type RehearsalSources = Partial<MemberSources>;

const readingFills = 16_000;
const onLane = { lane: 'heavy' } as const;
const bounds = { readMs: 25_000 };

/**
 * @param each Returns false to stop.
 * @throws ControlError `unavailable` for a cohort without a running server, `unknown_list`; AnalyticsError
 */
async function rehearse(
  store: Pick<AnalyticsStore, 'rows'>,
  { subscription, coolDownMs, fromMs, toMs }: RehearsalRequest,
  { cohorts, lists }: RehearsalSources,
  each: (moment: Moment) => boolean,
): Promise<Reach> {
  const { filter } = subscription;
  if (filter.cohort !== undefined && cohorts === undefined)
    throw new ControlError(
      'unavailable',
      'only a running server knows the members of cohorts; start one and retry',
    );
  const startMs = monotonicMs();
  const coolDown = createCoolDown(coolDownMs, { firedMs: undefined, heldBack: 0 });
  /** @returns the time of the frame if `each` stops there */
  const show = (frame: Frame): number | undefined => {
    const { data } = JSON.parse(frame.plain()) as { data: AlertEvent[] };
    const timeMs = frame.place;
    const held = coolDownMs === 0 ? 0 : coolDown.fires(timeMs, data.length);
    return each({ timeMs, events: data, held }) ? undefined : timeMs;
  };
  const { changes } = subscription.feed;
  if (changes !== undefined) {
    for await (const frame of changeFrames(store, changes, subscription, { fromMs, toMs })) {
      const isLate = monotonicMs() - startMs > bounds.readMs;
      const endMs = isLate ? frame.place - 1 : show(frame);
      if (endMs !== undefined) return { fromMs, toMs: endMs, isWhole: false };
    }
    return { fromMs, toMs, isWhole: true };
  }
  const memberships = createMemberships({ cohorts: cohorts!, lists });
  await memberships.read([subscription]);
  if (memberships.isGone(subscription))
    throw new ControlError('unknown_list', `the account has no list ${filter.list!.name.slice(0, 64)}`);
  const upTo = await newestNumberUpTo(store, await newestBatch(store));
  const test = fillTest(filter);
  let [atMs, spanMs] = [fromMs - 1, hourMs];
  while (atMs < toMs) {
    if (monotonicMs() - startMs > bounds.readMs) return { fromMs, toMs: atMs, isWhole: false };
    const params = { fromMs: atMs + 1, toMs: Math.min(toMs, atMs + spanMs), upTo, most: readingFills };
    const page = await readFillsOfSpan(store, params, memberships.logFilterOf(subscription), onLane);
    const isFull = page.toMs < params.toMs;
    spanMs = isFull ? Math.max(minuteMs, spanMs / 2) : Math.min(dayMs, spanMs * 2);
    const fills = fillsFor(test, page.fills, undefined, memberships.of(subscription));
    for (const frame of framesOf(subscription, fills, () => '', toMs)) {
      const endMs = show(frame);
      if (endMs !== undefined) return { fromMs, toMs: endMs, isWhole: false };
    }
    atMs = page.toMs;
  }
  return { fromMs, toMs, isWhole: true };
}

export interface Estimate extends Reach {
  events: number;
  /** Moments that would have sent messages. */
  fires: number;
  firesPerDay: number;
  /** One entry per UTC day with events. */
  days: { day: string; events: number; fires: number }[];
}

/** @throws as {@link rehearse} */
export async function estimateAlert(
  store: Pick<AnalyticsStore, 'rows'>,
  request: RehearsalRequest,
  sources: RehearsalSources,
): Promise<Estimate> {
  const days = new Map<string, { day: string; events: number; fires: number }>();
  const reach = await rehearse(store, request, sources, ({ timeMs, events, held }) => {
    const day = utcDate(timeMs);
    const of = days.get(day) ?? { day, events: 0, fires: 0 };
    of.events += events.length;
    if (held !== undefined) of.fires += 1;
    days.set(day, of);
    return true;
  });
  const list = [...days.values()];
  const fires = list.reduce((sum, one) => sum + one.fires, 0);
  const spanDays = Math.max(reach.toMs - reach.fromMs, 1) / dayMs;
  const firesPerDay = Math.round((fires / spanDays) * 100) / 100;
  return { ...reach, events: list.reduce((sum, one) => sum + one.events, 0), fires, firesPerDay, days: list };
}

export interface DryRun extends Reach {
  fires: { atMs: number; heldBack?: number; lines: string[] }[];
}

/** Lists the messages that an alert would have sent, oldest first. @param most Maximum moments. @throws as {@link rehearse} */
export async function dryRunAlert(
  store: Pick<AnalyticsStore, 'rows'>,
  request: RehearsalRequest,
  sources: RehearsalSources,
  most: number,
): Promise<DryRun> {
  const fires: DryRun['fires'] = [];
  const reach = await rehearse(store, request, sources, ({ timeMs, events, held }) => {
    if (held === undefined) return true;
    if (fires.length === most) return false;
    const lines = events.map((event) => eventText(request.subscription.type, event));
    fires.push({ atMs: timeMs, ...(held > 0 && { heldBack: held }), lines });
    return true;
  });
  return { ...reach, fires };
}
