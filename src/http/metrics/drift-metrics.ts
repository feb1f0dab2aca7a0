import { Counter, type Registry } from 'prom-client';
import type { Drift } from '../../wire/drift.ts';

/** Labels are names and values of the exchange's payloads, bounded in length and number by {@link Drift}. */
export function showDriftMetrics(registry: Registry, drift: Drift): void {
  new Counter({
    name: 'tidemark_exchange_unknown_fields_total',
    help: 'Fields of records of the exchange that Tidemark does not know, by payload and field.',
    labelNames: ['payload', 'field'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { payload, field, value, count } of drift.state().entries)
        if (value === undefined) this.inc({ payload, field }, count);
    },
  });
  new Counter({
    name: 'tidemark_exchange_unknown_values_total',
    help: 'Values of known fields of the exchange, such as types and directions, that Tidemark does not know.',
    labelNames: ['payload', 'field', 'value'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { payload, field, value, count } of drift.state().entries)
        if (value !== undefined) this.inc({ payload, field, value }, count);
    },
  });
}
