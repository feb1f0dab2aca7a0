import type { Schemas } from '../api/calls.ts';
import { price, usd } from '../format/numbers.ts';
import { themeColour } from '../frame/theme.ts';

type Heatmap = Schemas['LiquidationHeatmapBody'];
type Bucket = Schemas['HeatmapBucket'];

export const heatmapHeight = 228;
const foot = 18;

/** Scales of a canvas of a width. */
function scalesOf(buckets: readonly Bucket[], width: number) {
  const bars = Math.max(...buckets.map(({ totalNotionalAtRisk }) => totalNotionalAtRisk), 1);
  const sums = Math.max(
    ...buckets.map((one) => Math.max(one.cumulativeLongNotional, one.cumulativeShortNotional)),
    1,
  );
  const low = buckets[0]?.priceLow ?? 0;
  const high = buckets.at(-1)?.priceHigh ?? 1;
  const room = heatmapHeight - foot - 12;
  return {
    bars,
    sums,
    x: (at: number) => ((at - low) / (high - low)) * width,
    bar: (notional: number) => (notional / bars) * room,
    sum: (notional: number) => heatmapHeight - foot - (notional / sums) * room,
    low,
    high,
  };
}

/** Draws the bars, the cumulated lines and the mark. @param chosen index of the bucket that is pointed at */
export function drawHeatmap(canvas: HTMLCanvasElement, body: Heatmap, chosen: number | undefined): void {
  const buckets = body.buckets ?? [];
  const width = canvas.clientWidth;
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(heatmapHeight * ratio);
  const pen = canvas.getContext('2d');
  if (pen === null || buckets.length === 0) return;
  pen.scale(ratio, ratio);
  pen.font = `11px ${getComputedStyle(document.body).fontFamily}`;
  const scales = scalesOf(buckets, width);
  drawGrid(pen, scales, width);
  for (const [i, bucket] of buckets.entries()) drawBar(pen, bucket, scales, i === chosen);
  const middle = body.currentPrice;
  const below = buckets.filter(({ priceLow }) => priceLow < middle);
  const above = buckets.filter(({ priceHigh }) => priceHigh > middle);
  drawLine(
    pen,
    below.map((one) => [scales.x(one.priceLow), scales.sum(one.cumulativeLongNotional)] as const),
    'up',
  );
  drawLine(
    pen,
    above.map((one) => [scales.x(one.priceHigh), scales.sum(one.cumulativeShortNotional)] as const),
    'down',
  );
  drawMark(pen, scales.x(middle), price(middle));
}

type Scales = ReturnType<typeof scalesOf>;

function drawGrid(pen: CanvasRenderingContext2D, { bars, sums, low, high, x }: Scales, width: number): void {
  pen.strokeStyle = themeColour('line');
  pen.fillStyle = themeColour('dim');
  pen.lineWidth = 1;
  for (const part of [0.5, 1]) {
    const y = Math.round(heatmapHeight - foot - part * (heatmapHeight - foot - 12)) + 0.5;
    pen.beginPath();
    pen.moveTo(0, y);
    pen.lineTo(width, y);
    pen.stroke();
    pen.textAlign = 'left';
    pen.fillText(usd(bars * part), 4, y - 3);
    pen.textAlign = 'right';
    pen.fillText(`Σ ${usd(sums * part)}`, width - 4, y - 3);
  }
  const steps = width < 500 ? 4 : 8;
  pen.textAlign = 'center';
  for (let i = 1; i < steps; i++) {
    const at = low + ((high - low) * i) / steps;
    pen.fillText(price(at), x(at), heatmapHeight - 5);
  }
}

function drawBar(pen: CanvasRenderingContext2D, bucket: Bucket, { x, bar }: Scales, isChosen: boolean): void {
  const left = x(bucket.priceLow);
  const width = x(bucket.priceHigh) - left;
  const ground = heatmapHeight - foot;
  if (isChosen) {
    pen.fillStyle = themeColour('line');
    pen.fillRect(left, 0, width, ground);
  }
  const long = bar(bucket.longNotionalAtRisk);
  const short = bar(bucket.shortNotionalAtRisk);
  pen.fillStyle = themeColour('up');
  pen.fillRect(left + 0.5, ground - long, Math.max(1, width - 1), long);
  pen.fillStyle = themeColour('down');
  pen.fillRect(left + 0.5, ground - long - short, Math.max(1, width - 1), short);
}

function drawLine(
  pen: CanvasRenderingContext2D,
  points: readonly (readonly [number, number])[],
  colour: string,
): void {
  pen.strokeStyle = themeColour(colour);
  pen.lineWidth = 1.3;
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.stroke();
}

function drawMark(pen: CanvasRenderingContext2D, x: number, text: string): void {
  pen.strokeStyle = themeColour('ink');
  pen.setLineDash([3, 3]);
  pen.beginPath();
  pen.moveTo(x, 0);
  pen.lineTo(x, heatmapHeight - foot);
  pen.stroke();
  pen.setLineDash([]);
  pen.fillStyle = themeColour('ink');
  pen.textAlign = 'left';
  pen.fillText(text, x + 4, 10);
}
