type Row = Record<string, unknown>;

/** A cohort whose net bias changed its sign. */
export interface SideChange {
  tier: string;
  from: 'long' | 'short' | 'flat';
  to: 'long' | 'short' | 'flat';
  firstBias: number;
  lastBias: number;
  firstAt: unknown;
  lastAt: unknown;
}

/** Positions of a coin and side, the largest first, and their sums over all that matched. */
export function heldPositions(
  rows: readonly Row[],
  by: { coin?: string | undefined; side?: string | undefined; limit: number },
) {
  const ofCoin = by.coin === undefined ? undefined : spelling(rows, by.coin);
  const matched = rows.filter(
    (row) =>
      (ofCoin === undefined || ofCoin.has(String(row.coin))) &&
      (by.side === undefined || row.side === by.side),
  );
  const notional = (side: string) =>
    matched.reduce((sum, row) => sum + (row.side === side ? Number(row.notional) : 0), 0);
  const longs = matched.filter(({ side }) => side === 'long').length;
  return {
    positions: matched.slice(0, by.limit),
    totals: {
      read: rows.length,
      matched: matched.length,
      wallets: new Set(matched.map(({ address }) => address)).size,
      longs,
      shorts: matched.length - longs,
      longNotional: notional('long'),
      shortNotional: notional('short'),
    },
  };
}

/** Coins that a text means: the one so spelt, else those of any dex with that ticker. */
function spelling(rows: readonly Row[], text: string): Set<string> {
  const coins = new Set(rows.map(({ coin }) => String(coin)));
  const wanted = text.toLowerCase();
  const exact = [...coins].filter((coin) => coin.toLowerCase() === wanted);
  if (exact.length > 0) return new Set(exact);
  return new Set([...coins].filter((coin) => coin.toLowerCase().split(':').at(-1) === wanted));
}

/** @param rows snapshots by the hour, oldest first */
export function changedSides(rows: readonly Row[]): SideChange[] {
  const byTier = Map.groupBy(rows, ({ tier }) => String(tier));
  return [...byTier].flatMap(([tier, hours]) => {
    const [first, last] = [hours[0]!, hours.at(-1)!];
    const [firstBias, lastBias] = [Number(first.netBias), Number(last.netBias)];
    const [from, to] = [sideOf(firstBias), sideOf(lastBias)];
    return from === to
      ? []
      : [{ tier, from, to, firstBias, lastBias, firstAt: first.timestamp, lastAt: last.timestamp }];
  });
}

function sideOf(bias: number): SideChange['from'] {
  if (bias === 0) return 'flat';
  return bias > 0 ? 'long' : 'short';
}
