import { dexIndex } from '../market.ts';
import { emptyAccount, wireAccount } from '../payloads/account.ts';
import { type ChannelGroup, type ChannelSource, createCadence, walletOf } from './channel-group.ts';
import type { Topic } from './topic.ts';

const accountEveryMs = 1_000;

/** `clearinghouseState` of a wallet on one dex. */
export function accountChannel({
  record,
  streams,
  skewMs,
}: ChannelSource): ChannelGroup<'clearinghouseState'> {
  const { exchange } = record;
  const isDue = createCadence(accountEveryMs);

  function messageOf(topic: Topic) {
    const wallet = walletOf(record, topic);
    const state =
      wallet < 0
        ? emptyAccount(exchange.timeMs)
        : wireAccount(exchange.account(wallet, dexIndex(topic.dex)!), exchange.isPooled(wallet));
    const clearinghouseState = { ...state, time: state.time + skewMs };
    return { dex: topic.dex, user: topic.user, clearinghouseState };
  }

  function push(): void {
    if (!isDue(exchange.timeMs)) return;
    for (const topic of streams.of('clearinghouseState')) streams.publish(topic, messageOf(topic));
  }

  return {
    channels: {
      clearinghouseState: {
        knows: ({ dex }) => dexIndex(dex) !== undefined,
        first: (topic, send) => send(messageOf(topic)),
      },
    },
    listener: { block: push, marks: push },
  };
}
