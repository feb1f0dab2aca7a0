import { price, usd } from '../format/numbers.ts';
import { words } from '../words/coin.ts';
import type { LevelHistory } from './level-columns.ts';
import { stakeOf } from './level-ground.ts';

/** The largest level between two prices, over all hours; undefined if there is none. */
export function largestLevel({ history }: LevelHistory, range: { low: number; high: number }) {
  const seen = history
    .flatMap(({ levels }) => levels ?? [])
    .filter(({ fromPx, toPx }) => toPx > range.low && fromPx < range.high);
  return seen.reduce<(typeof seen)[number] | undefined>(
    (largest, one) => (largest === undefined || stakeOf(one) > stakeOf(largest) ? one : largest),
    undefined,
  );
}

interface LevelLegendProps {
  levels: LevelHistory;
  largest: ReturnType<typeof largestLevel>;
}

/** Legend of the colours under the candles, and of the hours without a record. */
export function LevelLegend({ levels, largest }: LevelLegendProps) {
  const { history, missing, stepMs } = levels;
  const lost = missing.filter(({ reason }) => reason === 'not-recorded');
  const hours = lost.reduce((sum, { from, to }) => sum + (to - from) / stepMs, 0);
  if (history.length === 0) return <p class="dim ground-note">{words.noLevels}</p>;
  return (
    <p class="dim level-legend">
      <span>{words.levels}</span>
      {largest !== undefined && (
        <>
          <span class="ramp" />
          <span>
            up to {usd(stakeOf(largest))} between {price(largest.fromPx)} and {price(largest.toPx)}
          </span>
        </>
      )}
      {hours > 0 && (
        <>
          <span class="hatch" />
          <span>{words.lostHours(hours, hours + history.length)}</span>
        </>
      )}
    </p>
  );
}
