import { Type } from 'typebox';
import { count, instant, maybe, operation, type ResultOf, text } from '../operation.ts';

const owner = Type.Object({
  version: text,
  pid: count,
  /** Command that owns the data: `serve`, `import`, `audit` … */
  command: text,
  /** Absent where the stores are servers. */
  dataDir: maybe(text),
  startedAt: instant,
});

export type OwnerStatus = ResultOf<{ output: typeof owner }>;

/** Who answers the operations. */
export const status = operation({
  name: 'status',
  method: 'GET',
  path: '/admin/v1/status',
  operationId: 'service-status',
  summary: 'version, process, data directory',
  output: owner,
  run: async (stores) => stores.status,
});
