import { systemTimers } from '../../../kernel/timers.ts';
import { openTwapStatuses, type TwapStatus } from '../../../wire/twap.ts';
import { twapStatuses } from '../../facts/fact-tables.ts';
import { twapRow } from '../../facts/twap-rows.ts';
import type { ReaderParts, WalletReader } from '../work/reader.ts';

/** Creates the reader of a wallet's TWAP orders. A wallet is due after a TWAP slice, and while one of its orders is open. */
export function createWalletTwaps(options: ReaderParts): WalletReader {
  const { info, facts, watch, clock, signal, timers = systemTimers } = options;
  return async (tracked, staleness) => {
    const { wallet } = tracked;
    const requestedMs = timers.monotonicMs();
    const dueMs = tracked.twapsDueMs;
    // A slice during the request makes the wallet due again.
    tracked.twapsDueMs = undefined;
    const request = { type: 'twapHistory', user: wallet } as const;
    const { data } = await info.ask(request, { staleness, signal }).catch((error: unknown) => {
      tracked.twapsDueMs = dueMs;
      throw error;
    });
    const nowMs = clock.nowMs();
    const own = data.filter(({ state }) => state.user === wallet);
    // Statuses stored earlier keep their first row, and with it the time at which streams sent them.
    const fresh = own.filter(({ timeMs }) => timeMs >= tracked.twapsToMs);
    await facts.write(
      twapStatuses,
      fresh.map((status) => twapRow(status, nowMs)),
    );
    const newestMs = own.reduce((newest, { timeMs }) => Math.max(newest, timeMs), 0);
    tracked.twapsToMs = Math.max(tracked.twapsToMs, newestMs);
    if (hasOpenOrder(own)) tracked.twapsDueMs ??= requestedMs;
    watch.seen('twaps', { atMs: nowMs, received: fresh.length, ...(newestMs > 0 && { newestMs }) });
  };
}

function hasOpenOrder(statuses: readonly TwapStatus[]): boolean {
  const orders = Map.groupBy(statuses, ({ twapId, state }) => `${twapId} ${state.coin} ${state.timestamp}`);
  return orders.values().some((own) => own.every(({ status }) => openTwapStatuses.has(status)));
}
