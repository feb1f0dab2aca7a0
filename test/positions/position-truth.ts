import { powersOfTen } from '../../packages/exchange-simulator/src/decimal.ts';
import { wireAccount } from '../../packages/exchange-simulator/src/payloads/account.ts';
import type { WorldTruth } from '../../packages/exchange-simulator/test/world-truth.ts';
import type { PositionRow } from '../../src/positions/position-columns.ts';
import type { Positions } from '../../src/positions/positions.ts';

/** An open position by the exchange's own books. */
export interface TruePosition {
  coin: string;
  size: number;
  /** Cost / size, not rounded to a price. */
  entryPx: number;
}

/** All open perp positions by wallet. */
export function truePositions(truth: Pick<WorldTruth, 'accounts' | 'active'>): Map<string, TruePosition[]> {
  const byWallet = truth.active().map((address) => {
    const open = truth.accounts(address).flatMap((account) =>
      account.positions.map(({ market, szi, cost }, i) => ({
        coin: market.coin,
        size: Number(wireAccount(account).assetPositions[i]!.position.szi),
        entryPx: cost / Math.abs(szi) / powersOfTen[market.pxDecimals]!,
      })),
    );
    return [address, open] as const;
  });
  return new Map(byWallet.filter(([, open]) => open.length > 0));
}

/** Differences between positions in memory and the exchange's books, including entry prices; empty if they agree. */
export function positionDifferences(
  positions: Positions,
  truth: Pick<WorldTruth, 'accounts' | 'active'>,
): string[] {
  const expected = truePositions(truth);
  const found: string[] = [];
  let count = 0;
  for (const [address, open] of expected) {
    count += open.length;
    const held = new Map(positions.ofWallet(address).map((row) => [row.coin, row]));
    for (const position of open) {
      const fault = differenceOf(held.get(position.coin), position);
      if (fault !== undefined) found.push(`${address} ${position.coin}: ${fault}`);
    }
  }
  const shown = positions.coins().flatMap((coin) => {
    const { wallet, count: rows } = positions.ofCoin(coin);
    return Array.from(wallet.subarray(0, rows), (row) => `${positions.address(row)} ${coin}`);
  });
  const known = new Set(
    [...expected].flatMap(([address, open]) => open.map(({ coin }) => `${address} ${coin}`)),
  );
  for (const key of shown) if (!known.has(key)) found.push(`${key}: is shown, and not open`);
  if (positions.count() !== shown.length || new Set(shown).size !== shown.length)
    found.push('rows are doubled');
  if (count !== shown.length) found.push(`${shown.length} positions of ${count}`);
  return found;
}

function differenceOf(row: PositionRow | undefined, { size, entryPx }: TruePosition): string | undefined {
  if (row === undefined) return 'is missing';
  if (row.size !== size) return `size ${row.size}, not ${size}`;
  if (row.entryPx === undefined) return 'no entry';
  // The books keep whole units of 10^-6, a state whole prices: both are far below this.
  const tolerance = row.basis === 'fill' ? 2e-6 / Math.abs(size) + entryPx * 1e-9 : entryPx * 1e-3;
  return Math.abs(row.entryPx - entryPx) <= tolerance ? undefined : `entry ${row.entryPx}, not ${entryPx}`;
}
