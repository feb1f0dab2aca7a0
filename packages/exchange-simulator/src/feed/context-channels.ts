import { dexes, dexIndex } from '../market.ts';
import { wireMids, wirePerpContext, wireSpotContext } from '../payloads/context.ts';
import { perpsOf } from '../payloads/listing.ts';
import { type ChannelGroup, type ChannelSource, createCadence } from './channel-group.ts';
import type { Topic } from './topic.ts';

const midsEveryMs = 5_000;
const contextEveryMs = 1_000;
const allContextsEveryMs = 13_000;

/** `allMids`, `activeAssetCtx` (on spot and outcomes `activeSpotAssetCtx`) and `allDexsAssetCtxs`. */
export function contextChannels({
  record,
  streams,
}: ChannelSource): ChannelGroup<'allMids' | 'activeAssetCtx' | 'allDexsAssetCtxs'> {
  const { exchange } = record;
  const messages = {
    allMids: { of: midsOf, isDue: createCadence(midsEveryMs) },
    activeAssetCtx: { of: contextOf, isDue: createCadence(contextEveryMs) },
    allDexsAssetCtxs: { of: contextsOf, isDue: createCadence(allContextsEveryMs) },
  };

  function midsOf({ dex }: Topic) {
    const mids = wireMids(exchange, dexIndex(dex)!);
    return dex === '' ? { mids } : { dex, mids };
  }

  function contextOf({ coin }: Topic) {
    const market = exchange.market(coin)!;
    const ctx =
      market.kind === 'perp' ? wirePerpContext(exchange, market) : wireSpotContext(exchange, market);
    return { coin, ctx };
  }

  function contextsOf() {
    const ofDex = (dex: number) =>
      perpsOf(exchange.markets, dex).map((market) => wirePerpContext(exchange, market));
    return { ctxs: dexes.map(({ name }, dex) => [name, ofDex(dex)]) };
  }

  function push(): void {
    for (const type of Object.keys(messages) as (keyof typeof messages)[]) {
      const { of, isDue } = messages[type];
      if (!isDue(exchange.timeMs)) continue;
      for (const topic of streams.of(type)) streams.publish(topic, of(topic));
    }
  }

  return {
    channels: {
      allMids: {
        knows: ({ dex }) => dexIndex(dex) !== undefined,
        first: (topic, send) => send(midsOf(topic)),
      },
      activeAssetCtx: {
        name: ({ coin }) =>
          exchange.market(coin)?.kind === 'perp' ? 'activeAssetCtx' : 'activeSpotAssetCtx',
        knows: ({ coin }) => exchange.market(coin) !== undefined,
        first: (topic, send) => send(contextOf(topic)),
      },
      allDexsAssetCtxs: { first: (_, send) => send(contextsOf()) },
    },
    listener: { block: push, marks: push },
  };
}
