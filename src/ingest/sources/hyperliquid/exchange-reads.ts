import { type Clock, monotonicMs } from '../../../kernel/clock.ts';
import { type ExchangeReads, MarketReadError } from '../../../market/market.ts';
import { bookState } from '../../../market/observe.ts';
import { type InfoAnswer, type InfoRequest, type InfoType, infoWeight } from '../../../wire/info-request.ts';
import type { InfoClient } from './info-client.ts';
import { InfoError } from './info-error.ts';
import { createWeightBudget } from './weight-budget.ts';

export interface ExchangeReadsOptions {
  info: Pick<InfoClient, 'ask'>;
  /** Maximum weight per minute of all reads together, so that callers cannot starve the data feeds. */
  weightPerMinute: number;
  /** All dexes; empty until they are known. */
  dexes(): readonly string[];
  clock: Clock;
  /** Requests without available weight are refused after `awaitedMs`, and aborted after `timeoutMs` in total. */
  awaitedMs?: number;
  timeoutMs?: number;
}

/** Retry-After while the lists of markets are still loading. */
const startMs = 1_000;

/** Reads single wallets and books on request, before all other requests and within a weight limit of their own. */
export function createExchangeReads(options: ExchangeReadsOptions): ExchangeReads {
  const { info, weightPerMinute, dexes, clock, awaitedMs = 2_000, timeoutMs = 5_000 } = options;
  const budget = createWeightBudget({ limit: weightPerMinute });

  /** @throws MarketReadError `busy` */
  function reserve(wanted: number): () => void {
    // A request heavier than the whole limit waits for all of it.
    const weight = Math.min(wanted, weightPerMinute);
    const reservation = budget.reserve(weight, monotonicMs());
    if (reservation !== undefined) return () => reservation.settle(weight, monotonicMs());
    const waitMs = budget.waitMs(weight, monotonicMs());
    throw new MarketReadError(
      'busy',
      `reads have used their ${weightPerMinute} of the exchange's weight this minute`,
      {
        retryAfterMs: Number.isFinite(waitMs) ? waitMs : timeoutMs,
      },
    );
  }

  async function read<T extends InfoType>(request: InfoRequest<T> & { type: T }, signal: AbortSignal) {
    const { data } = await info.ask<T>(request, { awaitedMs, signal });
    return data as InfoAnswer<T>;
  }

  /** Runs requests with this total weight. @throws MarketReadError */
  async function within<A>(weight: number, requests: (signal: AbortSignal) => Promise<A>): Promise<A> {
    const settle = reserve(weight);
    const failed = new AbortController();
    try {
      return await requests(AbortSignal.any([failed.signal, AbortSignal.timeout(timeoutMs)]));
    } catch (error) {
      // One failure is enough; the other requests are cancelled.
      failed.abort(error);
      throw readError(error, awaitedMs);
    } finally {
      settle();
    }
  }

  return {
    async wallet(wallet) {
      const all = dexes();
      if (all.length === 0) {
        throw new MarketReadError('busy', 'the markets of the exchange are being read', {
          retryAfterMs: startMs,
        });
      }
      const readAtMs = clock.nowMs();
      const accounts = await within(infoWeight('clearinghouseState') * all.length, (signal) =>
        Promise.all(
          all.map(async (dex) => {
            const request = { type: 'clearinghouseState', user: wallet, ...(dex !== '' && { dex }) } as const;
            return { dex, state: await read(request, signal) };
          }),
        ),
      );
      return { wallet, readAtMs, accounts };
    },
    async book(coin) {
      const book = await within(infoWeight('l2Book'), (signal) => read({ type: 'l2Book', coin }, signal));
      return bookState(clock.nowMs(), book);
    },
  };
}

function readError(error: unknown, retryAfterMs: number): MarketReadError {
  const { message } = error as Error;
  const isBusy = error instanceof InfoError && error.failure === 'overloaded';
  if (isBusy) return new MarketReadError('busy', message, { retryAfterMs, cause: error });
  const isUnreadable = error instanceof InfoError && error.failure === 'malformed';
  const failure = isUnreadable ? 'unreadable' : 'failed';
  return new MarketReadError(failure, `the exchange gave an invalid answer: ${message}`, {
    cause: error,
  });
}
