import { hostname } from 'node:os';
import { createSender } from '../alerts/sender.ts';
import { startAlerts } from '../alerts/worker.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { firstBatchSince } from '../changes/batches.ts';
import type { Config } from '../config/config.ts';
import type { ControlStore } from '../control/store.ts';
import { numbersByTier, type Tier } from '../domain/tier.ts';
import { systemClock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { secureRng } from '../kernel/rng.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import type { StreamHub } from '../streams/hub.ts';
import { openFaults } from './faults.ts';

/** How many alerts accounts may have, and where these may send. */
export function alertTerms({ alertRules, alertAddresses }: Pick<Config, 'alertRules' | 'alertAddresses'>) {
  const rules = numbersByTier(alertRules)!;
  return { rulesOf: (tier: Tier) => rules[tier], policy: { allowsPrivate: alertAddresses === 'any' } };
}

/** Sends alerts, where no other process on the same stores does, and none of a moment that is over. */
export function openAlerts(parts: {
  config: Config;
  control: ControlStore;
  analytics: Pick<AnalyticsStore, 'rows'>;
  hub: StreamHub;
  /** That moment; undefined where that is the clock's. */
  nowMs: number | undefined;
  log: Log;
  shutdown: Shutdown;
}): void {
  const { config, control, analytics, hub, nowMs, log, shutdown } = parts;
  if (nowMs !== undefined) return;
  const { rulesOf, policy } = alertTerms(config);
  const faults = openFaults('alerts', log, shutdown);
  const worker = startAlerts({
    ...{ control, hub, rulesOf, rng: secureRng, send: createSender({ policy }) },
    batchSince: (timeMs) => firstBatchSince(analytics, timeMs),
    // Messages are signed, and tried again, by the real time, also where the data are of another day.
    clock: systemClock,
    holder: `tidemark serve (pid ${process.pid} on ${hostname()})`,
    onOff: (alert, reason) => log.warn({ alert, reason }, 'an alert was switched off'),
    onError: (err) => faults.report('alerts', { err }, 'alerts are held up; trying again'),
  });
  shutdown.register('alerts', () => worker.close());
}
