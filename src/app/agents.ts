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

/** Caller of a local `tidemark mcp` on a data directory; it has no API key. */
export const localCaller: Caller = {
  accountId: 'local',
  keyId: 'local',
  keyHash: '0'.repeat(64),
  tier: 'enterprise',
  limits: tierLimits.enterprise,
  billing: activeBilling,
};

const docs = new URL('../../docs/', import.meta.url);

/** All tools and resources for agents, whether this process or a remote service answers. */
export function openMcp(log: Log) {
  const resources = createResources((name) => readFile(new URL(`${name}.md`, docs), 'utf8'), toolCatalogue);
  return createMcp({ tools: toolCatalogue, resources, version, log });
}

export function openAgents(log: Log) {
  return createHttpSurface(openMcp(log), log);
}
