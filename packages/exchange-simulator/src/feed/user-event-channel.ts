import { decimalText } from '../decimal.ts';
import { fillText } from '../node-line.ts';
import { wirePayment } from '../payloads/funding.ts';
import type { RecordedUpdate } from '../record/ledger-history.ts';
import { type ChannelGroup, type ChannelSource, watchedWallets } from './channel-group.ts';

/** `userEvents`, whose channel is `user`: fills, payments and liquidations of a wallet as they happen, without a past. */
export function userEventChannel(source: ChannelSource): ChannelGroup<'userEvents'> {
  const { record, streams } = source;
  const { wallets } = record.exchange;
  /** The exchange's own wallet; it takes over what the books cannot. */
  const liquidator = wallets.find(({ character }) => character === 'system')!.address;
  let liquidations = 0;

  function wireLiquidation(update: RecordedUpdate & { type: 'liquidation' }) {
    return {
      lid: liquidations,
      liquidator,
      liquidated_user: wallets[update.wallet]!.address,
      liquidated_ntl_pos: decimalText(update.notional, 6),
      liquidated_account_value: decimalText(update.accountValue, 6),
    };
  }

  return {
    channels: { userEvents: { name: () => 'user' } },
    listener: {
      block({ fills: made, timeMs }) {
        for (const { topic, wallet } of watchedWallets(source, 'userEvents')) {
          const fills = made
            .filter((fill) => fill.wallet === wallet)
            .map((fill) => JSON.parse(fillText(fill, timeMs, wallets, 'api')));
          if (fills.length > 0) streams.publish(topic, { fills });
        }
      },
      funding(payment) {
        for (const { topic, wallet } of watchedWallets(source, 'userEvents')) {
          if (wallet !== payment.wallet) continue;
          const { time: _, ...funding } = wirePayment(payment);
          streams.publish(topic, { funding });
        }
      },
      ledger(update) {
        if (update.type !== 'liquidation') return;
        liquidations += 1;
        for (const { topic, wallet } of watchedWallets(source, 'userEvents')) {
          if (wallet === update.wallet) streams.publish(topic, { liquidation: wireLiquidation(update) });
        }
      },
    },
  };
}
