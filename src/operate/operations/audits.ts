import { Type } from 'typebox';
import { differenceCauses } from '../../jobs/position-audit.ts';
import { count, instant, operation, text } from '../operation.ts';

const progress = Type.Object({ table: text, tablesDone: count, tables: count });

/** Recomputes every rollup from raw fills. @throws Error where it was aborted or the store fails */
export const audit = operation({
  name: 'audit',
  method: 'POST',
  path: '/admin/v1/jobs/audit',
  operationId: 'jobs-audit',
  summary: 'recomputes every rollup from raw fills',
  output: Type.Object({
    differences: Type.Array(
      Type.Object({ table: text, key: text, column: text, stored: text, recomputed: text }),
    ),
    differencesTotal: count,
    tables: count,
    unfilled: Type.Array(text, { description: 'Derived tables that are still being filled: not compared.' }),
    rowsCompared: count,
    fills: count,
    seconds: Type.Number(),
  }),
  progress,
  async run({ fills, journalDir }, _, { onProgress, signal }) {
    const jobs = await import('../../jobs/audit.ts');
    const { recordAudit } = await import('../../jobs/stored-audits.ts');
    const { between } = await import('../../ingest/recover.ts');
    const { openJournal } = await import('../../ingest/journal.ts');
    const { analytics, batches } = await fills();
    // Between two batches of this process; on servers others write, too.
    const inTurn = analytics.kind === 'chdb' ? between(batches, openJournal(journalDir)) : undefined;
    const found = await jobs.audit(analytics, onProgress, signal, { inTurn });
    await recordAudit(analytics, found);
    return found;
  },
});

/** Compares positions folded from fills with the newest states of accounts. @throws as `audit` */
export const auditPositions = operation({
  name: 'auditPositions',
  method: 'POST',
  path: '/admin/v1/jobs/audit-positions',
  operationId: 'jobs-auditPositions',
  summary: 'compares positions folded from fills with the newest states of accounts',
  output: Type.Object({
    differences: Type.Array(
      Type.Object({
        ...{ wallet: text, coin: text, folded: text, told: text, stateAt: instant },
        cause: Type.Enum(differenceCauses),
      }),
      { description: 'The first 1000. Sizes are signed, in coins.' },
    ),
    differencesTotal: count,
    accounts: count,
    positions: count,
    seconds: Type.Number(),
  }),
  progress,
  async run({ fills }, _, { onProgress, signal }) {
    const jobs = await import('../../jobs/position-audit.ts');
    return jobs.auditPositions((await fills()).analytics, onProgress, signal);
  },
});
