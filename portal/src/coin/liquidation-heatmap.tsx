import { useEffect, useRef, useState } from 'preact/hooks';
import type { Schemas } from '../api/calls.ts';
import { count, price, signedPercent, usd } from '../format/numbers.ts';
import { drawHeatmap, heatmapHeight } from './heatmap-drawing.ts';

type Heatmap = Schemas['LiquidationHeatmapBody'];

/** Bars of notional by price, with the cumulative liquidated notional and the mark price. */
export function LiquidationHeatmap({ body }: { body: Heatmap }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [at, setAt] = useState<number>();
  const buckets = body.buckets ?? [];
  useEffect(() => {
    // The canvas resizes once more as it is unmounted, after the ref is cleared.
    const shown = canvas.current!;
    const draw = () => drawHeatmap(shown, body, at);
    draw();
    const watcher = new ResizeObserver(draw);
    watcher.observe(shown);
    addEventListener('themechange', draw);
    return () => {
      watcher.disconnect();
      removeEventListener('themechange', draw);
    };
  }, [body, at]);
  const point = ({ offsetX }: MouseEvent) => {
    const width = canvas.current?.clientWidth ?? 1;
    setAt(Math.min(buckets.length - 1, Math.max(0, Math.floor((offsetX / width) * buckets.length))));
  };
  const move = ({ key }: KeyboardEvent) => {
    const step = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
    if (step !== 0)
      setAt(Math.min(buckets.length - 1, Math.max(0, (at ?? Math.floor(buckets.length / 2)) + step)));
  };
  const label = `${usd(body.totalLongAtRisk)} of longs and ${usd(body.totalShortAtRisk)} of shorts would be liquidated; mark ${price(body.currentPrice)}. Left and right go through prices.`;
  return (
    <div class="heatmap">
      <Readout body={body} bucket={at === undefined ? undefined : buckets[at]} />
      <canvas
        ref={canvas}
        height={heatmapHeight}
        role="img"
        aria-label={label}
        tabIndex={0}
        onMouseMove={point}
        onMouseLeave={() => setAt(undefined)}
        onKeyDown={move}
      />
    </div>
  );
}

/** Describes the bucket under the pointer; without a pointer, the totals. */
function Readout({ body, bucket }: { body: Heatmap; bucket: Schemas['HeatmapBucket'] | undefined }) {
  if (bucket === undefined) {
    return (
      <p class="readout" aria-live="polite">
        <span class="up">Longs {usd(body.totalLongAtRisk)}</span>
        <span class="down">Shorts {usd(body.totalShortAtRisk)}</span>
        <span class="dim">Mark {price(body.currentPrice)}; lines: cumulative size from the mark</span>
      </p>
    );
  }
  const middle = (bucket.priceLow + bucket.priceHigh) / 2;
  const isBelow = middle < body.currentPrice;
  const cumulated = isBelow ? bucket.cumulativeLongNotional : bucket.cumulativeShortNotional;
  return (
    <p class="readout" aria-live="polite">
      <span>
        {price(bucket.priceLow)} – {price(bucket.priceHigh)}
      </span>
      <span class="dim">{signedPercent((middle / body.currentPrice - 1) * 100, 1)}</span>
      <span class="up">
        {count(bucket.longPositions)} longs, {usd(bucket.longNotionalAtRisk)}
      </span>
      <span class="down">
        {count(bucket.shortPositions)} shorts, {usd(bucket.shortNotionalAtRisk)}
      </span>
      <span>{usd(cumulated)} until there</span>
    </p>
  );
}
