import { rmSync } from 'node:fs';
import { writeRowsFile } from '../analytics/arrow-rows.ts';
import type { BatchStore } from './batch-store.ts';
import type { Journal } from './journal.ts';
import type { RejectedRecord } from './source.ts';

/** Inserts records into quarantine, within the writer's turn. */
export async function writeQuarantine(
  store: BatchStore,
  journal: Journal,
  rejected: readonly RejectedRecord[],
): Promise<void> {
  // A file number that no batch has; only one such file exists at a time within the turn.
  const file = journal.rowsPath(-1);
  await writeRowsFile(
    file,
    rejected.map(({ source, line, event, reason, raw }) => ({ source, line, event, reason, raw })),
  );
  await store.insertRows({
    file,
    structure: 'source String, line Int64, event Int64, reason String, raw String',
    target: 'quarantine (source, line, event, reason, raw, time)',
    select: "source, line, event, reason, raw, now64(3, 'UTC')",
    token: '',
  });
  rmSync(file, { force: true });
}
