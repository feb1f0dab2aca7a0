import type { ChartOptions, DeepPartial, Time } from 'lightweight-charts';
import { themeColour } from '../frame/theme.ts';
import { chartTimeText, type TimeUnit } from './chart-time.ts';

/** Options of every chart, in the current theme. @param unit of its points */
export function chartOptions(unit: TimeUnit): DeepPartial<ChartOptions> {
  const line = { color: themeColour('line') };
  return {
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      textColor: themeColour('dim'),
      fontSize: 11,
      fontFamily: getComputedStyle(document.body).fontFamily,
      // It injects a style, which the policy forbids; the footer names the library.
      attributionLogo: false,
      panes: { separatorColor: themeColour('line'), enableResize: false },
    },
    grid: { vertLines: line, horzLines: line },
    rightPriceScale: { borderColor: themeColour('line'), entireTextOnly: true },
    timeScale: { borderColor: themeColour('line'), timeVisible: unit === 'instant', secondsVisible: false },
    localization: { locale: 'en-GB', timeFormatter: (time: Time) => chartTimeText(time, unit) },
    crosshair: {
      vertLine: { labelBackgroundColor: themeColour('raised') },
      horzLine: { labelBackgroundColor: themeColour('raised') },
    },
  };
}
