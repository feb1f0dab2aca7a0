import { price } from '../format/numbers.ts';
import type { DepthLevel } from './order-book.tsx';

const width = 300;
const height = 64;

interface DepthCurveProps {
  bids: readonly DepthLevel[];
  asks: readonly DepthLevel[];
  /** Formats a total. */
  sized: (total: number | undefined) => string;
}

/** Cumulative size of the book up to each price, as steps. */
export function DepthCurve({ bids, asks, sized }: DepthCurveProps) {
  const [low, high] = [bids.at(-1)?.price, asks.at(-1)?.price];
  if (low === undefined || high === undefined || high <= low) return null;
  const most = Math.max(bids.at(-1)?.total ?? 0, asks.at(-1)?.total ?? 0);
  const x = (at: number) => ((at - low) / (high - low)) * width;
  const y = (total: number) => height - (total / most) * (height - 4);
  const label = `${sized(bids.at(-1)?.total)} bid down to ${price(low)}, ${sized(asks.at(-1)?.total)} offered up to ${price(high)}`;
  return (
    <svg
      class="depth"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path class="up" d={stepsOf(bids, x, y)} />
      <path class="down" d={stepsOf(asks, x, y)} />
    </svg>
  );
}

function stepsOf(
  side: readonly DepthLevel[],
  x: (at: number) => number,
  y: (total: number) => number,
): string {
  const first = side[0];
  const last = side.at(-1);
  if (first === undefined || last === undefined) return '';
  const steps = side.map(({ price: at, total }) => `H${x(at).toFixed(1)}V${y(total).toFixed(1)}`);
  return `M${x(first.price).toFixed(1)},${height}${steps.join('')}V${height}Z`;
}
