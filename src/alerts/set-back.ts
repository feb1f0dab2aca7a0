import type { AnalyticsStore } from '../analytics/store.ts';
import { firstBatchSince, newestBatch, readBatches, type StoredBatch } from '../changes/batches.ts';
import { batchOf, placeAfter, placeBefore, placeOf } from '../changes/fill-log.ts';
import type { AlertRule, AlertStore, LogMark } from '../control/alert-store.ts';
import { ControlError } from '../control/control-error.ts';
import { dayMs } from '../kernel/clock.ts';
import { instantMs } from '../kernel/instant.ts';
import { readCursor, tokenEnd } from '../streams/log-position.ts';
import { changesOfType } from '../streams/subscription.ts';

type Rows = Pick<AnalyticsStore, 'rows'>;

const invalid = (message: string) => new ControlError('invalid_input', message);

/**
 * Rewinds an alert, which then sends all events after a log position again.
 *
 * @param given.from Cursor of a stream or message, or an instant.
 * @param given.windowDays History of the account's plan, days.
 * @throws ControlError `unknown_alert`, `invalid_input`; AnalyticsError
 */
export async function setBack(
  { alerts, analytics }: { alerts: Pick<AlertStore, 'findAlert' | 'rewindAlert'>; analytics: Rows },
  id: string,
  given: { from: string; nowMs: number; windowDays: number },
): Promise<AlertRule> {
  const { from, nowMs, windowDays } = given;
  const timeMs = instantMs(from);
  const { subscription } = await alerts.findAlert(id);
  if (changesOfType(subscription.type)) return alerts.rewindAlert(id, markOfChanges(given, timeMs));
  const place =
    timeMs === undefined ? await placeOfCursor(analytics, from) : await placeAt(analytics, timeMs);
  const next = await batchWith(analytics, place + 1);
  if (next !== undefined && Math.min(next.firstMs, timeMs ?? next.firstMs) < nowMs - windowDays * dayMs)
    throw invalid(`from is older than the account's ${windowDays} days of history`);
  return alerts.rewindAlert(id, await markAt(analytics, place));
}

/** Start position of an alert on a list of changes. */
function markOfChanges(
  { from, nowMs, windowDays }: { from: string; nowMs: number; windowDays: number },
  timeMs?: number,
): LogMark {
  const place = timeMs === undefined ? readCursor('changes', from)?.place : timeMs - 1;
  if (place === undefined)
    throw invalid(
      'from must be a cursor of a message of the same feed, a date, or an instant with a time zone',
    );
  if (place < nowMs - windowDays * dayMs)
    throw invalid(`from is older than the account's ${windowDays} days of history`);
  if (place > nowMs) throw invalid('from lies in the future');
  return { place, token: '' };
}

async function placeAt(store: Rows, timeMs: number): Promise<number> {
  const seq = await firstBatchSince(store, timeMs);
  const batch = seq === undefined ? undefined : await batchWith(store, placeAfter(seq));
  if (batch === undefined) throw invalid('nothing is stored from that time on');
  return batch.firstMs >= timeMs ? placeBefore(batch.seq) : placeOf(batch, timeMs) - 1;
}

async function placeOfCursor(store: Rows, text: string): Promise<number> {
  const cursor = readCursor('fills', text);
  if (cursor === undefined)
    throw invalid('from must be a cursor of a message, a date, or an instant with a time zone');
  if (batchOf(cursor.place) > (await newestBatch(store))) throw invalid('the cursor lies in the future');
  const { token } = await markAt(store, cursor.place);
  if (cursor.token !== tokenEnd(token)) throw invalid('the cursor belongs to another store');
  return cursor.place;
}

async function markAt(store: Rows, place: number): Promise<LogMark> {
  return { place, token: (await batchWith(store, place))?.token ?? '' };
}

async function batchWith(store: Rows, place: number): Promise<StoredBatch | undefined> {
  const seq = batchOf(place);
  if (seq < 1) return undefined;
  const [batch] = await readBatches(store, seq - 1, { lane: 'heavy' });
  return batch?.seq === seq ? batch : undefined;
}
