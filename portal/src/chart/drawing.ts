import type {
  AutoscaleInfo,
  IChartApi,
  ISeriesApi,
  SeriesMarker,
  SeriesType,
  Time,
} from 'lightweight-charts';
import { themeColour } from '../frame/theme.ts';
import { chartOptions } from './chart-options.ts';
import { type TimeUnit, toChartTime } from './chart-time.ts';
import { type Ground, layGround } from './ground.ts';

export interface Candle {
  timeMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
}

export interface Point {
  timeMs: number;
  value: number;
  /** Custom property of its colour. */
  colour?: string;
}

export interface ChartSeries {
  /** Names it among those of its chart. */
  id: string;
  kind: 'candles' | 'line' | 'area' | 'histogram';
  /** Custom property of its colour, such as `accent`; candles have two of their own. */
  colour?: string;
  data: readonly Candle[] | readonly Point[];
  /** Formats its values. */
  format?: (value: number) => string;
  /** `left` has a scale of its own; `volume` an unlabelled scale at the foot of the chart; `below` a pane of its own. */
  scale?: 'right' | 'left' | 'volume' | 'below';
  markers?: readonly { timeMs: number; colour: string; text: string; isBelow: boolean }[];
  /** Horizontal lines at prices, with a name. */
  lines?: readonly { value: number; title: string; colour: string }[];
  lineStyle?: 'stepped' | 'dashed';
  /** Drawn under it, such as a heatmap. */
  ground?: Ground | undefined;
}

type Library = typeof import('lightweight-charts');

/** Height of a lower pane, as a share of the pane above. */
const belowShare = 0.4;
/** Height of the volume bars at the foot, as a share of the chart's height. */
const volumeShare = 0.18;
/** Margin above and below a flat line, as a share of its value. */
const flatShare = 0.02;

/** Range of a series. A flat series would be magnified until every line of its scale has the same label. */
function rangeOf(original: () => AutoscaleInfo | null): AutoscaleInfo | null {
  const info = original();
  if (info === null || info.priceRange === null) return info;
  const { minValue, maxValue } = info.priceRange;
  const size = Math.max(Math.abs(minValue), Math.abs(maxValue));
  if (maxValue - minValue > size * 1e-6) return info;
  const room = size === 0 ? 1 : size * flatShare;
  return { ...info, priceRange: { minValue: minValue - room, maxValue: maxValue + room } };
}

/** Brings a list of series onto a chart, and keeps them there. @param unit of the points of all series */
export function createDrawing(library: Library, chart: IChartApi, unit: TimeUnit) {
  const drawn = new Map<string, { api: ISeriesApi<SeriesType>; shown: ChartSeries; clear: () => void }>();
  const kinds = {
    candles: library.CandlestickSeries,
    line: library.LineSeries,
    area: library.AreaSeries,
    histogram: library.HistogramSeries,
  } as const;
  let current: readonly ChartSeries[] = [];

  function add(series: ChartSeries) {
    const api = chart.addSeries(
      kinds[series.kind],
      optionsOf(series, library) as never,
      series.scale === 'below' ? 1 : 0,
    ) as ISeriesApi<SeriesType>;
    if (series.scale === 'below') api.getPane().setStretchFactor(belowShare);
    if (series.scale === 'volume') {
      api.priceScale().applyOptions({ scaleMargins: { top: 1 - volumeShare, bottom: 0 } });
      // Keeps the other series clear of the volume bars.
      chart.priceScale('right').applyOptions({ scaleMargins: { top: 0.08, bottom: volumeShare + 0.02 } });
    }
    if (series.scale === 'left')
      chart.applyOptions({ leftPriceScale: { visible: true, borderColor: themeColour('line') } });
    return api;
  }

  /** Shows exactly these series. Shows all of their time at first; later keeps the range that the reader chose. */
  function show(series: readonly ChartSeries[]): void {
    const ids = new Set(series.map(({ id }) => id));
    for (const [id, { api }] of drawn) {
      if (ids.has(id)) continue;
      chart.removeSeries(api);
      drawn.delete(id);
    }
    const isFirst = current.every(({ data }) => data.length === 0);
    for (const one of series) {
      const known = drawn.get(one.id);
      if (known !== undefined && isSame(known.shown, one)) continue;
      known?.clear();
      const api = known?.api ?? add(one);
      api.setData(one.data.map((point) => shownPoint(point, unit)) as never);
      drawn.set(one.id, { api, shown: one, clear: decorate(library, api, one, unit) });
    }
    current = series;
    if (isFirst) chart.timeScale().fitContent();
  }

  return {
    show,
    recolour(): void {
      chart.applyOptions(chartOptions(unit));
      for (const { api, clear } of drawn.values()) {
        clear();
        chart.removeSeries(api);
      }
      drawn.clear();
      show(current);
    },
  };
}

function isSame(a: ChartSeries, b: ChartSeries): boolean {
  return a.data === b.data && a.markers === b.markers && a.ground === b.ground;
}

function shownPoint(point: Candle | Point, unit: TimeUnit) {
  const { timeMs, ...values } = point;
  const colour =
    'colour' in values && values.colour !== undefined ? { color: themeColour(values.colour) } : {};
  return { ...values, ...colour, time: toChartTime(timeMs, unit) };
}

/** Adds markers and price lines to a series. @returns removes them */
function decorate(
  library: Library,
  api: ISeriesApi<SeriesType>,
  { markers = [], lines = [], ground }: ChartSeries,
  unit: TimeUnit,
): () => void {
  const shown = markers.map(
    ({ timeMs, colour, text, isBelow }): SeriesMarker<Time> => ({
      time: toChartTime(timeMs, unit),
      color: themeColour(colour),
      text,
      position: isBelow ? 'belowBar' : 'aboveBar',
      shape: isBelow ? 'arrowUp' : 'arrowDown',
    }),
  );
  const marked = shown.length === 0 ? undefined : library.createSeriesMarkers(api, shown);
  const drawn = lines.map(({ value, title, colour }) =>
    api.createPriceLine({
      price: value,
      title,
      color: themeColour(colour),
      lineWidth: 1,
      lineStyle: library.LineStyle.Dashed,
    }),
  );
  const takeUp = ground && layGround(api, ground, unit);
  return () => {
    takeUp?.();
    marked?.detach();
    for (const line of drawn) api.removePriceLine(line);
  };
}

function optionsOf(
  { kind, colour = 'accent', format, scale = 'right', lineStyle }: ChartSeries,
  library: Library,
) {
  const shown = themeColour(colour);
  const shared = {
    priceScaleId: scale === 'below' ? 'right' : scale,
    lastValueVisible: scale !== 'volume' && scale !== 'below',
    priceLineVisible: kind === 'candles',
    ...(format && { priceFormat: { type: 'custom', formatter: format, minMove: 1e-9 } }),
  };
  if (kind === 'candles') {
    const [upColor, downColor] = [themeColour('up'), themeColour('down')];
    const wicks = { wickUpColor: upColor, wickDownColor: downColor, borderVisible: false };
    return { ...shared, upColor, downColor, ...wicks };
  }
  if (kind === 'area') {
    return {
      ...shared,
      autoscaleInfoProvider: rangeOf,
      lineColor: shown,
      topColor: `${shown}33`,
      bottomColor: `${shown}05`,
      lineWidth: 1.5,
    };
  }
  if (kind === 'line') {
    return {
      ...shared,
      color: shown,
      autoscaleInfoProvider: rangeOf,
      lineWidth: 1.5,
      ...(lineStyle === 'stepped' && { lineType: library.LineType.WithSteps }),
      ...(lineStyle === 'dashed' && { lineStyle: library.LineStyle.Dashed }),
    };
  }
  return { ...shared, color: shown };
}

export type Drawing = ReturnType<typeof createDrawing>;
