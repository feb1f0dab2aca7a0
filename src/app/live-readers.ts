import { onLane } from '../analytics/on-lane.ts';
import { keepLiveDetails } from '../ingest/facts/fact-retention.ts';
import { type Connector, startConnector } from '../ingest/live/connector.ts';
import { type FollowerOptions, type NodeFollower, startFollower } from '../ingest/node/follower.ts';
import type { OpenPositions } from '../ingest/node/info/account-plan.ts';
import { type NodeInfo, openNodeInfo } from '../ingest/node/info/node-info.ts';
import { systemClock } from '../kernel/clock.ts';
import { type ExchangeReads, MarketReadError } from '../market/market.ts';
import type { LiveParts } from './live.ts';
import { type ExchangeAddresses, infoUrlOf } from './live-source.ts';

/** Readers of this process; each is present if configured. */
export interface Readers {
  connector?: Connector;
  follower?: NodeFollower;
  info?: NodeInfo;
}

export interface ReaderWires {
  /** Undefined if no exchange is read. */
  addresses: ExchangeAddresses | undefined;
  /** Called after fills of a node were stored. */
  stored(): void;
  /** The wallets with open positions; undefined until known. */
  open(): OpenPositions | undefined;
}

const handOverMs = 2_000;

/** Leaves no reader open if it rejects. */
export async function openReaders(parts: LiveParts, wires: ReaderWires): Promise<Readers> {
  const readers: Readers = {};
  try {
    const info = await openInfo(parts, wires, readers);
    if (info !== undefined) readers.info = info;
    if (wires.addresses !== undefined) {
      readers.connector = await openConnector(parts, wires.addresses, readers);
      parts.log.info({ url: wires.addresses.url }, 'reading the exchange');
    }
    const follower = openFollower(parts, wires, readers);
    if (follower !== undefined) readers.follower = follower;
    return readers;
  } catch (error) {
    await closeReaders(readers);
    throw error;
  }
}

/** Closes the readers, which store their pending data first. */
export async function closeReaders({ connector, follower, info }: Readers): Promise<void> {
  await Promise.all([connector?.close(), follower?.close(), info?.close()]);
}

/** Reads single wallets from the node if it answers, everything else from the exchange if one is configured. */
export function readsOf({ connector, info }: Readers): ExchangeReads | undefined {
  if (info === undefined) return connector?.reads;
  return {
    async wallet(wallet) {
      if (connector === undefined) return info.wallet(wallet);
      if (!info.isServing()) return connector.reads.wallet(wallet);
      return info.wallet(wallet).catch(() => connector.reads.wallet(wallet));
    },
    async book(coin) {
      if (connector !== undefined) return connector.reads.book(coin);
      throw new MarketReadError('unavailable', "a node's info server has no books");
    },
  };
}

function openFollower(parts: LiveParts, { stored }: ReaderWires, readers: Readers): NodeFollower | undefined {
  const { config, batches, ledger, journalDir, log } = parts;
  const { nodeDir: dir, nodeCommitMs: leastRestMs } = config;
  if (dir === undefined) return undefined;
  log.info({ dir }, "following a node's files");
  const onMoved: FollowerOptions['onMoved'] = (moved) => readers.connector?.noteMoved(moved);
  const of = { dir, journalDir, leastRestMs, store: batches, ledger, log };
  return startFollower({ ...of, onStored: stored, onMoved });
}

/** Reads account states from a node: wallets with open positions in a loop, any wallet on request. */
async function openInfo(
  parts: LiveParts,
  { open }: ReaderWires,
  readers: Readers,
): Promise<NodeInfo | undefined> {
  const { config, analytics, journalDir, market, log } = parts;
  const { nodeInfo: url, source } = config;
  if (url === undefined) return undefined;
  log.info({ url }, "reading account states from a node's info server");
  return openNodeInfo({
    url,
    journalDir,
    open,
    log,
    clock: systemClock,
    analytics: onLane(analytics, 'live'),
    memory: market.memory,
    readsMarkets: source === 'node',
    onState: (...stored) => readers.connector?.takeState(...stored),
    onSpot: (...stored) => readers.connector?.takeSpot(...stored),
  });
}

async function openConnector(
  parts: LiveParts,
  addresses: ExchangeAddresses,
  readers: Readers,
): Promise<Connector> {
  const { info } = readers;
  const { config, analytics, batches, journalDir, market, log } = parts;
  await keepLiveDetails(analytics, config.liveDays);
  const { url, wsUrl, limits, completeToMs } = addresses;
  return startConnector({
    infoUrl: infoUrlOf(url),
    feedUrl: wsUrl,
    analytics: onLane(analytics, 'live'),
    batches,
    journalDir,
    log,
    memory: market.memory,
    elsewhere: {
      fills: config.nodeDir !== undefined,
      states: () => info?.isServing() === true,
      ledgerFromMs: () => {
        const state = readers.follower?.state('ledger');
        return state?.phase === 'following' ? state.wholeFromMs : undefined;
      },
    },
    // Other processes see a change at their next poll; an embedded store sees it at its next start.
    ...(analytics.kind === 'clickhouse' && { pace: { handOverMs } }),
    ...(limits && { limits }),
    ...(completeToMs !== undefined && { completeToMs }),
  });
}
