import { Type } from 'typebox';
import { address, flag, optional } from '../../../../src/wire/scalar.ts';
import { fillText } from '../node-line.ts';
import { wireUserFunding } from '../payloads/funding.ts';
import { wireUpdates } from '../payloads/ledger-update.ts';
import { wireTwap } from '../payloads/twap.ts';
import type { ExchangeRecord } from '../record/exchange-record.ts';
import type { RecordedFill } from '../record/fill-history.ts';
import { type InfoRoute, momentMs, rangeOf, route, textRoute, timeRange } from './info-route.ts';
import { pageLimit } from './market-history-routes.ts';

/** Fills of an answer (docs/exchange.md#fills-of-a-wallet). */
const fillsLimit = 2_000;

/** Activity of a wallet. Fills are never merged: `aggregateByTime` has no effect. */
export const walletHistoryRoutes = {
  userFills: textRoute({
    weight: 20,
    elementsPerWeight: 20,
    params: Type.Object({ user: address, aggregateByTime: optional(flag) }),
    answer(record, { user }) {
      const wallet = record.exchange.walletIndex(user);
      return wallet === undefined ? [] : texts(record, record.fills.newest(wallet, fillsLimit));
    },
  }),
  userFillsByTime: textRoute({
    weight: 20,
    elementsPerWeight: 20,
    params: Type.Object({
      user: address,
      ...timeRange,
      aggregateByTime: optional(flag),
      reversed: optional(flag),
    }),
    answer(record, { user, reversed = false, ...range }) {
      const wallet = record.exchange.walletIndex(user);
      if (wallet === undefined) return [];
      const { fills } = record;
      if (!reversed) return texts(record, fills.page(wallet, { ...rangeOf(range), limit: fillsLimit }));
      const all = fills.page(wallet, { ...rangeOf(range), limit: fills.count(wallet) });
      return texts(record, all.slice(-fillsLimit).reverse());
    },
  }),
  twapHistory: route({
    weight: 20,
    elementsPerWeight: 20,
    params: Type.Object({ user: address }),
    answer({ exchange, twaps }, { user }) {
      const wallet = exchange.walletIndex(user);
      if (wallet === undefined) return [];
      return twaps.newest(wallet).map((event) => wireTwap(event, exchange.wallets));
    },
  }),
  userFunding: route({
    weight: 20,
    elementsPerWeight: 20,
    params: Type.Object({ user: address, ...timeRange }),
    answer({ exchange, funding }, { user, ...range }) {
      const wallet = exchange.walletIndex(user);
      if (wallet === undefined) return [];
      return funding.payments(wallet, { ...rangeOf(range), limit: pageLimit }).map(wireUserFunding);
    },
  }),
  userNonFundingLedgerUpdates: route({
    weight: 20,
    elementsPerWeight: 20,
    params: Type.Object({ user: address, startTime: optional(momentMs), endTime: optional(momentMs) }),
    answer({ exchange, ledger }, { user, startTime = 0, ...range }) {
      const wallet = exchange.walletIndex(user);
      if (wallet === undefined) return [];
      const updates = ledger.updates(wallet, { ...rangeOf({ startTime, ...range }), limit: pageLimit });
      return updates.flatMap((update) => wireUpdates(update, exchange.wallets)).slice(0, pageLimit);
    },
  }),
} satisfies Record<string, InfoRoute>;

function texts({ exchange }: ExchangeRecord, fills: readonly RecordedFill[]): string[] {
  return fills.map(({ fill, timeMs }) => fillText(fill, timeMs, exchange.wallets, 'api'));
}
