import { Counter, type Registry } from 'prom-client';

export interface CountsMetricOptions {
  registry: Registry;
  name: string;
  help: string;
  label: string;
  /** Counts by label value; read at each scrape, so counting costs one addition. */
  counts: Readonly<Record<string, number>>;
}

export function showCounts({ registry, name, help, label, counts }: CountsMetricOptions): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, count] of Object.entries(counts)) this.inc({ [label]: value }, count);
    },
  });
}
