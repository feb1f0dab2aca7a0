import { dayMs } from '../../../../src/kernel/clock.ts';
import type { FundingPayment } from '../events.ts';
import { fillText } from '../node-line.ts';
import { wirePayment } from '../payloads/funding.ts';
import { wireUpdates } from '../payloads/ledger-update.ts';
import type { RecordedFill } from '../record/fill-history.ts';
import { walletsOf } from '../record/ledger-history.ts';
import { type ChannelGroup, type ChannelSource, walletOf, watchedWallets } from './channel-group.ts';

/** Maximum fills of the initial snapshot. */
const snapshotFills = 2_000;
const snapshotRows = 2_000;
const snapshotFundingMs = 3 * dayMs;

/**
 * Events of a wallet. Each stream begins with recent history, marked as such
 * (docs/exchange.md#stream-snapshots).
 */
export function userChannels(
  source: ChannelSource,
): ChannelGroup<'userFills' | 'userFundings' | 'userNonFundingLedgerUpdates'> {
  const { record, streams } = source;
  const { exchange } = record;
  /** Unsent payments of this hour: a wallet's payments are sent in one message. */
  let payments: FundingPayment[] = [];
  const wireFills = (made: readonly RecordedFill[]) =>
    made.map(({ fill, timeMs }) => JSON.parse(fillText(fill, timeMs, exchange.wallets, 'api')));
  const recent = (spanMs: number) => ({
    fromMs: exchange.timeMs - spanMs,
    toMs: exchange.timeMs,
    limit: snapshotRows,
  });

  function tellPayments(): void {
    if (payments.length === 0) return;
    const byWallet = Map.groupBy(payments, ({ wallet }) => wallet);
    payments = [];
    for (const { topic, wallet } of watchedWallets(source, 'userFundings')) {
      const fundings = byWallet.get(wallet)?.map(wirePayment);
      if (fundings !== undefined) streams.publish(topic, { isSnapshot: false, user: topic.user, fundings });
    }
  }

  return {
    channels: {
      userFills: {
        first(topic, send) {
          const fills = wireFills(record.fills.newest(walletOf(record, topic), snapshotFills));
          send({ isSnapshot: true, user: topic.user, fills });
        },
      },
      userFundings: {
        first(topic, send) {
          const paid = record.funding.payments(walletOf(record, topic), recent(snapshotFundingMs));
          send({ isSnapshot: true, user: topic.user, fundings: paid.map(wirePayment) });
        },
      },
      userNonFundingLedgerUpdates: {
        first(topic, send) {
          const updates = record.ledger.updates(walletOf(record, topic), recent(exchange.timeMs));
          const nonFundingLedgerUpdates = updates.flatMap((update) => wireUpdates(update, exchange.wallets));
          send({ isSnapshot: true, user: topic.user, nonFundingLedgerUpdates });
        },
      },
    },
    listener: {
      block({ fills: made, timeMs }) {
        tellPayments();
        for (const { topic, wallet } of watchedWallets(source, 'userFills')) {
          const own = made.filter((fill) => fill.wallet === wallet).map((fill) => ({ fill, timeMs }));
          // The flag is missing here and false below: the exchange does both.
          if (own.length > 0) streams.publish(topic, { user: topic.user, fills: wireFills(own) });
        }
      },
      marks: tellPayments,
      funding(payment) {
        for (const { wallet } of watchedWallets(source, 'userFundings')) {
          if (wallet === payment.wallet) payments.push(payment);
        }
      },
      ledger(update) {
        for (const { topic, wallet } of watchedWallets(source, 'userNonFundingLedgerUpdates')) {
          if (!walletsOf(update).includes(wallet)) continue;
          const nonFundingLedgerUpdates = wireUpdates(update, exchange.wallets);
          streams.publish(topic, { isSnapshot: false, user: topic.user, nonFundingLedgerUpdates });
        }
      },
    },
  };
}
