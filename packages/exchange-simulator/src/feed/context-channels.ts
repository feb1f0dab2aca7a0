import { deflateRawSync } from 'node:zlib';
import { dexes, dexIndex } from '../market.ts';
import { wireMids, wirePerpContext, wirePrices, wireSpotContext } from '../payloads/context.ts';
import { perpsOf } from '../payloads/listing.ts';
import { type ChannelGroup, type ChannelSource, createCadence } from './channel-group.ts';
import type { Topic } from './topic.ts';

const midsEveryMs = 5_000;
const contextEveryMs = 1_000;
const allContextsEveryMs = 13_000;
const fastContextsEveryMs = 1_000;

/** `allMids`, `activeAssetCtx` (on spot and outcomes `activeSpotAssetCtx`), `allDexsAssetCtxs` and `fastAssetCtxs`. */
export function contextChannels({
  record,
  streams,
}: ChannelSource): ChannelGroup<'allMids' | 'activeAssetCtx' | 'allDexsAssetCtxs' | 'fastAssetCtxs'> {
  const { exchange } = record;
  const messages = {
    allMids: { of: midsOf, isDue: createCadence(midsEveryMs) },
    activeAssetCtx: { of: contextOf, isDue: createCadence(contextEveryMs) },
    allDexsAssetCtxs: { of: contextsOf, isDue: createCadence(allContextsEveryMs) },
    fastAssetCtxs: { of: priceChanges, isDue: createCadence(fastContextsEveryMs) },
  };
  /** The prices as they were last sent: new listeners begin there, so the next changes are theirs, too. */
  let sentPrices: ReturnType<typeof wirePrices> | undefined;

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

  /** What differs from the prices that were sent last; undefined if nothing does. */
  function priceChanges(): string | undefined {
    const before = sentPrices ?? {};
    sentPrices = wirePrices(exchange);
    const changes = Object.entries(sentPrices).flatMap(([coin, prices]) => {
      const known = before[coin];
      const change = Object.entries(prices).filter(
        ([field, px]) => px !== known?.[field as keyof typeof prices],
      );
      return change.length === 0 ? [] : [[coin, Object.fromEntries(change)] as const];
    });
    return changes.length === 0 ? undefined : packed(Object.fromEntries(changes));
  }

  function push(): void {
    if (streams.find({ type: 'fastAssetCtxs' }) === undefined) sentPrices = undefined;
    for (const type of Object.keys(messages) as (keyof typeof messages)[]) {
      const { of, isDue } = messages[type];
      if (!isDue(exchange.timeMs)) continue;
      for (const topic of streams.of(type)) {
        const data = of(topic);
        if (data !== undefined) streams.publish(topic, data);
      }
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
      fastAssetCtxs: {
        first(_, send) {
          sentPrices ??= wirePrices(exchange);
          send(packed(sentPrices));
        },
      },
    },
    listener: { block: push, marks: push },
  };
}

/** As `fastAssetCtxs` is sent: base64 of raw DEFLATE of JSON. */
function packed(value: object): string {
  return deflateRawSync(JSON.stringify(value)).toString('base64');
}
