import { dayMs, utcDayStartMs } from '../../../../src/kernel/clock.ts';
import type {
  Block,
  ExchangeEvents,
  FundingPayment,
  MarketEvent,
  StakingEvent,
  TwapEvent,
} from '../events.ts';
import { createExchange, type Exchange, type ExchangeOptions, type ExchangeState } from '../exchange.ts';
import type { Market } from '../market.ts';
import { type Agents, createAgents } from './agents.ts';
import { type CandleHistory, type CandleHistoryState, createCandleHistory } from './candle-history.ts';
import { createFillHistory, type FillHistory, type FillHistoryState } from './fill-history.ts';
import {
  createFundingHistory,
  type FundingHistory,
  type FundingHistoryState,
  type RecordedRate,
} from './funding-history.ts';
import {
  createLedgerHistory,
  type LedgerHistory,
  type LedgerHistoryState,
  type RecordedUpdate,
} from './ledger-history.ts';
import {
  createTradeTape,
  type RecordedTrade,
  type TradeTape,
  type TradeTapeState,
  tradesOf,
} from './trade-tape.ts';
import { createTwapHistory, type TwapHistory, type TwapHistoryState } from './twap-history.ts';

/** Events, reported after the record has stored them. A listener must not throw: it would end the exchange's step. */
export interface RecordListener {
  /** A block with fills, with the trades that they are, in order. */
  block?(block: Block, trades: readonly RecordedTrade[]): void;
  fundingRate?(rate: RecordedRate): void;
  funding?(payment: FundingPayment): void;
  ledger?(update: RecordedUpdate): void;
  staking?(event: StakingEvent): void;
  twap?(event: TwapEvent): void;
  market?(event: MarketEvent): void;
  /** All marks and books are new. */
  marks?(timeMs: number): void;
  /** An hour has ended, and nothing of the next has happened yet. */
  hour?(timeMs: number): void;
}

/** An exchange with the past that its API answers from. Everything in it is bounded. */
export interface ExchangeRecord {
  readonly exchange: Exchange;
  readonly fills: FillHistory;
  readonly trades: Pick<TradeTape, 'recent'>;
  readonly candles: Pick<CandleHistory, 'page' | 'newest'>;
  readonly funding: Pick<FundingHistory, 'rates' | 'payments'>;
  readonly ledger: Pick<LedgerHistory, 'updates' | 'liquidations'>;
  readonly twaps: Pick<TwapHistory, 'newest'>;
  readonly agents: Agents;
  /** Makes every block up to a time, unix milliseconds. */
  advance(untilMs: number): void;
  /** @returns ends it. */
  subscribe(listener: RecordListener): () => void;
  /** Its state between two blocks. Shares memory with it: to be written, or cloned, before it advances. */
  save(): RecordState;
}

/** Raise with every change of a stored state's content: other versions are not read. */
export const recordStateVersion = 7;

/** Complete state of a record as plain data; a market that is referenced twice is stored once. */
export interface RecordState {
  exchange: ExchangeState;
  fills: FillHistoryState;
  trades: TradeTapeState;
  candles: CandleHistoryState;
  funding: FundingHistoryState;
  ledger: LedgerHistoryState;
  twaps: TwapHistoryState;
  /** The UTC day up to which old data were dropped, in days. */
  day: number;
}

export interface RecordOptions extends Omit<ExchangeOptions, 'events'> {
  /** Days of fills and payments that are kept. */
  keepDays?: number;
  /**
   * Newest fills that are kept of a wallet; the exchange's is 10,000
   * (docs/exchange.md#fills-of-a-wallet).
   */
  fillsPerWallet?: number;
  /** Days before today with hourly funding payments; older payments are merged by day and coin. */
  hourlyFundingDays?: number;
}

const tradesPerCoin = 100;
/** An hour's payments of forty coins, for thirty days. */
const paymentsPerWallet = 30_000;
const updatesPerWallet = 2_000;
/** Retained funding rates: half a year. */
const hoursPerMarket = 24 * 183;

/**
 * Starts an exchange and records its events.
 *
 * @param saved state of a record with the same options; the new record continues from it identically
 */
export function createExchangeRecord(options: RecordOptions, saved?: RecordState): ExchangeRecord {
  const { keepDays = 30, fillsPerWallet = 10_000, hourlyFundingDays = 14, ...exchangeOptions } = options;
  const listeners = new Set<RecordListener>();
  const trades = createTradeTape(tradesPerCoin, saved?.trades);
  const candles = createCandleHistory(saved?.candles);
  const ledger = createLedgerHistory({ seed: options.seed, updatesPerWallet, saved: saved?.ledger });
  const twaps = createTwapHistory(saved?.twaps);
  let day = saved?.day ?? Math.floor(options.startMs / dayMs);

  function addBlock(block: Block): void {
    const made = tradesOf(block);
    for (const fill of block.fills) fills.add(fill, block.timeMs);
    for (const trade of made) {
      trades.add(trade);
      candles.add(trade);
    }
    const today = Math.floor(block.timeMs / dayMs);
    if (today !== day) dropOld(today);
    if (block.fills.length > 0) for (const listener of listeners) listener.block?.(block, made);
  }
  function dropOld(today: number): void {
    day = today;
    const beforeMs = (today - keepDays) * dayMs;
    fills.dropBefore(beforeMs);
    funding.dropBefore(beforeMs);
    for (const market of markets) if (isOver(market, beforeMs)) forget(market);
  }
  /** Outcomes are listed every day: old settled markets must be dropped. */
  function isOver(market: Market, beforeMs: number): boolean {
    if (market.kind !== 'outcome' || market.open) return false;
    const last = candles.newest(market, '1d');
    return last !== undefined && last.closeMs < beforeMs;
  }
  function forget(market: Market): void {
    candles.drop(market);
    trades.drop(market);
  }

  const events: ExchangeEvents = {
    block: addBlock,
    fundingRate(rate) {
      funding.addRate(rate);
      for (const listener of listeners) listener.fundingRate?.(rate);
    },
    funding(payment) {
      funding.addPayment(payment);
      for (const listener of listeners) listener.funding?.(payment);
    },
    ledger(update) {
      const recorded = ledger.add(update);
      for (const listener of listeners) listener.ledger?.(recorded);
    },
    staking(event) {
      for (const listener of listeners) listener.staking?.(event);
    },
    twap(event) {
      twaps.add(event);
      for (const listener of listeners) listener.twap?.(event);
    },
    market(event) {
      for (const listener of listeners) listener.market?.(event);
    },
    marks(timeMs) {
      for (const listener of listeners) listener.marks?.(timeMs);
    },
    hour(timeMs) {
      for (const listener of listeners) listener.hour?.(timeMs);
    },
  };
  // The start reports deposits and listings only; the first block comes with the first step.
  const exchange = createExchange({ ...exchangeOptions, events }, saved?.exchange);
  const { markets } = exchange;
  const wallets = exchange.wallets.length;
  const fills = createFillHistory({ wallets, markets, fillsPerWallet, saved: saved?.fills });
  const funding = createFundingHistory({
    wallets,
    markets,
    paymentsPerWallet,
    hoursPerMarket,
    hourlyFromMs: () => utcDayStartMs(exchange.timeMs) - hourlyFundingDays * dayMs,
    saved: saved?.funding,
  });

  return {
    exchange,
    fills,
    trades,
    candles,
    funding,
    ledger,
    twaps,
    agents: createAgents(exchange.wallets),
    advance: (untilMs) => exchange.advance(untilMs),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    save: () => ({
      exchange: exchange.save(),
      fills: fills.save(),
      trades: trades.save(),
      candles: candles.save(),
      funding: funding.save(),
      ledger: ledger.save(),
      twaps: twaps.save(),
      day,
    }),
  };
}
