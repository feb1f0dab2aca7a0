interface SparkProps {
  values: readonly number[];
  width?: number;
  height?: number;
  label: string;
}

/** A line without axes, as high as its values reach. */
export function Spark({ values, width = 88, height = 20, label }: SparkProps) {
  if (values.length < 2) return null;
  const least = Math.min(...values);
  const range = Math.max(...values) - least || 1;
  const points = values.map((value, i) => {
    const x = (i / (values.length - 1)) * width;
    const y = height - 1 - ((value - least) / range) * (height - 2);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const change = values.at(-1)! - values[0]!;
  const tone = change === 0 ? 'dim' : change > 0 ? 'up' : 'down';
  return (
    <svg
      class={`spark ${tone}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}
