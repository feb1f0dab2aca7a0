/** Results of a benchmark run: raw values, their median, and their limits. */

export interface Measurement {
  part: string;
  name: string;
  unit: string;
  /** Values by round. */
  values: number[];
  median: number;
  min: number;
  max: number;
}

export interface Bar {
  part: string;
  name: string;
  unit: string;
  value: number;
  /** `≥ 200000`, `< 50`. */
  bound: string;
  passed: boolean;
}

type Comparison = '≥' | '≤' | '<';

export interface Results {
  readonly measurements: Measurement[];
  readonly bars: Bar[];
  /** Keeps the values of one quantity over the rounds. @returns their median */
  measure(part: string, name: string, unit: string, values: readonly number[]): number;
  /** Holds a value against a bar. */
  hold(part: string, name: string, unit: string, value: number, comparison: Comparison, limit: number): void;
  /** A readable table of one part. */
  table(part: string): string;
}

export function createResults(): Results {
  const measurements: Measurement[] = [];
  const bars: Bar[] = [];
  return {
    measurements,
    bars,
    measure(part, name, unit, values) {
      const middle = percentile(values, 50);
      const spread = { median: middle, min: Math.min(...values), max: Math.max(...values) };
      measurements.push({ part, name, unit, values: [...values], ...spread });
      return middle;
    },
    hold(part, name, unit, value, comparison, limit) {
      const passed =
        comparison === '≥' ? value >= limit : comparison === '≤' ? value <= limit : value < limit;
      bars.push({ part, name, unit, value, bound: `${comparison} ${shown(limit)}`, passed });
    },
    table(part) {
      const rows = measurements
        .filter((one) => one.part === part)
        .map((one) => [
          one.name,
          shown(one.median),
          one.unit,
          one.values.length > 1 ? `${shown(one.min)} – ${shown(one.max)}` : '',
        ]);
      const held = bars
        .filter((bar) => bar.part === part)
        .map((bar) => [
          `${bar.passed ? 'pass' : 'FAIL'}  ${bar.name}`,
          shown(bar.value),
          bar.unit,
          `bar ${bar.bound}`,
        ]);
      return [`— ${part} —`, ...aligned([...rows, ...held])].join('\n');
    },
  };
}

/** The value below which `percent` of the values lie, by nearest rank; 50 is the median. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  if (percent === 50 && sorted.length % 2 === 0) {
    return (sorted[sorted.length / 2 - 1]! + sorted[sorted.length / 2]!) / 2;
  }
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]!;
}

function shown(value: number): string {
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en-GB');
  return String(Number(value.toPrecision(3)));
}

function aligned(rows: string[][]): string[] {
  const width = (column: number) => Math.max(0, ...rows.map((row) => row[column]!.length));
  const [first, second, third] = [width(0), width(1), width(2)];
  return rows.map((row) =>
    `  ${row[0]!.padEnd(first)}  ${row[1]!.padStart(second)} ${row[2]!.padEnd(third)}  ${row[3]}`.trimEnd(),
  );
}
