import { hostname } from 'node:os';
import type { ControlStore } from '../control/store.ts';
import { type JobSources, jobCatalogue } from '../jobs/job-catalogue.ts';
import { startSchedule } from '../jobs/schedule.ts';
import { rfc3339 } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import { openFaults } from './faults.ts';

const closeTimeoutMs = 30_000;

/** Starts the scheduled jobs; each runs in one process at a time of all on the same stores. */
export async function openSchedule(parts: {
  sources: JobSources;
  /** Suffix of a copy's job names: a copy's jobs are separate from those of the store. */
  copy?: string | undefined;
  control(): Promise<ControlStore>;
  log: Log;
  shutdown: Shutdown;
}): Promise<void> {
  const { sources, copy, control, log, shutdown } = parts;
  const { clock } = sources;
  const faults = openFaults('the jobs', log, shutdown);
  const schedule = startSchedule({
    jobs: jobCatalogue(sources).map((job) => ({
      ...job,
      name: copy === undefined ? job.name : `${job.name} of ${copy}`,
    })),
    runs: (await control()).jobs,
    clock,
    holder: `tidemark serve (pid ${process.pid} on ${hostname()})`,
    onVoid: (job, what) => log.warn({ job, ...what }, 'a claim with a future time is void'),
    onDone: (job, toMs) => log.info({ job, to: rfc3339(toMs) }, 'job done'),
    onError: (job, err) => faults.report(job, { job, err }, 'a job failed; trying again in a minute'),
  });
  shutdown.register('jobs', () => schedule.close(), closeTimeoutMs);
}
