import { useState } from 'preact/hooks';
import { usd } from '../format/numbers.ts';
import { localTime } from '../format/time.tsx';

/** Figures of an hour. */
export interface Hour {
  timeMs: number;
  /** USD; undefined if unknown. */
  openInterest: number | undefined;
  /** USD. */
  liquidated: number;
}

const [width, height] = [1_000, 190];
/** Height of the bars at the foot. */
const barHeight = 56;

/**
 * Hourly open interest as an area over bars of liquidations. Drawn without the chart library, which is larger than the rest of the first
 * page.
 */
export function HoursChart({ hours, label }: { hours: readonly Hour[]; label: string }) {
  const [at, setAt] = useState<number>();
  const chosen = hours[at ?? hours.length - 1];
  const step = width / hours.length;
  const move = ({ key }: KeyboardEvent) => {
    const by = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
    if (by !== 0) setAt(Math.min(hours.length - 1, Math.max(0, (at ?? hours.length - 1) + by)));
  };
  return (
    <>
      <p class="readout" aria-live="polite">
        <span class="dim">{localTime(chosen?.timeMs, false)}</span>
        <span class="accent">Open interest {usd(chosen?.openInterest)}</span>
        <span class="down">Liquidated {usd(chosen?.liquidated)}</span>
        <span class="dim">most in an hour {usd(Math.max(...hours.map(({ liquidated }) => liquidated)))}</span>
      </p>
      <svg
        class="hours-chart"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its hours are gone through by keys
        tabIndex={0}
        aria-label={`${label}. Left and right go through hours.`}
        onMouseMove={({ currentTarget, offsetX }) =>
          setAt(
            Math.min(
              hours.length - 1,
              Math.max(0, Math.floor((offsetX / currentTarget.clientWidth) * hours.length)),
            ),
          )
        }
        onMouseLeave={() => setAt(undefined)}
        onKeyDown={move}
      >
        <Area hours={hours} step={step} />
        <Bars hours={hours} step={step} />
        {at !== undefined && (
          <line class="at" x1={(at + 0.5) * step} x2={(at + 0.5) * step} y1={0} y2={height} />
        )}
      </svg>
    </>
  );
}

interface PartProps {
  hours: readonly Hour[];
  /** Width of an hour. */
  step: number;
}

function Area({ hours, step }: PartProps) {
  const known = hours.flatMap(({ openInterest }, i) =>
    openInterest === undefined ? [] : [{ x: (i + 0.5) * step, openInterest }],
  );
  const values = known.map(({ openInterest }) => openInterest);
  const least = Math.min(...values);
  // A series that moves by about a hundredth should look calm.
  const range = Math.max(Math.max(...values) - least, least * 0.02) || 1;
  const room = height - barHeight - 12;
  const points = known.map(
    ({ x, openInterest }) =>
      `${x.toFixed(1)},${(6 + room * (1 - (openInterest - least) / range)).toFixed(1)}`,
  );
  if (points.length < 2) return null;
  return (
    <>
      <path class="area" d={`M${known[0]!.x},${height}L${points.join('L')}L${known.at(-1)!.x},${height}Z`} />
      <polyline points={points.join(' ')} />
    </>
  );
}

function Bars({ hours, step }: PartProps) {
  const most = Math.max(1, ...hours.map(({ liquidated }) => liquidated));
  return (
    <>
      {hours.map(({ timeMs, liquidated }, i) => {
        const tall = (liquidated / most) * barHeight;
        return (
          tall > 0 && (
            <rect
              key={timeMs}
              x={i * step + 0.5}
              y={height - tall}
              width={Math.max(1, step - 1)}
              height={tall}
            />
          )
        );
      })}
    </>
  );
}
