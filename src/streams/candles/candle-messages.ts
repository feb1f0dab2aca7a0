import type { HalfOpenSpan } from '../../kernel/span.ts';
import { type StateTexts, textsOf } from '../state-message.ts';
import type { CandleGroup } from './candle-group.ts';
import type { CandleSource } from './candle-values.ts';

export interface FollowedCandles {
  type: string;
  /** In the exchange's own spelling; empty for all. */
  coin: string;
  interval: string;
  source: CandleSource;
  id: string;
}

/** Messages of closed and open candles, serialized once for all subscribers. @param openMs Time of the open candle, unix milliseconds. */
export function candleMessages(group: CandleGroup, bucket: HalfOpenSpan, openMs: number) {
  const made = new Map<string, StateTexts | undefined>();
  function once(key: string, of: FollowedCandles, timeMs: number, partsOf: () => string[]) {
    if (made.has(key)) return made.get(key);
    const parts = partsOf();
    const json = of.coin === '' ? `[${parts.join(',')}]` : parts[0];
    const texts = json && parts.length > 0 ? textsOf(of.type, of.id, { timeMs, json }) : undefined;
    made.set(key, texts);
    return texts;
  }
  return {
    closedBehind: (at: number) =>
      group.closedBehind(at).map((closed) => ({
        at: closed.at,
        of(of: FollowedCandles) {
          return once(`closed ${closed.at} ${of.id}`, of, closed.bucket.untilMs - 1, () =>
            of.coin === '' ? [...closed.texts.values()] : [closed.texts.get(of.coin) ?? []].flat(),
          );
        },
      })),
    openBehind(at: number, of: FollowedCandles) {
      return once(`open ${at} ${of.id} ${bucket.fromMs}`, of, openMs, () => {
        const shown = group.shown();
        const all = of.coin === '' ? [...shown.values()] : [shown.get(of.coin)];
        return all.flatMap((one) => (one !== undefined && one.at > at ? [one.text] : []));
      });
    },
  };
}
