import { minuteMs } from '../src/kernel/clock.ts';
import { seededNumbers } from './source-fills.ts';

/** A row of the exchange's archived asset_ctxs, in numbers. */
export interface ArchivedMinute {
  timeMs: number;
  coin: string;
  openInterest: number;
  oraclePx: number;
  markPx: number;
}

export const contextHeader =
  'time,coin,funding,open_interest,prev_day_px,day_ntl_vlm,premium,oracle_px,mark_px,mid_px,impact_bid_px,impact_ask_px';

/** Every minute of a span for some coins; marks deviate up to 2 % from the oracle. */
export function archivedMinutes(options: {
  seed: number;
  coins: readonly string[];
  fromMs: number;
  minutes: number;
}): ArchivedMinute[] {
  const below = seededNumbers(options.seed);
  return Array.from({ length: options.minutes }, (_, minute) =>
    options.coins.map((coin) => {
      const oraclePx = (9_000 + below(2_000)) / 100;
      const markPx = Math.round(oraclePx * (980 + below(41))) / 1_000;
      return {
        timeMs: options.fromMs + minute * minuteMs,
        coin,
        openInterest: 1 + below(500),
        oraclePx,
        markPx,
      };
    }),
  ).flat();
}

/** Their line, as the archive writes it; some have no mid. */
export function contextLine({ timeMs, coin, openInterest, oraclePx, markPx }: ArchivedMinute): string {
  const time = new Date(timeMs).toISOString().replace('.000', '');
  const known = openInterest % 7 === 0 ? ',,,' : `${markPx},${markPx},${markPx}`;
  const premium = openInterest % 7 === 0 ? '' : '1e-05';
  return `${time},${coin},0.0000125,${openInterest},99.5,1234.5,${premium},${oraclePx},${markPx},${known.replace(',,,', ',,')}`;
}
