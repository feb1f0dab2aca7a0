import { dayMs } from '../../kernel/clock.ts';
import type { TwapStatus } from '../../wire/twap.ts';
import type { TwapStatusRow } from './fact-tables.ts';

/**
 * Row of a TWAP status.
 *
 * @param nowMs time of the read, unix milliseconds; undefined for history. Streams order a status by the time of its read, and by its own
 *   time if it is history or older than a day.
 */
export function twapRow(read: TwapStatus, nowMs: number | undefined): TwapStatusRow {
  const { timeMs, twapId, status, description, state } = read;
  const { coin, user, side, sz, executedSz, executedNtl, minutes, reduceOnly, randomize } = state;
  const { timestamp, trigger, stopPx } = state;
  return {
    wallet: user,
    started: timestamp,
    coin,
    twap_id: twapId,
    status,
    time: timeMs,
    side,
    sz,
    executed_sz: executedSz,
    executed_ntl: executedNtl,
    minutes,
    reduce_only: reduceOnly,
    randomize,
    stop_px: stopPx ?? null,
    description,
    trigger_px: trigger?.px ?? null,
    trigger_above: trigger?.above ?? false,
    noted: nowMs === undefined || timeMs < nowMs - dayMs ? timeMs : nowMs,
  };
}
