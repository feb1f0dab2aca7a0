import { Gauge, type Registry } from 'prom-client';
import type { AlertFigures } from '../../control/alert-store.ts';
import { singleFlight } from '../../kernel/single-flight.ts';
import { showCounts } from './counts-metric.ts';

export interface AlertMetrics {
  figures(): Promise<AlertFigures>;
  /** Attempts of this process, by outcome. */
  attempts: Readonly<Record<string, number>>;
}

/** Shows the stored alerts and this process's attempts. The stored ones have no samples while the store is down. */
export function showAlertMetrics(registry: Registry, { figures, attempts }: AlertMetrics): void {
  // All gauges of a scrape share one reading.
  const { run } = singleFlight(figures);
  const read = () => run().catch(() => undefined);
  showCounts({
    registry,
    counts: attempts,
    label: 'outcome',
    name: 'tidemark_alerts_attempts_total',
    help: 'Attempts of this process to deliver a message: delivered, failed, throttled, or gave_up, after which the alert is switched off.',
  });
  new Gauge({
    name: 'tidemark_alerts_rules',
    help: 'Alerts by their state.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const found = await read();
      this.reset();
      for (const [state, rules] of Object.entries(found?.rules ?? {})) this.set({ state }, rules);
    },
  });
  const single = (name: string, help: string, of: (found: AlertFigures) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await read();
        if (found === undefined) this.remove();
        else this.set(of(found));
      },
    });
  single('tidemark_alerts_waiting', 'Pending messages of alerts.', ({ waiting }) => waiting);
  single(
    'tidemark_alerts_oldest_waiting_seconds',
    'Time since the oldest pending message of active alerts was first due; 0 without one.',
    ({ oldestMs }) => oldestMs / 1_000,
  );
}
