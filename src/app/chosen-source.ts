import { newLivePlan, simulationModel } from '../../packages/exchange-simulator/src/live/live-plan.ts';
import type { Config } from '../config/config.ts';
import { checkInfoServer } from '../ingest/node/info/probe.ts';
import { findNodeDirs } from '../ingest/node/node-dir.ts';
import { systemClock } from '../kernel/clock.ts';
import { checkSource, readDataMark, type SimulatedMark, writeDataMark } from '../operate/data-mark.ts';
import { checkExchange, markExchange } from '../operate/store-mark.ts';
import type { LiveSource, SourceParts } from './live-source.ts';
import { openSimulated } from './simulated-source.ts';

/**
 * Opens the configured source and marks the data with its name.
 *
 * @throws MixedData if the data directory or the shared store holds data of another source; Error if the given directory or server
 * is not that of a node
 */
export async function openLiveSource(parts: SourceParts): Promise<LiveSource | undefined> {
  const { config } = parts;
  const { source, dataDir, seed } = config;
  checkNodeDir(config);
  await checkNodeInfo(config);
  if (config.clickhouseUrl !== undefined) return source === 'none' ? undefined : await openShared(parts);
  const mark = readDataMark(dataDir);
  const hasFills = source === 'simulated' && mark === undefined && (await parts.hasFills());
  checkSource({ dataDir, mark, source, seed, model: simulationModel, hasFills });
  if (source === 'none') return undefined;
  if (source !== 'simulated') {
    // A node's files come from the same exchange.
    if (mark === undefined) writeDataMark(dataDir, { source: 'hyperliquid' });
    return openExchange(config);
  }
  return openSimulated(parts, mark?.source === 'simulated' ? mark : newMark(config.seed));
}

/**
 * Refuses a mistyped directory at start. Accepts an empty directory, or one with other records of a node, and waits for the files.
 *
 * @throws Error with the content found and the content expected
 */
function checkNodeDir({ nodeDir }: Config): void {
  if (nodeDir === undefined) return;
  const found = findNodeDirs(nodeDir);
  if ('fault' in found && !found.isAwaited) throw new Error(`${found.fault} (--node-dir, TIDEMARK_NODE_DIR)`);
}

/** @throws Error if the address does not answer as a node's info server */
async function checkNodeInfo({ nodeInfo }: Config): Promise<void> {
  if (nodeInfo === undefined) return;
  try {
    await checkInfoServer(nodeInfo);
  } catch (error) {
    throw new Error(`${(error as Error).message} (--node-info, TIDEMARK_NODE_INFO)`, { cause: error });
  }
}

function openExchange(config: Config): LiveSource {
  if (config.source === 'node') return { history: undefined, addresses: undefined, pending: () => undefined };
  const { exchangeUrl: url, exchangeWs: wsUrl, exchangeWeight, liveWallets } = config;
  const limits = {
    weightPerMinute: exchangeWeight,
    trackedWallets: liveWallets,
  };
  const addresses = Promise.resolve({ url, wsUrl, limits });
  return { history: undefined, addresses, pending: () => undefined };
}

/** On servers the store itself holds the mark: its data come from one exchange, whichever process reads it. */
async function openShared({ config, analytics, journalDir }: SourceParts): Promise<LiveSource> {
  const { exchangeUrl } = config;
  await checkExchange(analytics, exchangeUrl);
  return {
    ...openExchange(config),
    async mark() {
      // Another process may have written the mark in the meantime.
      const isMarked = await checkExchange(analytics, exchangeUrl);
      if (!isMarked) await markExchange(analytics, exchangeUrl, journalDir);
    },
  };
}

function newMark(seed = '1'): SimulatedMark {
  return { source: 'simulated', model: simulationModel, ...newLivePlan(seed, systemClock.nowMs()) };
}
