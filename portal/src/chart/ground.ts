import type {
  IChartApi,
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts';
import { type TimeUnit, toChartTime } from './chart-time.ts';

/** Positions of times and prices on a chart, pixels. */
export interface Places {
  width: number;
  height: number;
  /** Position of a point of the series; null if the chart has no point of that time. */
  x(timeMs: number): number | null;
  y(price: number): number | null;
  /** Distance between two points. */
  step: number;
}

/** Draws under a series, whenever the chart is drawn. */
export type Ground = (pen: CanvasRenderingContext2D, places: Places) => void;

/** Draws beneath a series. @returns removes the drawing */
export function layGround(api: ISeriesApi<SeriesType>, ground: Ground, unit: TimeUnit): () => void {
  let chart: IChartApi | undefined;
  const view: IPrimitivePaneView = {
    zOrder: () => 'bottom',
    renderer: () => ({
      draw: () => undefined,
      drawBackground: (target) =>
        target.useMediaCoordinateSpace(({ context, mediaSize: { width, height } }) => {
          const scale = chart?.timeScale();
          if (scale === undefined) return;
          ground(context, {
            width,
            height,
            step: scale.options().barSpacing,
            x: (timeMs) => scale.timeToCoordinate(toChartTime(timeMs, unit)),
            y: (price) => api.priceToCoordinate(price),
          });
        }),
    }),
  };
  const primitive: ISeriesPrimitive<Time> = {
    attached: (to: SeriesAttachedParameter<Time>) => {
      chart = to.chart as IChartApi;
      to.requestUpdate();
    },
    detached: () => {
      chart = undefined;
    },
    paneViews: () => [view],
  };
  api.attachPrimitive(primitive);
  return () => api.detachPrimitive(primitive);
}
