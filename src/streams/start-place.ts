import { firstBatchSince } from '../changes/batches.ts';
import { placeAfter, placeBefore } from '../changes/fill-log.ts';
import { dayMs, minuteMs, rfc3339 } from '../kernel/clock.ts';
import type { Changes, ChangesStart } from './change-log.ts';
import type { GapNews } from './gap-watch.ts';
import type { StreamHub } from './hub.ts';
import { cursorText, readCursor, tokenEnd } from './log-position.ts';
import { gapChanges } from './quality.ts';
import type { ReplaySpan } from './replay.ts';
import type { EventSubscription } from './subscription.ts';

interface StartContext {
  hub: StreamHub;
  nowMs: number;
  /** History window of the caller's plan, days; older events are not replayed. */
  windowDays: number;
  /** Whether protocol extensions are on; the start then reports gaps. */
  isOwn: boolean;
}

/** Start of a subscription: after a log position, from now on, or with a replay. */
export type Start = (
  | { after: number | undefined; cursor?: string }
  | { changes: ChangesStart; cursor?: string }
  | { replay: ReplaySpan }
) & {
  /** Coverage gaps to report before the first message. */
  missing?: readonly GapNews[];
};

/** @returns the start, or a refusal with the protocol's error text (docs/guides/streams.md#errors) */
export async function startOf(
  subscription: Pick<EventSubscription, 'after' | 'cursor' | 'replay' | 'filter' | 'feed'>,
  context: StartContext,
): Promise<Start | string> {
  const { after, cursor, replay } = subscription;
  const { hub, isOwn, nowMs } = context;
  try {
    if (subscription.feed.changes)
      return await startOfChanges(subscription, subscription.feed.changes, context);
    const behindMs = cursor === undefined ? undefined : readCursor('past', cursor)?.place;
    if (replay !== undefined && (cursor === undefined || behindMs !== undefined))
      return await ofSpan(subscription, replay, behindMs, context);
    if (cursor === undefined && after === undefined) return isOwn ? await fromNow(hub) : { after };
    const found = cursor === undefined ? await ofSequence(after!, context) : await ofCursor(cursor, context);
    if (typeof found === 'string') return found;
    const { place, left } = found;
    if (!isOwn) return { after: place };
    const sinceMs = (await hub.batchAt(place))?.firstMs ?? (await hub.batchAt(place + 1))?.firstMs;
    const changed = await hub.gaps.changedSince(subscription, sinceMs ?? nowMs);
    return { after: place, missing: [...(left ? [left] : []), ...changed] };
  } catch {
    return 'snapshot failed';
  }
}

/** Whether a subscription is to the feed of coverage gaps, which sends no gap reports besides. */
export const isOfGaps = ({ feed }: Pick<EventSubscription, 'feed'>) => feed.changes === gapChanges;

async function startOfChanges(
  subscription: Pick<EventSubscription, 'after' | 'cursor' | 'replay' | 'filter' | 'feed'>,
  changes: Changes,
  context: StartContext,
): Promise<Start | string> {
  const start = await placeOfChanges(subscription, changes, context);
  if (typeof start === 'string' || isOfGaps(subscription) || !context.isOwn) return start;
  const missing = await context.hub.gaps.changedSince(subscription, start.changes.after ?? context.nowMs);
  return { ...start, missing: [...(start.missing ?? []), ...missing] };
}

async function placeOfChanges(
  { after, cursor, replay }: Pick<EventSubscription, 'after' | 'cursor' | 'replay'>,
  changes: Changes,
  { hub, nowMs, windowDays, isOwn }: StartContext,
): Promise<Extract<Start, { changes: object }> | string> {
  const oldestMs = nowMs - windowDays * dayMs;
  const toMs = replay?.toMs;
  const log = hub.changes(changes);
  if (cursor !== undefined) {
    const read = readCursor('changes', cursor);
    if (read === undefined) return 'invalid cursor';
    // A log position may be slightly later than the time of its change.
    if (read.place > Math.max(nowMs, await log.newest()) + minuteMs) return 'cursor lies in the future';
    if (read.place >= oldestMs) return { changes: { after: read.place, token: read.token, toMs } };
    // Changes may be rare: usually none follows between an old position and the window.
    const [left] = await changes.read(hub.store, { afterMs: read.place, toMs: oldestMs, most: 1 });
    const missing = left === undefined ? [] : [leftOut(read.place, oldestMs, windowDays)];
    return { changes: { after: oldestMs, toMs }, missing };
  }
  if (after !== undefined) {
    if (after > Math.max(nowMs, await log.newest())) return 'sequence is not retained';
    return after < oldestMs ? 'sequence is older than retained history' : { changes: { after, toMs } };
  }
  if (replay === undefined) {
    const now = await log.end();
    const start = { changes: { after: now.place, token: now.token, toMs } };
    return isOwn ? { ...start, cursor: cursorText(now) } : start;
  }
  if (replay.fromMs < oldestMs) return 'from is older than retained history';
  return { changes: { after: replay.fromMs - 1, toMs } };
}

/** Starts at the end of the log. The client gets that cursor, so that it can resume if cut off before its first message. */
async function fromNow(hub: StartContext['hub']): Promise<Start> {
  const place = hub.newest();
  return place === undefined ? { after: place } : { after: place, cursor: await hub.cursorAt(place) };
}

/** @param behindMs Time of a replay cursor; the replay resumes after that millisecond. */
async function ofSpan(
  subscription: Pick<EventSubscription, 'filter' | 'feed'>,
  replay: ReplaySpan,
  behindMs: number | undefined,
  { hub, nowMs, windowDays }: StartContext,
): Promise<Start | string> {
  const oldestMs = nowMs - windowDays * dayMs;
  const wantedMs = Math.max(replay.fromMs, (behindMs ?? -1) + 1);
  if (wantedMs < oldestMs && behindMs === undefined) return 'from is older than retained history';
  if (hub.newest() === undefined) return 'snapshot failed';
  const fromMs = Math.max(wantedMs, oldestMs);
  const span = { fromMs, toMs: Math.max(fromMs, replay.toMs ?? nowMs) };
  const left = fromMs > wantedMs ? [leftOut(wantedMs, oldestMs, windowDays)] : [];
  const missing = [...left, ...(await hub.gaps.missingIn(subscription, span))];
  return { replay: { ...replay, fromMs }, missing };
}

interface Place {
  place: number;
  /** The span skipped because it is older than the plan's window. */
  left?: GapNews | undefined;
}

async function ofSequence(after: number, context: StartContext): Promise<Place | string> {
  await context.hub.reach(after);
  const newest = context.hub.newest();
  if (newest === undefined || after > newest) return 'sequence is not retained';
  // Clients may send any number; the log starts here.
  const place = Math.max(after, placeAfter(0));
  const next = await context.hub.batchAt(place + 1);
  // A batch that starts before the window is still sent from the window on.
  const isOld = next !== undefined && next.lastMs < context.nowMs - context.windowDays * dayMs;
  return isOld ? 'sequence is older than retained history' : { place };
}

/** @returns time of the next fill, unix milliseconds, if it is older than the plan's window; else undefined */
async function oldBehind(place: number, { hub, nowMs, windowDays }: StartContext) {
  const next = await hub.batchAt(place + 1);
  return next !== undefined && next.firstMs < nowMs - windowDays * dayMs ? next.firstMs : undefined;
}

/** Resolves a cursor to a log position; a cursor older than the plan's window resumes at the start of the window. */
async function ofCursor(text: string, context: StartContext): Promise<Place | string> {
  const { hub, nowMs, windowDays } = context;
  const cursor = readCursor('fills', text);
  if (cursor === undefined) return 'invalid cursor';
  await hub.reach(cursor.place);
  const newest = hub.newest();
  if (newest === undefined || cursor.place > newest) return 'cursor lies in the future';
  const batch = await hub.batchAt(cursor.place);
  const stored = batch?.token ?? '';
  if (cursor.token !== tokenEnd(stored)) {
    hub.onMismatch({ place: cursor.place, newest, named: cursor.token, stored });
    return 'stream mismatch';
  }
  const fromMs = await oldBehind(cursor.place, context);
  if (fromMs === undefined) return { place: cursor.place };
  const oldestMs = nowMs - windowDays * dayMs;
  const seq = await firstBatchSince(hub.store, oldestMs);
  const place = Math.max(cursor.place, seq === undefined ? newest : placeBefore(seq));
  return { place, left: place > cursor.place ? leftOut(fromMs, oldestMs, windowDays) : undefined };
}

/** Gap report for a span older than the plan's history. */
export function leftOut(fromMs: number, toMs: number, windowDays: number): GapNews {
  const reason = `the position is older than the plan's ${windowDays} days of history`;
  return { from: rfc3339(fromMs), to: rfc3339(toMs), reason };
}
