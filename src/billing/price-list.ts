import { isTier, type Tier } from '../domain/tier.ts';

const pricesLimit = 100;

/**
 * Reads which tier each price of a provider entitles to: `price_1Abc=pro,price_2Def=starter`.
 * @returns undefined where the text is none, names a price twice, or more than 100
 */
export function priceList(text: string): ReadonlyMap<string, Tier> | undefined {
  const tierOfPrice = new Map<string, Tier>();
  for (const entry of text.split(',')) {
    const [, price, tier = ''] = /^\s*([A-Za-z0-9_]{1,255})=([a-z]+)\s*$/.exec(entry) ?? [];
    if (price === undefined || !isTier(tier) || tier === 'free' || tierOfPrice.has(price)) return undefined;
    tierOfPrice.set(price, tier);
  }
  return tierOfPrice.size <= pricesLimit ? tierOfPrice : undefined;
}
