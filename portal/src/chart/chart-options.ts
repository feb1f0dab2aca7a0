import type { ChartOptions, DeepPartial } from 'lightweight-charts';
import { themeColour } from '../frame/theme.ts';

/** How every chart looks in the theme in force. */
export function chartOptions(): DeepPartial<ChartOptions> {
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
    timeScale: { borderColor: themeColour('line'), timeVisible: true, secondsVisible: false },
    localization: { locale: 'en-GB' },
    crosshair: {
      vertLine: { labelBackgroundColor: themeColour('raised') },
      horzLine: { labelBackgroundColor: themeColour('raised') },
    },
  };
}
