import { autoDeleveraging } from '../../../src/domain/fill.ts';
import { clearTrade, liquidatedDir } from './clearing.ts';
import { transactionHash } from './hex.ts';
import type { Venue } from './venue.ts';

/** A position whose account is worth less than nothing. */
export interface Underwater {
  wallet: number;
  slot: number;
  isolated: boolean;
}

/**
 * Closes an underwater position against profitable positions on the other side, highest rank first, at the previous mark
 * (docs/exchange.md#liquidations). A remainder without counterparty is left for the backstop.
 */
export function deleverage(venue: Venue, { wallet, slot, isolated }: Underwater): void {
  const { positions, prices, accounts, population } = venue;
  const market = venue.markets[positions.market[slot]!]!;
  const px = prices.previousMark[market.index]!;
  const hash = transactionHash(venue.rng, venue.blockNumber);
  const oid = venue.nextOid();
  for (const winner of rankedWinners(venue, slot)) {
    const szi = positions.szi[slot]!;
    if (szi === 0) return;
    const sz = Math.min(Math.abs(szi), Math.abs(positions.szi[winner]!));
    if (isolated) coverShare(sz);
    const loser = { wallet, oid, crossed: false, inverted: false, twapId: -1 };
    const other = { ...loser, wallet: positions.wallet[winner]!, oid: venue.nextOid(), crossed: true };
    clearTrade(venue, {
      market,
      px,
      sz,
      buyer: szi < 0 ? loser : other,
      seller: szi < 0 ? other : loser,
      hash,
      liquidation: { victim: wallet, markPx: prices.mark[market.index]!, method: 'backstop' },
      dir: autoDeleveraging,
      victimDir: liquidatedDir(isolated, szi > 0),
    });
  }

  /** An isolated position that closes below nothing costs the liquidator, not its wallet's other margin. */
  function coverShare(sz: number): void {
    const szi = positions.szi[slot]!;
    const left = positions.isolatedRaw[slot]! + szi * px;
    if (sz < Math.abs(szi) || left >= 0) return;
    positions.isolatedRaw[slot] = positions.isolatedRaw[slot]! - left;
    accounts.addCash(population.liquidatorOf(market.dex), market.dex, left);
  }
}

/** Profitable positions on the other side, by (gain in price) × (notional / account value). */
function rankedWinners({ positions, prices, accounts, markets, population }: Venue, slot: number): number[] {
  const market = markets[positions.market[slot]!]!;
  const mark = prices.mark[market.index]!;
  const isLong = positions.szi[slot]! > 0;
  const ranked: { winner: number; rank: number }[] = [];
  for (let at = positions.firstOfMarket(market.index); at >= 0; at = positions.nextOfMarket[at]!) {
    const szi = positions.szi[at]!;
    if (szi === 0 || szi > 0 === isLong) continue;
    const wallet = positions.wallet[at]!;
    const entry = positions.cost[at]! / Math.abs(szi);
    const gain = szi > 0 ? mark / entry : entry / mark;
    if (gain <= 1 || population.wallets[wallet]!.character === 'system') continue;
    const notional = Math.abs(szi) * mark;
    const value =
      positions.isolated[at] === 1
        ? positions.isolatedRaw[at]! + szi * mark
        : accounts.cross(wallet, market.dex).value;
    ranked.push({ winner: at, rank: gain * (notional / Math.max(1, value)) });
  }
  // Equal ranks by slot: the order must not depend on how the engine sorts.
  return ranked.sort((a, b) => b.rank - a.rank || a.winner - b.winner).map(({ winner }) => winner);
}
