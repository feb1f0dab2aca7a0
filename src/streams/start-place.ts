import { dayMs } from '../kernel/clock.ts';
import { cursorText, readCursor, readReplayCursor } from './cursor.ts';
import type { GapNews } from './gap-watch.ts';
import type { StreamHub } from './hub.ts';
import type { ReplaySpan } from './replay.ts';
import type { EventSubscription } from './subscription.ts';

interface StartContext {
  hub: Pick<StreamHub, 'newest' | 'batchAt' | 'gaps'>;
  nowMs: number;
  /** Of the caller: what is older is not replayed. */
  windowDays: number;
  /** Gets what is missing of it, too. */
  isOwn: boolean;
}

/** Where a subscription begins: behind a place of the log, from now on, or with a stretch of the past. */
export type Start = ({ after: number | undefined; cursor?: string } | { replay: ReplaySpan }) & {
  /** What the ledger of coverage says of it, before its first message. */
  missing?: readonly GapNews[];
};

/** @returns why there is none in the words of the protocol (docs/guides/streams.md#errors), where it cannot begin */
export async function startOf(
  subscription: Pick<EventSubscription, 'after' | 'cursor' | 'replay' | 'filter'>,
  context: StartContext,
): Promise<Start | string> {
  const { after, cursor, replay } = subscription;
  const { hub, isOwn, nowMs } = context;
  try {
    const behindMs = cursor === undefined ? undefined : readReplayCursor(cursor);
    if (replay !== undefined && (cursor === undefined || behindMs !== undefined))
      return await ofSpan(
        subscription,
        { ...replay, fromMs: Math.max(replay.fromMs, (behindMs ?? -1) + 1) },
        context,
      );
    if (cursor === undefined && after === undefined) return { after, ...(isOwn && (await cursorNow(hub))) };
    const place = cursor === undefined ? await ofSequence(after!, context) : await ofCursor(cursor, context);
    if (typeof place === 'string') return place;
    if (!isOwn) return { after: place };
    const sinceMs = (await hub.batchAt(place))?.firstMs ?? (await hub.batchAt(place + 1))?.firstMs;
    return { after: place, missing: await hub.gaps.changedSince(subscription, sinceMs ?? nowMs) };
  } catch {
    return 'snapshot failed';
  }
}

/** What goes on behind what is stored now: for a client that is cut off before its first message. */
async function cursorNow(hub: StartContext['hub']): Promise<{ cursor: string } | undefined> {
  const place = hub.newest();
  if (place === undefined) return undefined;
  return { cursor: cursorText(place, (await hub.batchAt(place))?.token ?? '') };
}

async function ofSpan(
  subscription: Pick<EventSubscription, 'filter'>,
  replay: ReplaySpan,
  { hub, nowMs, windowDays }: StartContext,
): Promise<Start | string> {
  if (replay.fromMs < nowMs - windowDays * dayMs) return 'from is older than retained history';
  if (hub.newest() === undefined) return 'snapshot failed';
  const span = { fromMs: replay.fromMs, toMs: Math.max(replay.fromMs, replay.toMs ?? nowMs) };
  return { replay, missing: await hub.gaps.missingIn(subscription, span) };
}

async function ofSequence(after: number, { hub, nowMs, windowDays }: StartContext): Promise<number | string> {
  const newest = hub.newest();
  if (newest === undefined || after > newest) return 'sequence is not retained';
  const sinceMs = (await hub.batchAt(after + 1))?.firstMs;
  const isOld = sinceMs !== undefined && sinceMs < nowMs - windowDays * dayMs;
  return isOld ? 'sequence is older than retained history' : after;
}

async function ofCursor(text: string, context: StartContext): Promise<number | string> {
  const cursor = readCursor(text);
  if (cursor === undefined) return 'invalid cursor';
  const newest = context.hub.newest();
  if (newest === undefined || cursor.place > newest) return 'cursor lies in the future';
  const batch = await context.hub.batchAt(cursor.place);
  return cursor.isOf(batch?.token ?? '') ? ofSequence(cursor.place, context) : 'stream mismatch';
}
