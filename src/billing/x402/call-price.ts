/** What a call costs: its tokens times the price of one, unless the endpoint has a price of its own. */
export interface CallPrices {
  /** Of one token of cost, USD, plain decimal text. */
  perCost: string;
  /** Of endpoints by id, USD, plain decimal text. */
  own: ReadonlyMap<string, string>;
}

export interface PricedEndpoint {
  id: string;
  /** Tokens that one request takes. */
  cost: number;
}

/** A price that is at least the smallest unit of any asset, and no mistake: below 10,000 USD. */
const priceText = /^(?=.*[1-9])\d{1,4}(\.\d{1,18})?$/;
const ownLimit = 1_000;

const isPrice = (text: string) => priceText.test(text);

/**
 * Reads `0.001,pulse.leaderboard=0.002`: the price of a token, then those of calls of single endpoints.
 *
 * @returns undefined for another form, and where an endpoint is named twice
 */
export function readPrices(text: string): CallPrices | undefined {
  const [perCost, ...singles] = text.split(',').map((part) => part.trim());
  if (!isPrice(perCost!) || singles.length > ownLimit) return undefined;
  const own = new Map<string, string>();
  for (const part of singles) {
    const [, id = '', price = ''] = /^([a-z0-9.-]+)=([\d.]+)$/.exec(part) ?? [];
    if (id === '' || !isPrice(price) || own.has(id)) return undefined;
    own.set(id, price);
  }
  return { perCost: perCost!, own };
}

/** The price of a call in the smallest unit of an asset of 1 USD. @returns undefined where it is no whole number of them */
export function callAmount(
  { perCost, own }: CallPrices,
  { id, cost }: PricedEndpoint,
  decimals: number,
): bigint | undefined {
  const single = own.get(id);
  const [whole = '', fraction = ''] = (single ?? perCost).split('.');
  const places = fraction.replace(/0+$/, '');
  if (places.length > decimals) return undefined;
  const amount = BigInt(whole + places.padEnd(decimals, '0'));
  return single === undefined ? amount * BigInt(cost) : amount;
}

/** An amount in the smallest unit as USD, plain decimal text. */
export function usdText(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0');
  const split = digits.length - decimals;
  const fraction = digits.slice(split).replace(/0+$/, '');
  return fraction === '' ? digits.slice(0, split) : `${digits.slice(0, split)}.${fraction}`;
}
