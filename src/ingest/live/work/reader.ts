import type { Clock } from '../../../kernel/clock.ts';
import type { Timers } from '../../../kernel/timers.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import type { InfoClient } from '../../sources/hyperliquid/info-client.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import type { FeedWatch } from '../coverage/feed-watch.ts';
import type { TrackedWallet } from '../wallets/tracked-wallet.ts';

export interface ReaderParts {
  info: InfoClient;
  facts: FactWriter;
  watch: FeedWatch;
  clock: Clock;
  signal: AbortSignal;
  timers?: Timers;
}

/** Reads data of a wallet and stores them. @throws InfoError, or an error of the store */
export type WalletReader = (wallet: TrackedWallet, staleness: Staleness) => Promise<void>;
