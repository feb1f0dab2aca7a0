import type { Schemas } from '../api/calls.ts';
import type { Ground, Places } from '../chart/ground.ts';
import { themeColour } from '../frame/theme.ts';
import { candleOf } from './candle-of.ts';

type Event = Pick<Schemas['GetRecentLiquidationsRow'], 'timestampMs' | 'price' | 'notional' | 'side'>;
type Level = Pick<
  Schemas['HeatmapBucket'],
  'priceLow' | 'priceHigh' | 'longNotionalAtRisk' | 'shortNotionalAtRisk'
>;

/** Rows of cells over the height of the chart. */
const cellHeight = 9;
/** Longest bar of current levels, as a share of the chart's width. */
const barShare = 0.22;
const faintest = 0.16;

export interface Liquidations {
  /** Past liquidations. */
  events: readonly Event[];
  /** Current liquidation levels. */
  levels: readonly Level[];
}

/**
 * A heatmap under candles: cells for the notional liquidated near a price within a candle, and bars from the right edge for the notional
 * that would be liquidated at each price now. Longs are green and shorts red, as in the heatmap by price.
 *
 * @param timesMs of the candles, in their order
 */
export function liquidationGround({
  events,
  levels,
  timesMs,
}: Liquidations & { timesMs: readonly number[] }): Ground | undefined {
  if (events.length === 0 && levels.length === 0) return undefined;
  return (pen, places) => {
    pen.save();
    drawCells(pen, places, events, timesMs);
    drawLevels(pen, places, levels);
    pen.restore();
  };
}

function drawCells(
  pen: CanvasRenderingContext2D,
  { x, y, step, height }: Places,
  events: readonly Event[],
  timesMs: readonly number[],
): void {
  const cells = new Map<string, { left: number; row: number; isLong: boolean; notional: number }>();
  for (const { timestampMs, price, notional, side } of events) {
    const timeMs = candleOf(timesMs, timestampMs);
    const [at, top] = [timeMs === undefined ? null : x(timeMs), y(price)];
    if (at === null || top === null || top < 0 || top > height) continue;
    const [row, isLong] = [Math.floor(top / cellHeight), side === 'long'];
    const key = `${timeMs} ${row} ${isLong}`;
    const known = cells.get(key) ?? { left: at - step / 2, row, isLong, notional: 0 };
    known.notional += notional;
    cells.set(key, known);
  }
  const most = Math.max(0, ...[...cells.values()].map(({ notional }) => notional));
  const width = Math.max(5, step);
  for (const { left, row, isLong, notional } of cells.values()) {
    // By the root: the largest would leave all others unseen.
    pen.globalAlpha = faintest + (0.85 - faintest) * Math.sqrt(notional / most);
    pen.fillStyle = themeColour(isLong ? 'up' : 'down');
    pen.fillRect(left, row * cellHeight, width, cellHeight);
  }
}

function drawLevels(
  pen: CanvasRenderingContext2D,
  { y, width, height }: Places,
  levels: readonly Level[],
): void {
  // One that is out of sight does not make those that are seen small.
  const seen = levels.filter(
    ({ priceLow, priceHigh }) => (y(priceLow) ?? -1) > 0 && (y(priceHigh) ?? height) < height,
  );
  const most = Math.max(
    0,
    ...seen.map(({ longNotionalAtRisk, shortNotionalAtRisk }) => longNotionalAtRisk + shortNotionalAtRisk),
  );
  if (most === 0) return;
  for (const { priceLow, priceHigh, longNotionalAtRisk, shortNotionalAtRisk } of seen) {
    const [top, bottom] = [y(priceHigh), y(priceLow)];
    if (top === null || bottom === null) continue;
    let right = width;
    for (const [colour, notional] of [
      ['up', longNotionalAtRisk],
      ['down', shortNotionalAtRisk],
    ] as const) {
      const length = (notional / most) * width * barShare;
      pen.globalAlpha = 0.3;
      pen.fillStyle = themeColour(colour);
      pen.fillRect(right - length, top, length, Math.max(1, bottom - top - 0.5));
      right -= length;
    }
  }
}
