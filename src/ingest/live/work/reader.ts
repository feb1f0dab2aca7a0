import type { Clock } from '../../../kernel/clock.ts';
import type { Timers } from '../../../kernel/timers.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import type { InfoClient } from '../../sources/hyperliquid/info-client.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import type { FeedWatch } from '../coverage/feed-watch.ts';
import type { TrackedWallet } from '../wallets/tracked-wallet.ts';

/** What every reading of facts by REST works with. */
export interface ReaderParts {
  info: InfoClient;
  facts: FactWriter;
  watch: FeedWatch;
  clock: Clock;
  signal: AbortSignal;
  /** The machine's where absent. */
  timers?: Timers;
}

/** Reads something of a wallet and stores it. @throws InfoError, or where rows could not be stored */
export type WalletReader = (wallet: TrackedWallet, staleness: Staleness) => Promise<void>;
