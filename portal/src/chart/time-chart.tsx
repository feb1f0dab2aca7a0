import type { IChartApi } from 'lightweight-charts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Skeleton } from '../states/skeleton.tsx';
import { chartOptions } from './chart-options.ts';
import type { TimeUnit } from './chart-time.ts';
import { type ChartSeries, createDrawing, type Drawing } from './drawing.ts';

interface TimeChartProps {
  /** Description for screen readers. */
  label: string;
  series: readonly ChartSeries[];
  /** Pixels. */
  height: number;
  /** Unit of its points; default: instants. */
  unit?: TimeUnit;
  /** Called with the time of the point under the pointer, in chart time ({@link toChartTime}); undefined when the pointer leaves. */
  onPoint?: (time: number | undefined) => void;
}

/** A chart over time. Its library is loaded with the first of them; updates are passed to it without a new drawing. */
export function TimeChart({ label, series, height, unit = 'instant', onPoint }: TimeChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<Drawing>();
  const pointed = useRef(onPoint);
  pointed.current = onPoint;
  useEffect(() => {
    let chart: IChartApi | undefined;
    let isGone = false;
    void import('lightweight-charts').then((library) => {
      // Its place may have been taken out while the library was loaded.
      if (isGone || place.current === null) return;
      chart = library.createChart(place.current, chartOptions(unit));
      chart.subscribeCrosshairMove(({ time }) =>
        pointed.current?.(time === undefined ? undefined : Number(time)),
      );
      setDrawing(createDrawing(library, chart, unit));
    });
    return () => {
      isGone = true;
      chart?.remove();
    };
  }, [unit]);
  useEffect(() => drawing?.show(series), [drawing, series]);
  useEffect(() => {
    if (drawing === undefined) return undefined;
    addEventListener('themechange', drawing.recolour);
    return () => removeEventListener('themechange', drawing.recolour);
  }, [drawing]);
  return (
    <div class="chart" role="img" aria-label={label} style={{ height: `${height}px` }}>
      {drawing === undefined && <Skeleton shape={{ height }} />}
      <div ref={place} class="chart-place" />
    </div>
  );
}
