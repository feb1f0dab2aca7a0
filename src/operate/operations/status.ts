import { Type } from 'typebox';
import { count, instant, maybe, operation, text } from '../operation.ts';

export const status = operation({
  name: 'status',
  method: 'GET',
  path: '/admin/v1/status',
  operationId: 'service-status',
  summary: 'version, process, data directory',
  output: Type.Object({ version: text, pid: count, command: text, dataDir: maybe(text), startedAt: instant }),
  run: async (stores) => stores.status,
});
