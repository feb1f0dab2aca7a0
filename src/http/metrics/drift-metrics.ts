import { Counter, type Registry } from 'prom-client';
import type { Drift } from '../../wire/drift.ts';

/** Labels are names of the exchange's payloads and fields, bounded in length and number by {@link Drift}. */
export function showDriftMetrics(registry: Registry, drift: Drift): void {
  new Counter({
    name: 'tidemark_exchange_unknown_fields_total',
    help: 'Fields of live records of the exchange that Tidemark does not know, by payload and field.',
    labelNames: ['payload', 'field'],
    registers: [registry],
    collect() {
      this.reset();
      const { entries } = drift.state();
      for (const { payload, field, count } of entries) this.inc({ payload, field }, count);
    },
  });
}
