import { createExchange, type Exchange } from '../../packages/exchange-simulator/src/exchange.ts';
import type { LifecycleTruth } from '../../packages/exchange-simulator/src/lifecycle-ledger.ts';
import { dexes } from '../../packages/exchange-simulator/src/market.ts';
import { blockLine } from '../../packages/exchange-simulator/src/node-line.ts';
import { wireAccount } from '../../packages/exchange-simulator/src/payloads/account.ts';
import { wirePerpContext } from '../../packages/exchange-simulator/src/payloads/context.ts';
import { recordBlock } from '../../packages/exchange-simulator/test/simulated-day.ts';
import { hourMs } from '../../src/kernel/clock.ts';
import type { WireFill } from '../../src/wire/fill.ts';
import type { PositionDraft } from '../given-facts.ts';
import type { ContextDraft } from '../given-market.ts';
import type { FillDraft } from '../source-fills.ts';

/** Figures of the exchange's books at a moment; money in USD. */
export interface NotedBooks {
  timeMs: number;
  /** By wallet: realized PnL, and PnL after fees. */
  pnl: ReadonlyMap<string, number>;
  net: ReadonlyMap<string, number>;
  /** By builder: fees paid since the start. */
  builderFees: ReadonlyMap<string, number>;
}

/** Some days of a small exchange: its publications and its books. */
export interface SimulatedDays {
  exchange: Exchange;
  fills: FillDraft[];
  /** Native perps every hour on the hour, and all perps at the end. */
  contexts: ContextDraft[];
  /** Those that are open at the end included. */
  lifecycles: LifecycleTruth[];
  /** By time: on every hour, before what happens in it. */
  books: ReadonlyMap<number, NotedBooks>;
  /** All open positions a minute before the hour that was asked for, and at the end. */
  earlier: PositionDraft[];
  last: PositionDraft[];
}

export interface SimulatedDaysOptions {
  seed: string;
  startMs: number;
  /** On the hour, as `startMs`. */
  endMs: number;
  fills: number;
  /** Default 80. */
  wallets?: number;
  /** Positions before this hour are recorded, too. */
  notedHourMs: number;
}

const stable = new Set(['USDC', 'USDH', 'USDE', 'USDT0']);

/** @param options.fills about this many */
export function simulateDays(options: SimulatedDaysOptions): SimulatedDays {
  const { seed, startMs, endMs, notedHourMs, wallets = 80 } = options;
  const lines: string[] = [];
  const lifecycles: LifecycleTruth[] = [];
  const exchange = createExchange({
    seed,
    startMs,
    wallets,
    coins: 3,
    fillsPerSecond: (options.fills * 1_000) / (endMs - startMs),
    tickMs: 600_000,
    restMs: 60_000,
    events: {
      block: (block) => void lines.push(blockLine(block, exchange.wallets)),
      lifecycle: (closed) => void lifecycles.push(closed),
    },
  });
  const contexts: ContextDraft[] = [];
  const books = new Map<number, NotedBooks>();
  let earlier: PositionDraft[] = [];
  for (let timeMs = startMs + hourMs; timeMs <= endMs; timeMs += hourMs) {
    exchange.advance(timeMs - 60_000);
    if (timeMs === notedHourMs) earlier = openPositions(exchange, timeMs - 60_000);
    exchange.advance(timeMs - 1);
    contexts.push(...perpContexts(exchange, timeMs, timeMs === endMs));
    books.set(timeMs, noted(exchange, timeMs));
  }
  for (const wallet of exchange.wallets.keys()) lifecycles.push(...exchange.openLifecycles(wallet));
  const fills = lines.flatMap((line) =>
    recordBlock(line).events.map(([address, fill]): FillDraft => {
      return { ...(fill as WireFill), wallet: address.toLowerCase() };
    }),
  );
  return { exchange, fills, contexts, lifecycles, books, earlier, last: openPositions(exchange, endMs) };
}

function perpContexts(exchange: Exchange, time: number, isLast: boolean): ContextDraft[] {
  return exchange.markets
    .filter(({ kind, dex }) => kind === 'perp' && (dex === 0 || isLast))
    .map((market) => {
      const { markPx, oraclePx, prevDayPx, openInterest, funding, dayNtlVlm } = wirePerpContext(
        exchange,
        market,
      );
      return {
        coin: market.coin,
        time,
        markPx,
        oraclePx: oraclePx ?? markPx,
        prevDayPx,
        openInterest,
        funding,
        dayNtlVlm,
      };
    });
}

function openPositions(exchange: Exchange, time: number): PositionDraft[] {
  return exchange.wallets.flatMap(({ address }, wallet) =>
    dexes.flatMap((_, dex) =>
      wireAccount(exchange.account(wallet, dex)).assetPositions.map(({ position }): PositionDraft => {
        const { coin, szi, entryPx, liquidationPx, marginUsed, positionValue, leverage } = position;
        return {
          wallet: address.toLowerCase(),
          time,
          coin,
          szi,
          entryPx,
          liquidationPx,
          marginUsed,
          markPx: String(Number(positionValue) / Math.abs(Number(szi))),
          leverage: leverage.value,
          leverageType: leverage.type,
        };
      }),
    ),
  );
}

function noted(exchange: Exchange, timeMs: number): NotedBooks {
  const truths = exchange.wallets.map(({ address }, wallet) => ({
    address: address.toLowerCase(),
    ...exchange.truth(wallet),
  }));
  /** A base token at the price of its pair. */
  const usd = (amounts: Record<string, number>) =>
    Object.entries(amounts).reduce((sum, [token, amount]) => {
      if (stable.has(token)) return sum + amount / 1e8;
      const pair = exchange.markets.find(({ kind, base }) => kind === 'spot' && base === token)!;
      return sum + (amount / 1e8) * (exchange.context(pair).markPx / 10 ** pair.pxDecimals);
    }, 0);
  return {
    timeMs,
    pnl: new Map(truths.map(({ address, closedPnl }) => [address, usd(closedPnl)])),
    net: new Map(truths.map(({ address, closedPnl, fees }) => [address, usd(closedPnl) - usd(fees)])),
    builderFees: new Map(
      [...exchange.services.builders].map(([builder, users]) => [
        builder.toLowerCase(),
        [...users.values()].reduce((sum, { fees }) => sum + fees / 1e8, 0),
      ]),
    ),
  };
}
