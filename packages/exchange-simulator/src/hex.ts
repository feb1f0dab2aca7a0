import { type SeededRng, seededRng } from '../../../src/kernel/rng.ts';

const fourDigits = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, '0'));

/** The eight digits of a 32-bit word. */
export function hexWord(word: number): string {
  return fourDigits[(word >>> 16) & 65_535]! + fourDigits[word & 65_535]!;
}

/** `words` × 8 random digits. */
export function randomHex(rng: SeededRng, words: number): string {
  let text = '';
  for (let i = 0; i < words; i++) text += hexWord(rng.word());
  return text;
}

export const zeroHash = `0x${'0'.repeat(64)}`;

/** A transaction's hash, with the block's number inside it as in real ones. */
export function transactionHash(rng: SeededRng, blockNumber: number): string {
  const block = blockNumber.toString(16).padStart(8, '0');
  return `0x${randomHex(rng, 2)}${hexWord(rng.word()).slice(4)}04${block}0202${randomHex(rng, 3)}${hexWord(rng.word()).slice(2)}`;
}

/** The client's order id that an order would have: it follows from the order, so that nothing is stored for it. */
export function cloidOf(oid: number): string {
  const low = oid % 4294967296;
  const high = Math.floor(oid / 4294967296);
  const mixed = mix(low, high);
  return `0x${hexWord(mixed)}${hexWord(mix(mixed, low))}${hexWord(high)}${hexWord(low)}`;
}

/** A trade's id: 50 bits of a hash of both order ids (docs/exchange.md#public-trades), never 0. */
export function tradeId(buyerOid: number, sellerOid: number): number {
  const buyer = mix(buyerOid % 4294967296, Math.floor(buyerOid / 4294967296));
  const seller = mix(sellerOid % 4294967296, buyer);
  return (mix(buyer, seller) & 0x3ffff) * 4294967296 + mix(seller, buyer) + 1;
}

/** A wallet's address, from the simulation's seed and the wallet's place. */
export function addressOf(seed: string, index: number): string {
  return `0x${randomHex(seededRng(`${seed}/wallet/${index}`), 5)}`;
}

/** Two words into one (murmur3's finalizer). */
function mix(first: number, second: number): number {
  let hash = Math.imul(first ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(second, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
