import { useMemo } from 'preact/hooks';
import { callOf } from '../api/calls.ts';
import { useAnswer } from '../api/use-answer.ts';
import type { LevelHistory } from './level-columns.ts';

const hourMs = 3_600_000;
/** Within the history limit of every plan. */
const reachMs = 29 * 24 * hourMs;

/** Liquidation levels in the hours of candles. @param timesMs of the candles, the oldest first */
export function useLevels(
  coin: string,
  timesMs: readonly number[],
  isWanted: boolean,
): LevelHistory | undefined {
  const [first, last] = [timesMs[0], timesMs.at(-1)];
  // By the candles and not by the browser's clock, and of whole hours: else it would be another call every minute.
  const fromMs =
    first === undefined ? undefined : Math.floor(Math.max(first, last! - reachMs) / hourMs) * hourMs;
  const call =
    isWanted && fromMs !== undefined
      ? callOf('live.liquidation-heatmap-history', { coin, from: new Date(fromMs).toISOString() })
      : undefined;
  const { body } = useAnswer(call, { everyMs: 60_000 });
  return useMemo(
    () =>
      isWanted && body !== undefined
        ? {
            history: body.history ?? [],
            missing: body.missing ?? [],
            stepMs: body.stepHours * hourMs,
          }
        : undefined,
    [body, isWanted],
  );
}
