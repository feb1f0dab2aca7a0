import { Type } from 'typebox';
import { given } from './setting.ts';

/** Where `serve` takes live data from. */
export const liveSources = ['none', 'hyperliquid', 'node', 'simulated'] as const;

export type LiveSource = (typeof liveSources)[number];

export const sourceSettings = {
  source: Type.Enum(liveSources, {
    ...given({
      env: 'TIDEMARK_SOURCE',
      flag: '--source',
      description:
        "Source of live data for `serve`: the exchange, only a node's files, a simulated exchange, or none, which serves imported data",
    }),
    default: 'none',
  }),
  nodeDir: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_NODE_DIR',
        flag: '--node-dir',
        description:
          'Output directory of a node, such as `~/hl/data`, for the fills of all wallets; for the sources `node` and `hyperliquid`',
        defaultNote: 'none',
      }),
      format: 'path',
    }),
  ),
  nodeCommitMs: Type.Integer({
    ...given({
      env: 'TIDEMARK_NODE_COMMIT_MS',
      description:
        "Least milliseconds between two commits of a node's records: more saves processor time and makes answers older; 0 lets commits use a quarter of the time",
    }),
    minimum: 0,
    maximum: 30_000,
    default: 0,
  }),
  nodeInfo: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_NODE_INFO',
        flag: '--node-info',
        description:
          "Info server of a node (`--serve-info`), such as `http://127.0.0.1:3001/info`, for account states without the exchange's weight; for the sources `node` and `hyperliquid`",
        defaultNote: 'none',
      }),
      format: 'node-info-url',
    }),
  ),
  exchangeUrl: Type.String({
    ...given({
      env: 'TIDEMARK_EXCHANGE_URL',
      flag: '--exchange-url',
      description: 'REST address of the exchange, for the source `hyperliquid`',
    }),
    format: 'exchange-url',
    default: 'https://api.hyperliquid.xyz',
  }),
  exchangeWs: Type.String({
    ...given({
      env: 'TIDEMARK_EXCHANGE_WS',
      flag: '--exchange-ws',
      description: 'WebSocket address of the exchange, for the source `hyperliquid`',
    }),
    format: 'ws-url',
    default: 'wss://api.hyperliquid.xyz/ws',
  }),
  exchangeWeight: Type.Integer({
    ...given({
      env: 'TIDEMARK_EXCHANGE_WEIGHT',
      flag: '--exchange-weight',
      description:
        'REST weight a minute, for the source `hyperliquid`: the exchange allows 1200 for all programs of an IP address',
    }),
    // The dearest request, a full page of fills, must fit.
    minimum: 120,
    maximum: 1_000_000,
    default: 1_200,
  }),
  liveWallets: Type.Integer({
    ...given({
      env: 'TIDEMARK_LIVE_WALLETS',
      description:
        'Maximum tracked wallets, for the source `hyperliquid`; further active wallets replace idle ones, or are counted and left out',
    }),
    minimum: 100,
    maximum: 500_000,
    default: 50_000,
  }),
  liveDays: Type.Integer({
    ...given({
      env: 'TIDEMARK_LIVE_DAYS',
      description:
        'Days that public trades, books, and minute contexts and candles of a live source are kept; 0 keeps them for ever',
    }),
    minimum: 0,
    maximum: 3_650,
    default: 0,
  }),
  seed: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_SEED',
        flag: '--seed',
        description: 'Seed of the simulated exchange; a data directory keeps its own',
        defaultNote: '1',
      }),
      pattern: '^[A-Za-z0-9._-]{1,64}$',
    }),
  ),
};
