import { readFile } from 'node:fs/promises';
import type { Caller } from '../access/caller.ts';
import { activeBilling } from '../control/billing-state.ts';
import { tierLimits } from '../domain/tier.ts';
import type { Log } from '../kernel/log.ts';
import { createHttpSurface } from '../mcp/server/http-surface.ts';
import { createMcp } from '../mcp/server/mcp-server.ts';
import { createResources } from '../mcp/server/resources.ts';
import { toolCatalogue } from '../mcp/tool-catalogue.ts';
import { version } from '../version.ts';

/** Who starts `tidemark mcp` on a data directory. No key stands behind it. */
export const localCaller: Caller = {
  accountId: 'local',
  keyId: 'local',
  keyHash: '0'.repeat(64),
  tier: 'enterprise',
  limits: tierLimits.enterprise,
  billing: activeBilling,
};

const docs = new URL('../../docs/', import.meta.url);

/** Everything that agents are offered, by this process or by a service elsewhere. */
export function openMcp(log: Log) {
  const resources = createResources((name) => readFile(new URL(`${name}.md`, docs), 'utf8'), toolCatalogue);
  return createMcp({ tools: toolCatalogue, resources, version, log });
}

/** The same, as the server mounts it. */
export function openAgents(log: Log) {
  return createHttpSurface(openMcp(log), log);
}
