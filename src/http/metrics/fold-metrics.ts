import { Counter, Gauge, type Registry } from 'prom-client';
import type { FoldState } from '../../lifecycles/fold-watch.ts';

/** A metric of a state; without a sample if the value is not finite. */
export interface StateMetric<State> {
  name: string;
  help: string;
  value(state: State): number;
}

const metrics: StateMetric<FoldState>[] = [
  {
    name: 'tidemark_lifecycles_lag_seconds',
    help: 'Lag of the lifecycles behind the stored fills; absent until they are first complete.',
    value: ({ lagMs }) => lagMs / 1_000,
  },
  {
    name: 'tidemark_lifecycles_folded_fills_total',
    help: 'Folded fills, repeats included.',
    value: ({ fills }) => fills,
  },
  {
    name: 'tidemark_lifecycles_fold_seconds_total',
    help: 'Time spent folding; fills divided by it are the rate.',
    value: ({ busyMs }) => busyMs / 1_000,
  },
  {
    name: 'tidemark_lifecycles_written_rows_total',
    help: 'Written rows of lifecycles.',
    value: ({ rows }) => rows,
  },
  {
    name: 'tidemark_lifecycles_fold_failures_total',
    help: 'Failed and repeated turns of the fold.',
    value: ({ failures }) => failures,
  },
];

/** Shows this process's fold; without samples while another process folds. */
export function showFoldMetrics(registry: Registry, read: () => FoldState | undefined): void {
  showStateMetrics(registry, metrics, read);
}

/** Shows metrics of a state; without samples while the state is undefined. Names in `_total` are counters. */
export function showStateMetrics<State>(
  registry: Registry,
  metrics: readonly StateMetric<State>[],
  read: () => State | undefined,
): void {
  for (const { name, help, value } of metrics) {
    const options = { name, help, registers: [registry] };
    const shown = () => {
      const state = read();
      const number = state === undefined ? Number.NaN : value(state);
      return Number.isFinite(number) ? number : undefined;
    };
    if (name.endsWith('_total')) {
      new Counter({
        ...options,
        collect() {
          const number = shown();
          this.reset();
          if (number !== undefined) this.inc(number);
        },
      });
    } else {
      new Gauge({
        ...options,
        collect() {
          const number = shown();
          if (number === undefined) this.remove();
          else this.set(number);
        },
      });
    }
  }
}
