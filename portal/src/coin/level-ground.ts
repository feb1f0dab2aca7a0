import type { Schemas } from '../api/calls.ts';
import type { Ground, Places } from '../chart/ground.ts';
import { themeColour } from '../frame/theme.ts';
import { candlesIn, columnsOf, type LevelHistory } from './level-columns.ts';

/** Opacity of the least and of the largest level. */
const faintest = 0.07;
const strongest = 0.78;
const hatchPx = 7;

export const stakeOf = ({ longUsd, shortUsd }: Pick<Schemas['LiquidationLevel'], 'longUsd' | 'shortUsd'>) =>
  longUsd + shortUsd;

/** Square-root scale: on a linear one, the largest level would hide all others. @param most the notional of the strongest, USD */
const opacityOf = (usd: number, most: number) =>
  faintest + (strongest - faintest) * Math.sqrt(Math.min(1, usd / most));

/**
 * Drawn under candles: the notional that would have been liquidated at each price in each hour, stronger colours for more. Hours without a
 * record are hatched.
 *
 * @param most notional with the strongest colour, USD
 */
export function levelGround(levels: LevelHistory, timesMs: readonly number[], most: number): Ground {
  const columns = columnsOf(levels, timesMs);
  const gaps = levels.missing
    .filter(({ reason }) => reason === 'not-recorded')
    .flatMap(({ from, to }) => candlesIn(timesMs, { fromMs: from, toMs: to }) ?? []);
  return (pen, places) => {
    pen.save();
    for (const gap of gaps) {
      const [left, right] = sidesOf(gap, places);
      if (right > 0 && left < places.width) hatch(pen, left, right, places.height);
    }
    pen.fillStyle = themeColour('accent');
    for (const column of columns) {
      const [left, right] = sidesOf(column, places);
      if (right < 0 || left > places.width) continue;
      for (const level of column.levels) {
        const [top, bottom] = [places.y(level.toPx), places.y(level.fromPx)];
        if (top === null || bottom === null || bottom < 0 || top > places.height) continue;
        pen.globalAlpha = opacityOf(stakeOf(level), most);
        pen.fillRect(left, top, right - left, Math.max(1, bottom - top));
      }
    }
    pen.restore();
  };
}

/** From the left side of the first candle to the right side of the last. */
function sidesOf({ first, last }: { first: number; last: number }, { x, step }: Places): [number, number] {
  const [left, right] = [x(first), x(last)];
  if (left === null || right === null) return [-1, -1];
  return [left - step / 2, right + step / 2];
}

function hatch(pen: CanvasRenderingContext2D, left: number, right: number, height: number): void {
  pen.save();
  pen.beginPath();
  pen.rect(left, 0, right - left, height);
  pen.clip();
  pen.globalAlpha = 0.22;
  pen.strokeStyle = themeColour('dim');
  pen.beginPath();
  for (let at = left - height; at < right; at += hatchPx) {
    pen.moveTo(at, height);
    pen.lineTo(at + height, 0);
  }
  pen.stroke();
  pen.restore();
}
