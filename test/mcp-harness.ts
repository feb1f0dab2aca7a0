import { cohortMembers } from '../src/boards/trader-cohorts.ts';
import { loadConfig } from '../src/config/config.ts';
import type { Tier } from '../src/domain/tier.ts';
import { catalogue } from '../src/endpoints/catalogue.ts';
import { fixedClock } from '../src/kernel/clock.ts';
import { createLog } from '../src/kernel/log.ts';
import { createHttpSurface } from '../src/mcp/server/http-surface.ts';
import { createMcp } from '../src/mcp/server/mcp-server.ts';
import { createResources } from '../src/mcp/server/resources.ts';
import { toolCatalogue } from '../src/mcp/tool-catalogue.ts';
import { createStreamHub } from '../src/streams/hub.ts';
import { streamLimitsOf } from '../src/streams/stream-limits.ts';
import { startToys } from './contract/toys.ts';
import { type EndpointHarness, type HarnessOptions, openEndpointHarness } from './endpoint-harness.ts';
import { connectMcp, type McpClient } from './mcp-client.ts';
import { untilFound } from './until.ts';

/** All tools over HTTP, on endpoints over a store with a test's data. */
export interface McpHarness extends McpClient {
  readonly engine: EndpointHarness;
  readonly url: string;
  /** A client of another tier. */
  as(tier: Tier): Promise<McpClient>;
}

export async function openMcpHarness(options: HarnessOptions): Promise<McpHarness> {
  const opened = new AsyncDisposableStack();
  try {
    const engine = await openEndpointHarness(options);
    opened.defer(() => engine.close());
    // The first request starts reading them, which on a busy machine takes longer than a request waits.
    const { archetypes } = engine.sources;
    if (options.lifecycles)
      await untilFound('closed lifecycles', () => archetypes.closers().catch(() => undefined));
    const log = createLog({ level: 'error' });
    const resources = createResources(async (name) => name, toolCatalogue);
    const mcp = createMcp({ tools: toolCatalogue, resources, version: '0.0.0', log });
    const clock = fixedClock(options.nowMs);
    const hub = createStreamHub({
      feed: engine.feed,
      store: engine.store,
      clock,
      cohorts: (...params) => cohortMembers(engine.sources.boards, ...params),
      onError: (err) => log.error({ err }, 'streams'),
    });
    opened.defer(() => hub.close());
    const toy = await startToys(catalogue, {
      sources: engine.sources,
      clock,
      streams: { hub, limits: streamLimitsOf(loadConfig({}, {})) },
      agents: createHttpSurface(mcp, log),
      log,
    });
    opened.defer(() => toy.server.close(0));
    const as: McpHarness['as'] = async (tier) => {
      const client = await connectMcp(toy.url, { 'X-API-Key': `key-${tier}` });
      opened.defer(() => client.close());
      return client;
    };
    const client = await as('enterprise');
    return { ...client, engine, url: toy.url, as, close: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}
