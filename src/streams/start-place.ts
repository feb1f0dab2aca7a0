import { dayMs } from '../kernel/clock.ts';
import { readCursor } from './cursor.ts';
import type { StreamHub } from './hub.ts';
import type { EventSubscription } from './subscription.ts';

interface StartContext {
  hub: Pick<StreamHub, 'newest' | 'batchAt'>;
  nowMs: number;
  /** Of the caller: what is older is not replayed. */
  windowDays: number;
}

/** @returns the place of the log to begin behind, or why there is none, in the words of the protocol (docs/guides/streams.md#errors) */
export async function startOf(
  { after, cursor }: Pick<EventSubscription, 'after' | 'cursor'>,
  context: StartContext,
): Promise<number | string> {
  try {
    return cursor === undefined ? await ofSequence(after!, context) : await ofCursor(cursor, context);
  } catch {
    return 'snapshot failed';
  }
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
