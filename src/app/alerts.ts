import { hostname } from 'node:os';
import { attemptOutcomes } from '../alerts/deliverer.ts';
import { createSender } from '../alerts/sender.ts';
import type { AlertTerms } from '../alerts/terms.ts';
import { startAlerts } from '../alerts/worker.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { Boards } from '../boards/boards.ts';
import { cohortMembers } from '../boards/trader-cohorts.ts';
import { firstBatchSince } from '../changes/batches.ts';
import type { ControlStore } from '../control/store.ts';
import type { AlertMetrics } from '../http/metrics/alert-metrics.ts';
import { systemClock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { secureRng } from '../kernel/rng.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import type { StreamHub } from '../streams/hub.ts';
import { openFaults } from './faults.ts';

/** Sends alerts, unless another process on the same stores does. Sends none if the service answers as of a past moment. */
export async function openAlerts(
  parts: {
    /** Shared with the operations. */
    alerts: AlertTerms;
    control(): Promise<ControlStore>;
    analytics: Pick<AnalyticsStore, 'rows'>;
    boards: Boards;
    hub: StreamHub;
    /** The past moment to answer as of; undefined follows the clock. */
    nowMs: number | undefined;
  },
  log: Log,
  shutdown: Shutdown,
): Promise<AlertMetrics | undefined> {
  const { alerts: terms, boards, control, analytics, hub, nowMs } = parts;
  // Only a server knows the members of a cohort.
  terms.cohorts = (...params) => cohortMembers(boards, ...params);
  if (nowMs !== undefined) return undefined;
  const { rulesOf, policy } = terms;
  const faults = openFaults('alerts', log, shutdown);
  const attempts: Record<string, number> = Object.fromEntries(attemptOutcomes.map((one) => [one, 0]));
  const store = await control();
  const worker = startAlerts({
    control: store,
    hub,
    rulesOf,
    rng: secureRng,
    send: createSender({ policy }),
    batchSince: (timeMs) => firstBatchSince(analytics, timeMs),
    // Signatures and retries use real time, even if the data are of a past day.
    clock: systemClock,
    holder: `tidemark serve (pid ${process.pid} on ${hostname()})`,
    onAttempt: (outcome) => {
      attempts[outcome]! += 1;
    },
    onOff: (alert, reason) => log.warn({ alert, reason }, 'an alert was switched off'),
    onError: (err) => faults.report('alerts', { err }, 'alerts are delayed; trying again'),
  });
  shutdown.register('alerts', () => worker.close());
  return { attempts, figures: () => store.alerts.alertFigures() };
}
