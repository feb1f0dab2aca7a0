import { Type } from 'typebox';
import { dexName, name, optional } from '../../../../src/wire/scalar.ts';
import { dexes, dexIndex } from '../market.ts';
import { wireBook } from '../payloads/book.ts';
import { wireMids, wirePerpContext, wireSpotContext } from '../payloads/context.ts';
import {
  perpsOf,
  wirePerpAnnotations,
  wirePerpDexs,
  wirePerpMeta,
  wireSpotMeta,
} from '../payloads/listing.ts';
import { type InfoRoute, route } from './info-route.ts';

const nothing = Type.Object({});
const ofDex = Type.Object({ dex: optional(dexName) });
/** Steps between 2 and 5 figures; 5 also in steps of two or five (docs/exchange.md#books). */
const ofBook = Type.Object({
  coin: name,
  nSigFigs: optional(Type.Integer({ minimum: 2, maximum: 5 })),
  mantissa: optional(Type.Unsafe<number>({ type: 'integer', enum: [1, 2, 5] })),
});

/** Listed markets and their prices. */
export const marketRoutes = {
  meta: route({
    weight: 20,
    params: ofDex,
    answer({ exchange }, { dex }) {
      const index = dexIndex(dex);
      return index === undefined ? undefined : wirePerpMeta(exchange.markets, index);
    },
  }),
  metaAndAssetCtxs: route({
    weight: 20,
    params: ofDex,
    answer({ exchange }, { dex }) {
      const index = dexIndex(dex);
      if (index === undefined) return undefined;
      const contexts = perpsOf(exchange.markets, index).map((market) => wirePerpContext(exchange, market));
      return [wirePerpMeta(exchange.markets, index), contexts];
    },
  }),
  allPerpMetas: route({
    weight: 20,
    params: nothing,
    answer: ({ exchange }) => dexes.map((_, index) => wirePerpMeta(exchange.markets, index)),
  }),
  perpDexs: route({
    weight: 20,
    params: nothing,
    answer: ({ exchange }) => wirePerpDexs(exchange.markets),
  }),
  perpConciseAnnotations: route({
    weight: 20,
    params: nothing,
    answer: ({ exchange }) => wirePerpAnnotations(exchange.markets),
  }),
  exchangeStatus: route({
    weight: 2,
    params: nothing,
    answer: ({ exchange }) => ({ time: exchange.timeMs, specialStatuses: null }),
  }),
  spotMeta: route({ weight: 20, params: nothing, answer: () => wireSpotMeta() }),
  spotMetaAndAssetCtxs: route({
    weight: 20,
    params: nothing,
    answer: ({ exchange }) => [
      wireSpotMeta(),
      exchange.markets
        .filter(({ kind, open }) => kind !== 'perp' && open)
        .map((market) => wireSpotContext(exchange, market)),
    ],
  }),
  allMids: route({
    weight: 2,
    params: ofDex,
    answer({ exchange }, { dex }) {
      const index = dexIndex(dex);
      return index === undefined ? undefined : wireMids(exchange, index);
    },
  }),
  l2Book: route({
    weight: 2,
    params: ofBook,
    answer({ exchange }, { coin, nSigFigs, mantissa }) {
      const market = exchange.market(coin);
      if (market === undefined) return null; // as the exchange does
      const grid = {
        ...(nSigFigs !== undefined && { nSigFigs }),
        ...(mantissa !== undefined && { mantissa }),
      };
      return wireBook(exchange, market, grid);
    },
  }),
} satisfies Record<string, InfoRoute>;
