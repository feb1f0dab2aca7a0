import type { AccountState } from '../wire/clearinghouse-state.ts';
import type { Listing } from './listing.ts';
import type { MarketBook, MarketCandle, MarketContext } from './observation.ts';

/**
 * The market port: what is listed, the newest state of every market, and single wallets and books read from the exchange
 * when they are asked for. Two adapters feed it: the connector of this process (`ingest/live/markets/`), and the store, for
 * processes that read no exchange (`stored-market.ts`). One conformance suite: `test/conformance/market.ts`.
 *
 * Nothing but the reads waits: newest states are in memory. What was never published is undefined.
 */
export interface Market {
  readonly listing: Listing;
  /** The newest context of a coin in the exchange's own spelling. */
  context(coin: string): MarketContext | undefined;
  /** The newest context of every market that has one, in no order. */
  contexts(): Iterable<MarketContext>;
  /**
   * What a unit of a coin is worth, the same for all who ask: the mark of a context of the last five minutes, else its newest
   * trade, from the feed or among stored fills; undefined where there is neither.
   */
  mark(coin: string): Mark | undefined;
  /** The newest published book of a coin. How old it may be is the caller's affair: see {@link Market.readBook}. */
  book(coin: string): MarketBook | undefined;
  /**
   * The newest candle of a coin, which may still be open.
   *
   * @param interval as the exchange names it. `1m` is as new as its stream; `1h` and `1d` come by REST, hours apart: their
   *   open ones are made of minutes.
   */
  candle(coin: string, interval: string): MarketCandle | undefined;
  /** False where the process reads no exchange, but an archive or a node alone: no context or book becomes newer by itself. */
  readonly hasSource: boolean;
  /** When the newest of each part was observed, unix milliseconds; absent where there never was one. */
  observed(): MarketObserved;
  /**
   * One wallet's accounts on all dexes, as the exchange reports them now: at most a second old, read once however many ask.
   *
   * @param wallet lower-case address
   * @param signal of the caller alone: the reading goes on for the others
   * @throws MarketReadError; the signal's reason
   */
  readWallet(wallet: string, options?: ReadOptions): Promise<WalletState>;
  /**
   * The book of a coin, at most a second old: the published one where it is new enough, else read once however many ask.
   *
   * @param coin in the exchange's own spelling
   * @throws MarketReadError; the signal's reason
   */
  readBook(coin: string, options?: ReadOptions): Promise<MarketBook>;
}

export interface ReadOptions {
  signal?: AbortSignal;
}

/** A price and what it rests on (`docs/methodology.md`). */
export interface Mark {
  /** In units of the collateral, the exchange's text. */
  px: string;
  basis: 'context' | 'trade';
  observedAtMs: number;
  ageMs: number;
}

/** Observations by their part, unix milliseconds. */
export interface MarketObserved {
  /** Contexts of perps: marks, oracles, funding, open interest. */
  marks?: number;
  /** Contexts of spot pairs and outcomes. */
  spot?: number;
  books?: number;
  /** Candles of a minute. */
  candles?: number;
  trades?: number;
}

/** One wallet on all dexes, in the exchange's own texts. */
export interface WalletState {
  wallet: string;
  /** When the answers were asked for, unix milliseconds. */
  readAtMs: number;
  /** One account a dex, the validator-run one, '', first; one without anything is there, too. */
  accounts: { dex: string; state: AccountState }[];
}

/**
 * Why nothing could be read.
 *
 * - `busy`: the weight for reads is spent, or the exchange's lists were not read yet; 503 with Retry-After.
 * - `failed`: the exchange failed, or did not answer in time; 502.
 * - `unreadable`: the exchange answered, and what it answered is not what it should be; 502.
 * - `unconnected`: this process has a source, which is not connected yet; 503 with Retry-After.
 * - `unavailable`: this process has no exchange to ask, and never will; what is stored is all there is. An endpoint that has nothing
 *   stored to answer with lets it through: 404 `NOT_AVAILABLE`.
 */
export type MarketReadFailure = 'busy' | 'failed' | 'unreadable' | 'unconnected' | 'unavailable';

export class MarketReadError extends Error {
  readonly failure: MarketReadFailure;
  /** When it is worth trying again, milliseconds from now; 0 where that is not known. */
  readonly retryAfterMs: number;

  constructor(
    failure: MarketReadFailure,
    message: string,
    options: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'MarketReadError';
    this.failure = failure;
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}

/** Reads from the exchange, without a memory: {@link Market} sees to it that many who ask are one. */
export interface ExchangeReads {
  /** @throws MarketReadError */
  wallet(wallet: string): Promise<WalletState>;
  /** @throws MarketReadError */
  book(coin: string): Promise<MarketBook>;
}
