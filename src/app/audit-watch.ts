import type { AnalyticsStore } from '../analytics/store.ts';
import { newestAudit } from '../jobs/stored-audits.ts';
import { rfc3339 } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';

export async function openAuditWatch(analytics: AnalyticsStore, log: Log) {
  let audit = await newestAudit(analytics);
  return {
    /** True if the newest audit found no differences, or none has run; else its findings. */
    audited(): true | string {
      if (audit === undefined || audit.differences === 0) return true;
      const { finishedMs, differences, first } = audit;
      return `${differences} values differ from the fills, by the audit of ${rfc3339(finishedMs)}, the first ${first}; see \`tidemark audit\``;
    },
    differences: () => audit?.differences,
    async look(): Promise<void> {
      const before = audit?.finishedMs;
      audit = await newestAudit(analytics);
      if (audit !== undefined && audit.finishedMs !== before && audit.differences > 0)
        log.warn(audit, 'the audit found values that differ from the fills');
    },
  };
}
