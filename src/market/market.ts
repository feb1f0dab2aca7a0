import type { AccountState } from '../wire/clearinghouse-state.ts';
import type { Listing } from './listing.ts';
import type { MarketBook, MarketCandle, MarketContext } from './observation.ts';

/**
 * The market port: the listing, the newest state of every market, and on-demand reads of single wallets and books from the exchange.
 * Two adapters feed the port: the connector of this process (`ingest/live/markets/`), and the store, for processes that read no
 * exchange (`stored-market.ts`). One conformance suite: `test/conformance/market.ts`.
 *
 * Only the reads wait: newest states are in memory. Unpublished states are undefined.
 */
export interface Market {
  readonly listing: Listing;
  /** The newest context of a coin in the exchange's own spelling. */
  context(coin: string): MarketContext | undefined;
  /** The newest context of every market with one, in no order. */
  contexts(): Iterable<MarketContext>;
  /**
   * Price of a unit of a coin, the same for every caller: the mark of a context from the last five minutes, else the newest trade of
   * the feed or of stored fills; undefined if there is neither.
   */
  mark(coin: string): Mark | undefined;
  /** The newest published book of a coin, of any age: see {@link Market.readBook}. */
  book(coin: string): MarketBook | undefined;
  /**
   * The newest candle of a coin, which may still be open.
   *
   * @param interval as the exchange names it. `1m` is as new as its stream; `1h` and `1d` come by REST, hours apart, so
   *   their open candles are folded from minutes.
   */
  candle(coin: string, interval: string): MarketCandle | undefined;
  /** False if the process reads only an archive or a node: contexts and books then never update. */
  readonly hasSource: boolean;
  observed(): MarketObserved;
  /**
   * One wallet's accounts on all dexes from the exchange, at most a second old; concurrent calls share one read.
   *
   * @param wallet lower-case address
   * @param signal aborts this call only: the shared read continues
   * @throws MarketReadError; the signal's reason
   */
  readWallet(wallet: string, options?: ReadOptions): Promise<WalletState>;
  /**
   * The book of a coin, at most a second old: the published book if new enough, else a read shared by concurrent calls.
   *
   * @param coin in the exchange's own spelling
   * @throws MarketReadError; the signal's reason
   */
  readBook(coin: string, options?: ReadOptions): Promise<MarketBook>;
}

export interface ReadOptions {
  signal?: AbortSignal;
}

/** A price and its basis (`docs/methodology.md`). */
export interface Mark {
  /** In units of the collateral, the exchange's text. */
  px: string;
  basis: 'context' | 'trade';
  observedAtMs: number;
  ageMs: number;
}

/** When the newest observation of each part arrived, unix milliseconds; absent if there never was one. */
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
  /** When the exchange was asked, unix milliseconds. */
  readAtMs: number;
  /** One account per dex, the validator-run one, '', first; includes empty accounts. */
  accounts: { dex: string; state: AccountState }[];
}

/**
 * Why a read failed.
 *
 * - `busy`: the read weight is spent, or the exchange's lists are not read yet; 503 with Retry-After.
 * - `failed`: the exchange failed or timed out; 502.
 * - `unreadable`: the exchange's answer is malformed; 502.
 * - `unconnected`: the source of this process is not connected yet; 503 with Retry-After.
 * - `unavailable`: this process has no exchange to read, only stored data. An endpoint without stored data passes the error on: 404
 * `NOT_AVAILABLE`.
 */
export type MarketReadFailure = 'busy' | 'failed' | 'unreadable' | 'unconnected' | 'unavailable';

export class MarketReadError extends Error {
  readonly failure: MarketReadFailure;
  /** When to retry, milliseconds from now; 0 if unknown. */
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

/** Uncached reads from the exchange; {@link Market} shares one read among concurrent calls. */
export interface ExchangeReads {
  /** @throws MarketReadError */
  wallet(wallet: string): Promise<WalletState>;
  /** @throws MarketReadError */
  book(coin: string): Promise<MarketBook>;
}
