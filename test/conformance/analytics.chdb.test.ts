import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openChdb } from '../../src/analytics/chdb.ts';
import { analyticsConformance, storeSizes } from './analytics.ts';

analyticsConformance('chDB', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-chdb-'));
  const { readConnections: readSessions, queueLimit } = storeSizes;
  return {
    open: () => openChdb({ dir, database: 'conformance', readSessions, queueLimit }),
    stop: async () => rmSync(dir, { recursive: true, force: true }),
  };
});
