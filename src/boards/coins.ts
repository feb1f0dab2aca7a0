import type { AnalyticsStore } from '../analytics/store.ts';
import { editDistance } from '../kernel/nearest.ts';
import { coinTotals } from './batch-queries.ts';

/** The coins that have fills, and how callers may spell them. */
export interface Coins {
  /**
   * The exchange's own spelling of a coin: any case, with or without its dex (`btc`, `xyz:gold`, `gold`).
   * Where several dexes list the name, the validators' own comes first, then the most traded. Where two coins
   * differ in case only, each is found by its own spelling and the more traded one by any other.
   */
  resolve(text: string): string | undefined;
  /** Up to three known coins that look most like `text`, nearest first. */
  nearest(text: string): string[];
}

export interface CoinsRefresher {
  coins: Coins;
  refresh(): Promise<void>;
}

export function createCoins(store: AnalyticsStore): CoinsRefresher {
  let bySpelling = new Map<string, string>();
  let names: CoinName[] = [];
  return {
    coins: {
      resolve: (text) => bySpelling.get(text) ?? bySpelling.get(text.toLowerCase()),
      nearest(text) {
        const wanted = text.toLowerCase();
        return names
          .map(({ coin, full, bare }) => ({ coin, distance: leastDistance(wanted, [full, bare]) }))
          .filter(({ distance }) => distance <= farthest(wanted))
          .sort((a, b) => a.distance - b.distance)
          .slice(0, 3)
          .map(({ coin }) => coin);
      },
    },
    async refresh() {
      const rows = await store.rows(coinTotals, {}, { lane: 'heavy' });
      rows.sort((a, b) => Number(b.fills) - Number(a.fills));
      const spellings = new Map<string, string>();
      const known = rows.map(({ coin }) => coinName(coin));
      // A full name always means itself, whatever dex trades its bare name more. Most traded first: it keeps the name.
      const spelt = (spelling: string, coin: string) => {
        if (!spellings.has(spelling)) spellings.set(spelling, coin);
      };
      for (const { coin } of known) spelt(coin, coin);
      for (const { coin, full } of known) spelt(full, coin);
      for (const { coin, bare } of known) spelt(bare, coin);
      bySpelling = spellings;
      names = known;
    },
  };
}

interface CoinName {
  coin: string;
  /** Lower case. */
  full: string;
  /** Lower case and without dex. */
  bare: string;
}

function coinName(coin: string): CoinName {
  const full = coin.toLowerCase();
  return { coin, full, bare: full.slice(full.indexOf(':') + 1) };
}

/** Names with more edits than this look like another coin. */
function farthest(wanted: string): number {
  return Math.max(2, wanted.length / 2);
}

/** Compares only names whose length alone does not rule them out: thousands of coins have fills. */
function leastDistance(wanted: string, names: readonly string[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) > farthest(wanted)) continue;
    least = Math.min(least, editDistance(wanted, name));
  }
  return least;
}
